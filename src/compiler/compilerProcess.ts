/** One run of the compiler's child process, from start to exit. */

import { type ChildProcess, fork } from 'node:child_process';
import { dirname } from 'node:path';
import { Channel } from '../base/channel.ts';
import { childPort, describeExit } from '../base/childPort.ts';
import type { Log } from '../base/log.ts';
import type { CompilerRequests } from './compilerRequests.ts';

export class CompilerProcess {
  readonly requests: Channel<CompilerRequests>;
  readonly #process: ChildProcess;
  #exitReason: string | undefined;

  constructor(bundlePath: string, log: Log) {
    this.#process = fork(bundlePath, [], {
      cwd: dirname(bundlePath),
      env: environment(),
      execArgv: [],
      execPath: process.execPath,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.#process.on('exit', (code, signal) => this.#end(describeExit(code, signal), log));
    this.#process.on('error', (failure) => this.#end(failure.message, log));
    this.#process.stderr?.setEncoding('utf8').on('data', (text: string) => log.debug(`compiler: ${text.trimEnd()}`));
    this.requests = new Channel<CompilerRequests>(childPort(this.#process));
    this.unref();
  }

  /** Why the process ended, for an error message; undefined while it runs. */
  get exitReason(): string | undefined {
    return this.#exitReason;
  }

  kill(): void {
    this.#exitReason ??= 'it was stopped';
    this.#process.kill('SIGKILL');
  }

  /** While it works, the child process keeps this process alive; while idle, it does not. */
  ref(): void {
    this.#process.ref();
    this.#process.channel?.ref();
  }

  unref(): void {
    this.#process.unref();
    this.#process.channel?.unref();
    // The pipe is a socket at run time, although its type is a stream.
    (this.#process.stderr as { unref?(): void } | null)?.unref?.();
  }

  #end(reason: string, log: Log): void {
    this.#exitReason ??= reason;
    log.debug(`The compiler process ended: ${reason}.`);
  }
}

/** Passes only the variables that a program needs to run: the code of a model must not see keys or compiler switches. */
function environment(): NodeJS.ProcessEnv {
  // The platform colours its code frames; without this the compiler does so on some systems only.
  const env: NodeJS.ProcessEnv = { ELECTRON_RUN_AS_NODE: '1', FORCE_COLOR: '1' };
  for (const name of ['PATH', 'Path', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR', 'HOME', 'USERPROFILE', 'LANG', 'TZ']) {
    if (process.env[name] !== undefined) env[name] = process.env[name];
  }
  return env;
}
