/** One run of the emulator as a child process. */

import { type ChildProcess, fork } from 'node:child_process';
import { UserError } from '../../base/errors.ts';
import { Emitter, type Event } from '../../base/event.ts';
import type { Log } from '../../base/log.ts';
import { describeExit } from '../../base/process.ts';
import { type EmulatorAccess, parseEmulatorAccess } from './emulatorAccess.ts';
import { emulatorErrors } from './emulatorErrors.ts';

export interface EmulatorProcessOptions {
  /** The emulator's bundle. */
  script: string;
  /** The folder in which the emulator stores deployments and branches. */
  dataFolder: string;
  log: Log;
  /** Whether the code of data models may run in this window. */
  isTrusted(): boolean;
  /** Arguments in addition to the data folder. */
  args?: readonly string[];
  /** Variables in addition to those of the editor. */
  env?: Readonly<Record<string, string>>;
  /** Milliseconds in which the emulator must report that it is ready; default 60 000. */
  startTimeoutMs?: number;
}

/** Why the process could not start, as it reports it. */
interface Refusal {
  code?: string;
  message?: string;
  where?: string;
  action?: string;
}

/** Lines of output that are kept for the log. */
const maxOutputLines = 40;
const killTimeoutMs = 5_000;

export class EmulatorProcess {
  /** Rejects with a UserError of `emulatorErrors` when the process fails before it is ready. */
  readonly ready: Promise<EmulatorAccess>;
  readonly #child: ChildProcess;
  readonly #log: Log;
  readonly #exited = new Emitter<string>();
  readonly #output: string[] = [];

  constructor({ script, dataFolder, log, args = [], env = {}, startTimeoutMs = 60_000 }: EmulatorProcessOptions) {
    this.#log = log;
    this.#child = fork(script, ['--port', '0', '--json', '--data', dataFolder, ...args], {
      env: { ...childEnvironment(), ...env },
      execArgv: [],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    onLine(this.#child.stderr, (line) => {
      this.#output.push(line);
      if (this.#output.length > maxOutputLines) this.#output.shift();
      log.debug(`emulator: ${line}`);
    });
    this.ready = this.#waitUntilReady(startTimeoutMs);
  }

  /** The last lines of the error output. */
  get output(): string {
    return this.#output.join('\n');
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Fires with a description when the process exits after it was ready. */
  get onDidExit(): Event<string> {
    return this.#exited.event;
  }

  /** Resolves when it has ended. */
  kill(): Promise<void> {
    const child = this.#child;
    if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
    child.kill();
    const timer = setTimeout(() => child.kill('SIGKILL'), killTimeoutMs);
    timer.unref();
    return new Promise((resolve) => {
      child.once('exit', () => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  #waitUntilReady(timeoutMs: number): Promise<EmulatorAccess> {
    const child = this.#child;
    return new Promise<EmulatorAccess>((resolve, reject) => {
      let ready = false;
      let refusal: Refusal = {};
      const fail = (failure: UserError) => {
        clearTimeout(timer);
        reject(failure);
      };
      const timer = setTimeout(() => {
        fail(emulatorErrors.error('start-timeout', [Math.round(timeoutMs / 1_000)], this.#lastLine()));
        child.kill('SIGKILL');
      }, timeoutMs);
      child.on('message', (message) => {
        if ((message as { type?: unknown }).type === 'failed') refusal = message as Refusal;
        const access = parseEmulatorAccess(message);
        if (ready || !access) return;
        ready = true;
        clearTimeout(timer);
        this.#log.info(`The local emulator listens at ${access.url}`);
        resolve(access);
      });
      child.once('error', ({ message }) => fail(emulatorErrors.error('start-failed', [message], this.#lastLine())));
      child.once('exit', (code, signal) => {
        const reason = describeExit(code, signal);
        if (ready) {
          this.#exited.fire(reason);
        } else if (refusal.code === 'data-folder-locked') {
          fail(emulatorErrors.error(refusal.code, [], this.#lastLine()));
        } else if (typeof refusal.message === 'string') {
          const { message, where, action } = refusal;
          fail(new UserError(message, { code: 'start-refused', where, action }));
        } else {
          fail(emulatorErrors.error('start-failed', [reason], this.#lastLine()));
        }
      });
    });
  }

  #lastLine(): { where?: string } {
    const where = this.#output.at(-1);
    return where === undefined ? {} : { where };
  }
}

/** The environment without variables of the editor and without keys of other platforms. */
function childEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(DATA_MODEL_|VSCODE_|ELECTRON_|NODE_OPTIONS$|NODE_INSPECT|APPLICATION_INSIGHTS)/.test(name),
  );
  return { ...Object.fromEntries(kept), ELECTRON_RUN_AS_NODE: '1' };
}

function onLine(stream: NodeJS.ReadableStream | null, listener: (line: string) => void): void {
  let rest = '';
  stream?.setEncoding('utf8');
  stream?.on('data', (text: string) => {
    const lines = `${rest}${text}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.trim() !== '') listener(line.trimEnd());
  });
}
