/**
 * Runs the published schema compiler in a child process, because a model is code. The process starts on first use, is killed
 * when a compile exceeds its deadline, and is replaced when it exits.
 */

import { setMaxListeners } from 'node:events';
import { Limit, raceAbort, throwIfAborted } from '../base/async.ts';
import { CancelledError } from '../base/errors.ts';
import type { Disposable } from '../base/lifetime.ts';
import { type Log, silentLog } from '../base/log.ts';
import { type Restriction, weakerRestriction } from './childCommand.ts';
import { type CompileResult, isCompileResult, type ModelFile, type Variables } from './compileResult.ts';
import { compilerErrors } from './compilerErrors.ts';
import { CompilerProcess } from './compilerProcess.ts';
import type { Reply } from './compilerRequests.ts';
import type { ModelRequest, ModelResponse } from './modelRequest.ts';
import type { PythonRun, PythonScript } from './pythonRun.ts';

export interface CompilerOptions {
  /** Path of `dist/compiler.cjs`; the `.wasm` file of the template engine is in the same folder. */
  bundlePath: string;
  log?: Log;
  /** Whether the child process keeps intermediate results for later compiles. Default true; the results are the same. */
  cache?: boolean;
  /** Whether to run the code of models without restrictions, and `globals.py` too. Default false. */
  trustModels?: boolean;
}

interface CompileOptions {
  signal?: AbortSignal;
  /** Milliseconds from the start of this compile, after which the child process is killed. Default 120 000. */
  deadlineMs?: number;
}

interface ModelQueryInput {
  model: string;
  files: () => Promise<readonly ModelFile[]>;
  variables?: Variables;
  request: ModelRequest;
}

/** How long a cancelled compile may take to stop by itself before its process, and with it the cache, is killed. */
const graceMs = 1000;

export class Compiler implements Disposable {
  readonly #bundlePath: string;
  readonly #log: Log;
  readonly #cache: boolean;
  readonly #turns = new Limit(1);
  readonly #disposed = new AbortController();
  #restriction: Restriction;
  #warned = false;
  #process: CompilerProcess | undefined;

  constructor({ bundlePath, log = silentLog, cache = true, trustModels = false }: CompilerOptions) {
    this.#cache = cache;
    this.#restriction = trustModels ? 'none' : 'full';
    this.#bundlePath = bundlePath;
    this.#log = log;
    // Every call that waits for its turn adds a listener.
    setMaxListeners(0, this.#disposed.signal);
  }

  /**
   * Compiles a whole model. Calls run one after the other. Errors in the model are part of the result, not thrown.
   * With a `model` key, the compiled model stays in memory for `queryModel` until a few others replace it.
   * @throws CancelledError when `signal` aborts or the compiler is disposed
   * @throws UserError when the compile exceeds its deadline or its process exits; the next call starts a new process
   */
  async compile(
    { files, model, variables = {} }: { files: readonly ModelFile[]; model?: string; variables?: Variables },
    options: CompileOptions = {},
  ): Promise<CompileResult> {
    const request = { files, model: model ?? null, variables, cache: this.#cache };
    const result: unknown = await this.#enqueue(({ requests }) => requests.call('compile', request), options);
    // The code of a model can send messages, too.
    if (isCompileResult(result)) return result;
    this.#process?.kill();
    throw compilerErrors.error('invalid-reply');
  }

  /**
   * Sends a request to the model with a key. The same key must always name the same files and variables. `files` is called only when the
   * model has to be compiled (again).
   * @throws as `compile` does
   */
  async queryModel(
    { model, files, variables = {}, request }: ModelQueryInput,
    options: CompileOptions = {},
  ): Promise<Exclude<ModelResponse, { kind: 'unknown-model' }>> {
    const send = (givenFiles: readonly ModelFile[] | null) =>
      this.#enqueue(
        ({ requests }) =>
          requests.call('queryModel', { model, files: givenFiles, variables, request, cache: this.#cache }),
        options,
      );
    const response = await send(null);
    if (response.kind !== 'unknown-model') return response;
    const compiled = await send(await files());
    if (compiled.kind === 'unknown-model') throw new Error('The compiler lost the model it was given.');
    return compiled;
  }

  /** Runs a Python script if models are trusted. Its failures are part of the result. @throws as `compile` does */
  runPython(script: PythonScript, options: CompileOptions = {}): Promise<PythonRun> {
    return this.#enqueue(({ requests }) => requests.call('runPython', script), options);
  }

  dispose(): void {
    this.#disposed.abort();
    this.#process?.kill();
  }

  async #enqueue<T>(
    request: (child: CompilerProcess) => Promise<Reply<T>>,
    { signal, deadlineMs = 120_000 }: CompileOptions,
  ): Promise<T> {
    const either = signal ? AbortSignal.any([signal, this.#disposed.signal]) : this.#disposed.signal;
    throwIfAborted(either);
    const turn = this.#turns.run(() => this.#run(request, deadlineMs, either), either);
    // A cancelled caller does not wait until the child process has stopped.
    return raceAbort(turn, either);
  }

  async #run<T>(
    request: (child: CompilerProcess) => Promise<Reply<T>>,
    deadlineMs: number,
    signal: AbortSignal,
  ): Promise<T> {
    let child = this.#runningProcess();
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
      // The model's code runs only after the restrictions are known to apply, so that it cannot have them lifted.
      let started = await child.started;
      for (let weaker = weakerRestriction[this.#restriction]; !started && weaker && !timedOut; ) {
        throwIfAborted(signal);
        this.#restriction = weaker;
        child = this.#runningProcess();
        child.ref();
        started = await child.started;
        weaker = weakerRestriction[weaker];
      }
      throwIfAborted(signal);
      if (started?.isRestricted === false) this.#warn();
      const { value, mustRestart } = await request(child);
      if (mustRestart) child.kill();
      return value;
    } catch (failure) {
      if (signal.aborted) throw new CancelledError();
      if (timedOut) throw compilerErrors.error('compile-timeout', [deadlineMs / 1000]);
      if (child.exitReason !== undefined) {
        throw compilerErrors.error('compiler-exited', [child.exitReason], { cause: failure });
      }
      throw failure;
    } finally {
      clearTimeout(deadline);
      clearTimeout(grace);
      signal.removeEventListener('abort', onAbort);
      child.unref();
    }
  }

  #runningProcess(): CompilerProcess {
    if (!this.#process || this.#process.exitReason !== undefined) {
      this.#process = new CompilerProcess(this.#bundlePath, this.#restriction, this.#log);
    }
    return this.#process;
  }

  #warn(): void {
    if (this.#warned) return;
    this.#warned = true;
    this.#log.warn(
      'This version of Node.js cannot restrict the access of model code to files and processes. Compile only models that you trust.',
    );
  }
}
