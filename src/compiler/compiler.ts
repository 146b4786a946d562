/**
 * The published schema compiler as a service: one child process, started on first use, killed when it hangs, replaced when
 * it dies. A model is code, so it never runs in this process. Knows nothing of folders, branches or where errors are shown.
 */

import { type ChildProcess, fork } from 'node:child_process';
import { setMaxListeners } from 'node:events';
import { dirname } from 'node:path';
import { Limit, raceAbort, throwIfAborted } from '../base/async.ts';
import { Channel } from '../base/channel.ts';
import { childPort, describeExit } from '../base/childPort.ts';
import { CancelledError, UserError } from '../base/errors.ts';
import type { Disposable } from '../base/lifetime.ts';
import { type Log, silentLog } from '../base/log.ts';
import type { CompileResult, ModelFile } from './compileResult.ts';
import type { ModelAnswer, Question } from './question.ts';
import type { CompilerRequests, Reply } from './requests.ts';

export interface CompilerOptions {
  /** Path of `dist/compiler.cjs`; the template engine's `.wasm` lies beside it. */
  bundlePath: string;
  log?: Log;
  /** Whether the child keeps what it has worked out for the compiles that follow. Default true; verdicts are the same. */
  remember?: boolean;
}

export interface CompileOptions {
  signal?: AbortSignal;
  /** Milliseconds for this compile, from when its turn comes; the child is killed then. Default 120 000. */
  deadlineMs?: number;
}

/** How long an aborted compile may take to give up in good order, keeping what the child has learnt, before it is killed. */
const graceMs = 1000;

export class Compiler implements Disposable {
  readonly #bundlePath: string;
  readonly #log: Log;
  readonly #remember: boolean;
  readonly #turns = new Limit(1);
  readonly #disposed = new AbortController();
  #child: CompilerChild | undefined;

  constructor({ bundlePath, log = silentLog, remember = true }: CompilerOptions) {
    this.#remember = remember;
    this.#bundlePath = bundlePath;
    this.#log = log;
    // Every call that waits for its turn listens.
    setMaxListeners(0, this.#disposed.signal);
  }

  /**
   * Compiles a whole model; calls wait for each other. What is wrong with the model is in the verdict, not thrown. One that is
   * given a name stays at hand for `ask`, as long as it is among the last few.
   * @throws CancelledError when `signal` aborts or the compiler is disposed; UserError when the compile takes longer than its
   * deadline or its process dies. The next call starts afresh.
   */
  compile(
    { files, model }: { files: readonly ModelFile[]; model?: string },
    options: CompileOptions = {},
  ): Promise<CompileResult> {
    const request = { files, model: model ?? null, remember: this.#remember };
    return this.#turn(({ requests }) => requests.call('compile', request), options);
  }

  /**
   * Asks a model by its name: the same name always stands for the same files, which are read only where the model has to be
   * compiled (again). Calls wait as those of `compile` do.
   * @throws as `compile` does
   */
  async ask(
    { model, files, question }: { model: string; files: () => Promise<readonly ModelFile[]>; question: Question },
    options: CompileOptions = {},
  ): Promise<Exclude<ModelAnswer, { kind: 'unknown-model' }>> {
    const asked = (given: readonly ModelFile[] | null) =>
      this.#turn(
        ({ requests }) => requests.call('ask', { model, files: given, question, remember: this.#remember }),
        options,
      );
    const answer = await asked(null);
    if (answer.kind !== 'unknown-model') return answer;
    const compiled = await asked(await files());
    if (compiled.kind === 'unknown-model') throw new Error('The compiler lost the model it was given.');
    return compiled;
  }

  dispose(): void {
    this.#disposed.abort();
    this.#child?.kill();
  }

  async #turn<T>(
    request: (child: CompilerChild) => Promise<Reply<T>>,
    { signal, deadlineMs = 120_000 }: CompileOptions,
  ): Promise<T> {
    const either = signal ? AbortSignal.any([signal, this.#disposed.signal]) : this.#disposed.signal;
    throwIfAborted(either);
    const turn = this.#turns.run(() => this.#run(request, deadlineMs, either), either);
    // A caller that has gone need not wait until the child has given up.
    return raceAbort(turn, either);
  }

  async #run<T>(
    request: (child: CompilerChild) => Promise<Reply<T>>,
    deadlineMs: number,
    signal: AbortSignal,
  ): Promise<T> {
    const child = this.#aliveChild();
    let timedOut = false;
    const deadline = setTimeout(() => {
      timedOut = true;
      child.kill();
    }, deadlineMs);
    let grace: NodeJS.Timeout | undefined;
    const onAbort = () => {
      void child.requests.call('cancel', null).catch(() => {});
      grace = setTimeout(() => child.kill(), this.#disposed.signal.aborted ? 0 : graceMs);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    child.ref();
    try {
      const { reply, spent } = await request(child);
      if (spent) child.kill();
      return reply;
    } catch (failure) {
      if (signal.aborted) throw new CancelledError();
      if (timedOut) throw tookTooLong(deadlineMs);
      if (child.ending !== undefined) throw died(child.ending, failure);
      throw failure;
    } finally {
      clearTimeout(deadline);
      clearTimeout(grace);
      signal.removeEventListener('abort', onAbort);
      child.unref();
    }
  }

  #aliveChild(): CompilerChild {
    if (!this.#child || this.#child.ending !== undefined) this.#child = new CompilerChild(this.#bundlePath, this.#log);
    return this.#child;
  }
}

/** One run of the child process, from its start to its end. */
class CompilerChild {
  readonly requests: Channel<CompilerRequests>;
  readonly #process: ChildProcess;
  #ending: string | undefined;

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

  /** How the process ended, in words; undefined while it lives. */
  get ending(): string | undefined {
    return this.#ending;
  }

  kill(): void {
    this.#ending ??= 'it was stopped';
    this.#process.kill('SIGKILL');
  }

  /** A child at work keeps this process alive, an idle one does not. */
  ref(): void {
    this.#process.ref();
    this.#process.channel?.ref();
  }

  unref(): void {
    this.#process.unref();
    this.#process.channel?.unref();
    // A pipe is a socket, whatever its type says.
    (this.#process.stderr as { unref?(): void } | null)?.unref?.();
  }

  #end(how: string, log: Log): void {
    this.#ending ??= how;
    log.debug(`The compiler's process is gone: ${how}.`);
  }
}

/** Code of the model sees no variable of this process but what a program needs to run: no keys, no compiler switches. */
function environment(): NodeJS.ProcessEnv {
  // The platform's code frames are coloured; here they would be on some systems only.
  const env: NodeJS.ProcessEnv = { ELECTRON_RUN_AS_NODE: '1', FORCE_COLOR: '1' };
  for (const name of ['PATH', 'Path', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR', 'HOME', 'USERPROFILE', 'LANG', 'TZ']) {
    if (process.env[name] !== undefined) env[name] = process.env[name];
  }
  return env;
}

function tookTooLong(deadlineMs: number): UserError {
  return new UserError(`The data model was not compiled within ${deadlineMs / 1000} s, so the compile was stopped.`, {
    action: 'Look for an endless loop in the JavaScript of the model, or allow more time.',
  });
}

function died(ending: string, cause: unknown): UserError {
  return new UserError(`The compiler's process died while it compiled the data model: ${ending}.`, {
    action: 'Look for code in the model that ends the process or uses up its memory.',
    cause,
  });
}
