/** A long-running Node program in a separate process group, which ends with this process. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { orphanGuard } from '../locations.ts';
import { runAtExit } from './atExit.ts';

export interface ChildGroupOptions {
  /** The Node executable. */
  node?: string;
  script: string;
  args: readonly string[];
  cwd?: string;
  env: NodeJS.ProcessEnv;
  /** The child removes this folder when this process is killed. */
  folder?: string;
}

const outputKept = 20_000;

export class ChildGroup {
  readonly #child: ChildProcess;
  readonly #cancelExitAction: () => void;
  readonly #listeners = new Set<() => void>();
  #output = '';
  #ended = false;

  constructor({ node = process.execPath, script, args, cwd, env, folder }: ChildGroupOptions) {
    this.#child = spawn(node, ['--require', orphanGuard, script, ...args], {
      cwd,
      env: folder === undefined ? env : { ...env, DATA_MODEL_GUARDED_FOLDER: folder },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    this.#cancelExitAction = runAtExit(() => this.#signal('SIGKILL'));
    const keep = (chunk: Buffer) => {
      this.#output = (this.#output + chunk.toString()).slice(-outputKept);
      this.#changed();
    };
    this.#child.stdout?.on('data', keep);
    this.#child.stderr?.on('data', keep);
    const end = () => {
      this.#ended = true;
      this.#changed();
    };
    this.#child.once('error', end);
    this.#child.once('exit', end);
  }

  /** The end of its output, both streams. */
  get output(): string {
    return this.#output;
  }

  get hasExited(): boolean {
    return this.#ended;
  }

  /** Resolves with the first match of `pattern` in the output. Rejects when the program exits first, or after `ms` milliseconds. */
  async waitForOutput(pattern: RegExp, ms = 60_000): Promise<RegExpExecArray> {
    const timeout = AbortSignal.timeout(ms);
    for (;;) {
      const match = pattern.exec(this.#output);
      if (match) return match;
      if (this.#ended) throw new Error(`The program exited before it printed ${pattern}:\n${this.#output}`);
      if (timeout.aborted) throw new Error(`The program did not print ${pattern} within ${ms} ms:\n${this.#output}`);
      await new Promise<void>((resolve) => {
        const wake = () => {
          this.#listeners.delete(wake);
          timeout.removeEventListener('abort', wake);
          resolve();
        };
        this.#listeners.add(wake);
        timeout.addEventListener('abort', wake);
      });
    }
  }

  async waitForExit(): Promise<void> {
    if (!this.#ended) await once(this.#child, 'exit');
  }

  /** Sends SIGTERM and kills the whole group after three seconds. */
  async stop(): Promise<void> {
    this.#signal('SIGTERM');
    const stopped = new AbortController();
    await Promise.race([this.waitForExit(), pause(3_000, undefined, { signal: stopped.signal }).catch(() => {})]);
    stopped.abort();
    this.#signal('SIGKILL');
    this.#cancelExitAction();
  }

  #signal(signal: NodeJS.Signals): void {
    if (this.#child.pid === undefined) return;
    try {
      process.kill(-this.#child.pid, signal);
    } catch {
      // The group is already gone.
    }
  }

  #changed(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}
