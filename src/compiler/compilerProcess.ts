/**
 * One run of the compiler's child process, from start to exit. Not by Node's own channel between processes: that trusts the
 * child, and one message of a model would end this process.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import type { Readable, Writable } from 'node:stream';
import { UserError } from '../base/errors.ts';
import { isNestedDeeper } from '../base/jsonDepth.ts';
import type { Log } from '../base/log.ts';
import { describeExit } from '../base/process.ts';
import { isReply } from './checkReply.ts';
import { childCommand, type Restriction } from './childCommand.ts';
import { compilerErrors } from './compilerErrors.ts';
import {
  type CompilerRequests,
  type Message,
  maxReplyBytes,
  maxReplyDepth,
  type Outcome,
  type Reply,
  replyPipe,
} from './compilerRequests.ts';
import { endWithParent } from './endWithParent.ts';

interface Pending {
  name: keyof CompilerRequests;
  nonce: string;
  resolve(reply: Reply<unknown>): void;
  reject(failure: Error): void;
}

/** Answers one request at a time. */
export class CompilerProcess {
  /** Whether the process restricts what it is meant to; undefined when it ended before it accepted requests. */
  readonly started: Promise<boolean | undefined>;
  readonly restriction: Restriction;
  readonly #process: ChildProcess;
  readonly #log: Log;
  #exitReason: string | undefined;
  #failure: UserError | undefined;
  #pending: Pending | undefined;
  #received: Buffer[] = [];
  #receivedBytes = 0;

  constructor(bundlePath: string, restriction: Restriction, log: Log) {
    const { program, args, options } = childCommand(bundlePath, restriction);
    const child = spawn(program, args, options);
    this.restriction = restriction;
    this.#process = child;
    this.#log = log;
    endWithParent(child);
    child.on('exit', (code, signal) => {
      this.#end(describeExit(code, signal));
      log.debug(`The compiler process ${child.pid} ended: ${this.#exitReason}.`);
    });
    log.debug(`The compiler process ${child.pid} starts.`);
    child.on('error', (failure) => this.#end(failure.message));
    // A failed write is followed by the exit.
    child.stdin?.on('error', () => {});
    child.stderr?.setEncoding('utf8').on('data', (text: string) => log.debug(`compiler: ${text.trimEnd()}`));
    const replies = child.stdio[replyPipe] as Readable | undefined;
    replies?.on('data', (chunk: Buffer) => this.#receive(chunk)).on('error', () => {});
    this.started = this.call('start', null).then(
      ({ value }) => value,
      () => undefined,
    );
    this.unref();
  }

  /** Why the process ended, for an error message; undefined while it runs. */
  get exitReason(): string | undefined {
    return this.#exitReason;
  }

  /** @throws UserError when the request fails, the process ends, or its reply is not one */
  call<Name extends keyof CompilerRequests>(
    name: Name,
    body: Parameters<CompilerRequests[Name]>[0],
  ): Promise<Awaited<ReturnType<CompilerRequests[Name]>>> {
    return new Promise((resolve, reject) => {
      if (this.#pending) throw new Error('The compiler process answers one request at a time.');
      const nonce = randomBytes(16).toString('hex');
      this.#pending = { name, nonce, resolve: resolve as Pending['resolve'], reject };
      if (this.#exitReason === undefined) this.#send({ name, nonce, body } as Message);
      else this.#end(this.#exitReason);
    });
  }

  /** The running request is rejected soon, or answered. */
  cancel(): void {
    this.#send({ name: 'cancel' });
  }

  kill(): void {
    this.#exitReason ??= 'it was stopped';
    this.#process.kill('SIGKILL');
  }

  /** While it works, the child process keeps this process alive; while idle, it does not. */
  ref(): void {
    this.#process.ref();
    for (const pipe of this.#process.stdio) (pipe as Pipe | null)?.ref?.();
  }

  unref(): void {
    this.#process.unref();
    for (const pipe of this.#process.stdio) (pipe as Pipe | null)?.unref?.();
  }

  #send(message: Message): void {
    (this.#process.stdin as Writable | null)?.write(`${JSON.stringify(message)}\n`);
  }

  #receive(chunk: Buffer): void {
    if (this.#failure) return;
    let rest = chunk;
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      const line = Buffer.concat([...this.#received, rest.subarray(0, end)]);
      this.#received = [];
      this.#receivedBytes = 0;
      rest = rest.subarray(end + 1);
      this.#receiveLine(line);
      if (this.#failure) return;
    }
    this.#received.push(rest);
    this.#receivedBytes += rest.length;
    if (this.#receivedBytes > maxReplyBytes) this.#refuse(compilerErrors.error('large-reply', [maxReplyBytes / 1e6]));
  }

  #receiveLine(line: Buffer): void {
    const pending = this.#pending;
    const prefix = `${pending?.nonce} `;
    if (!pending || line.subarray(0, prefix.length).toString('latin1') !== prefix) {
      this.#refuse(compilerErrors.error('forged-reply'));
      return;
    }
    const outcome = readOutcome(pending.name, line.subarray(prefix.length).toString('utf8'));
    if (!outcome) {
      this.#refuse(compilerErrors.error('invalid-reply'));
      return;
    }
    this.#pending = undefined;
    if ('failure' in outcome) pending.reject(new UserError(outcome.failure));
    else pending.resolve(outcome.reply);
  }

  /** The process is no longer what was started. */
  #refuse(failure: UserError): void {
    this.#failure = failure;
    this.#received = [];
    this.#log.warn(failure.describe());
    this.kill();
    this.#end('it was stopped');
  }

  #end(reason: string): void {
    this.#exitReason ??= reason;
    const pending = this.#pending;
    this.#pending = undefined;
    pending?.reject(this.#failure ?? compilerErrors.error('compiler-exited', [this.#exitReason]));
  }
}

/** The type that the streams of a process have at run time. */
interface Pipe {
  ref?(): void;
  unref?(): void;
}

/** Undefined for anything else than the outcome of such a request. */
function readOutcome(name: keyof CompilerRequests, text: string): Outcome | undefined {
  if (isNestedDeeper(text, maxReplyDepth)) return undefined;
  try {
    const outcome = (JSON.parse(text) ?? {}) as { reply?: unknown; failure?: unknown };
    if (typeof outcome.failure === 'string') return { failure: outcome.failure };
    return isReply(name, outcome.reply) ? { reply: outcome.reply } : undefined;
  } catch {
    return undefined;
  }
}
