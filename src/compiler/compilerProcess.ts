/** One run of the compiler's child process, from start to exit. */

import { type ChildProcess, fork } from 'node:child_process';
import { Channel } from '../base/channel.ts';
import { childPort, describeExit } from '../base/childPort.ts';
import type { Log } from '../base/log.ts';
import { childCommand, type Restriction, type Started } from './childCommand.ts';
import type { CompilerRequests } from './compilerRequests.ts';
import { endWithParent } from './endWithParent.ts';

export class CompilerProcess {
  readonly requests: Channel<CompilerRequests>;
  /** Resolves when the process accepts requests, or with undefined when it ended before. */
  readonly started: Promise<Started | undefined>;
  readonly #process: ChildProcess;
  #exitReason: string | undefined;

  constructor(bundlePath: string, restriction: Restriction, log: Log) {
    const child = fork(bundlePath, [restriction], childCommand(bundlePath, restriction));
    this.#process = child;
    endWithParent(child);
    this.started = new Promise((resolve) => {
      child.once('message', (message) => resolve(message as unknown as Started));
      child.once('exit', () => resolve(undefined));
      child.once('error', () => resolve(undefined));
    });
    child.on('exit', (code, signal) => this.#end(describeExit(code, signal), log));
    child.on('error', (failure) => this.#end(failure.message, log));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => log.debug(`compiler: ${text.trimEnd()}`));
    this.requests = new Channel<CompilerRequests>(childPort(child));
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
