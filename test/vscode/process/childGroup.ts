/** A long-running Node program as a process group of its own that never outlives us. Knows nothing of what it runs. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { orphanGuard } from '../locations.ts';
import { runAtExit } from './atExit.ts';

export interface ChildGroupOptions {
  /** The Node to run it with. */
  node?: string;
  script: string;
  args: readonly string[];
  cwd?: string;
  env: NodeJS.ProcessEnv;
  /** Removed when this process is killed without a chance to remove it itself. */
  folder?: string;
}

const outputKept = 20_000;

export class ChildGroup {
  readonly #child: ChildProcess;
  readonly #takeBack: () => void;
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
    this.#takeBack = runAtExit(() => this.#signal('SIGKILL'));
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

  /** The last of what it printed, on both streams. */
  get output(): string {
    return this.#output;
  }

  get hasExited(): boolean {
    return this.#ended;
  }

  /** Resolves with the first match of `pattern` in its output; rejects when it ends before, or after `ms` milliseconds. */
  async waitForOutput(pattern: RegExp, ms = 60_000): Promise<RegExpExecArray> {
    const tooLate = AbortSignal.timeout(ms);
    for (;;) {
      const match = pattern.exec(this.#output);
      if (match) return match;
      if (this.#ended) throw new Error(`It ended before it was ready:\n${this.#output}`);
      if (tooLate.aborted) throw new Error(`It was not ready after ${ms} ms:\n${this.#output}`);
      await new Promise<void>((resolve) => {
        const wake = () => {
          this.#listeners.delete(wake);
          tooLate.removeEventListener('abort', wake);
          resolve();
        };
        this.#listeners.add(wake);
        tooLate.addEventListener('abort', wake);
      });
    }
  }

  /** Resolves when it has ended by itself or by our hand. */
  async waitForExit(): Promise<void> {
    if (!this.#ended) await once(this.#child, 'exit');
  }

  /** Asks it to end, insists after three seconds; the whole group is gone afterwards. */
  async stop(): Promise<void> {
    this.#signal('SIGTERM');
    const enough = new AbortController();
    await Promise.race([this.waitForExit(), pause(3_000, undefined, { signal: enough.signal }).catch(() => {})]);
    enough.abort();
    this.#signal('SIGKILL');
    this.#takeBack();
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
