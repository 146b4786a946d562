/**
 * Runs the published schema compiler in child processes, because a model is code. They start on first use, are killed when a
 * compile exceeds its deadline or after they were idle, and are replaced when they exit.
 */

import { setMaxListeners } from 'node:events';
import { LRUCache } from 'lru-cache';
import { raceAbort, throwIfAborted } from '../base/async.ts';
import { CancelledError } from '../base/errors.ts';
import type { Disposable } from '../base/lifetime.ts';
import { type Log, silentLog } from '../base/log.ts';
import { type Slot, type Use, WorkerPool } from '../base/workerPool.ts';
import { type Restriction, weakerRestriction } from './childCommand.ts';
import type { CompileResult, ModelFile, Variables } from './compileResult.ts';
import { compilerErrors } from './compilerErrors.ts';
import { CompilerProcess } from './compilerProcess.ts';
import type { Reply } from './compilerRequests.ts';
import type { ModelRequest, ModelResponse } from './modelRequest.ts';
import type { PythonRun, PythonScript } from './pythonRun.ts';
import { readsSecurityContext, rightsOf } from './securityContextUse.ts';

export interface CompilerOptions {
  /** Path of `dist/compiler.cjs`; the `.wasm` file of the template engine is in the same folder. */
  bundlePath: string;
  log?: Log;
  /** Whether the child process keeps intermediate results for later compiles. Default true; the results are the same. */
  cache?: boolean;
  /** Whether to run the code of models without restrictions, and `globals.py` too. Default false. */
  trustModels?: boolean;
  /** The most child processes. Default 4; each has 100 MB or more, by the size of its model. */
  maxProcesses?: number;
  /** Milliseconds after which an idle process is killed. Default 5 minutes. */
  idleMs?: number;
  /** For requests that name no deadline of their own. Default 120 000. */
  deadlineMs?: number;
}

interface CompileInput {
  files: readonly ModelFile[];
  /** Keeps the compiled model in memory for `queryModel` until another one replaces it. */
  model?: string;
  /**
   * Versions of a model that may see each other, such as those of a branch. The code of a model can change the process that runs
   * it: no model of one line can change the results of another line. By default all models are of one line.
   */
  line?: string;
  variables?: Variables;
}

interface CompileOptions {
  signal?: AbortSignal;
  /** Milliseconds from the start of this compile, after which the child process is killed. Default: that of the compiler. */
  deadlineMs?: number;
}

interface ModelQueryInput {
  model: string;
  line?: string;
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
  readonly #deadlineMs: number;
  readonly #pool: WorkerPool<CompilerProcess>;
  readonly #disposed = new AbortController();
  /** Whether the model with a key gives its code the security context. */
  readonly #contextReaders = new LRUCache<string, boolean>({ max: 1000 });
  #restriction: Restriction;
  #warned = false;

  constructor({
    bundlePath,
    log = silentLog,
    cache = true,
    trustModels = false,
    maxProcesses = 4,
    idleMs = 5 * 60_000,
    deadlineMs = 120_000,
  }: CompilerOptions) {
    this.#deadlineMs = deadlineMs;
    this.#cache = cache;
    this.#restriction = trustModels ? 'none' : 'full';
    this.#bundlePath = bundlePath;
    this.#log = log;
    this.#pool = new WorkerPool({ start: () => this.#startProcess(), maxWorkers: maxProcesses, idleMs });
    // Every call that waits for its turn adds a listener.
    setMaxListeners(0, this.#disposed.signal);
  }

  /**
   * Compiles a whole model for no user. Calls of a line run one after the other. Errors in the model are part of the result,
   * not thrown.
   * @throws CancelledError when `signal` aborts or the compiler is disposed
   * @throws UserError when the compile exceeds its deadline or its process exits; the next call starts a new process
   */
  async compile(
    { files, model, line = '', variables = {} }: CompileInput,
    options: CompileOptions = {},
  ): Promise<CompileResult> {
    if (model !== undefined) this.#contextReaders.set(model, readsSecurityContext(files));
    const request = { files, model: model ?? null, variables, cache: this.#cache };
    const use = { line, rights: '', version: model ?? null };
    return await this.#enqueue(use, (child) => child.call('compile', request), options);
  }

  /**
   * Sends a request to the model with a key. The same key must always name the same files and variables. `files` is called only when the
   * model has to be compiled (again). Code that reads the security context of one caller never answers for another one.
   * @throws as `compile` does
   */
  async queryModel(
    { model, line = '', files, variables = {}, request }: ModelQueryInput,
    options: CompileOptions = {},
  ): Promise<Exclude<ModelResponse, { kind: 'unknown-model' }>> {
    let given: readonly ModelFile[] | null = null;
    let reads = this.#contextReaders.get(model);
    if (reads === undefined) {
      given = await files();
      reads = readsSecurityContext(given);
      this.#contextReaders.set(model, reads);
    }
    const { groups } = request.securityContext;
    const common = {
      model,
      variables,
      request: reads ? request : { ...request, securityContext: {} },
      groups: Array.isArray(groups) ? groups : [],
      cache: this.#cache,
    };
    const use = { line, rights: reads ? rightsOf(request.securityContext) : '', version: model };
    const send = (files: readonly ModelFile[] | null) =>
      this.#enqueue(use, (child) => child.call('queryModel', { ...common, files }), options);
    let response = await send(given);
    if (response.kind === 'unknown-model' && given === null) response = await send(await files());
    if (response.kind === 'unknown-model') throw compilerErrors.error('invalid-reply');
    return response;
  }

  /** Runs a Python script if models are trusted. Its failures are part of the result. @throws as `compile` does */
  runPython(script: PythonScript, options: CompileOptions = {}): Promise<PythonRun> {
    return this.#enqueue({ line: '', rights: '', version: null }, (child) => child.call('runPython', script), options);
  }

  dispose(): void {
    this.#disposed.abort();
    this.#pool.dispose();
  }

  async #enqueue<T>(
    use: Use,
    request: (child: CompilerProcess) => Promise<Reply<T>>,
    { signal, deadlineMs = this.#deadlineMs }: CompileOptions,
  ): Promise<T> {
    const either = signal ? AbortSignal.any([signal, this.#disposed.signal]) : this.#disposed.signal;
    throwIfAborted(either);
    const turn = this.#pool.run(use, (slot) => this.#run(slot, request, deadlineMs, either), either);
    // A cancelled caller does not wait until the child process has stopped.
    return raceAbort(turn, either);
  }

  async #run<T>(
    slot: Slot<CompilerProcess>,
    request: (child: CompilerProcess) => Promise<Reply<T>>,
    deadlineMs: number,
    signal: AbortSignal,
  ): Promise<T> {
    let child = slot.worker;
    let timedOut = false;
    const deadline = setTimeout(() => {
      timedOut = true;
      child.kill();
    }, deadlineMs);
    let grace: NodeJS.Timeout | undefined;
    const onAbort = () => {
      child.cancel();
      grace = setTimeout(() => child.kill(), this.#disposed.signal.aborted ? 0 : graceMs);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    child.ref();
    try {
      // The model's code runs only after the restrictions are known to apply, so that it cannot have them lifted.
      let started = await child.started;
      while (started === undefined && !timedOut) {
        const weaker = weakerRestriction[child.restriction];
        if (!weaker) break;
        throwIfAborted(signal);
        // Another process may have found it out, too.
        if (this.#restriction === child.restriction) this.#restriction = weaker;
        child = slot.worker = this.#startProcess();
        child.ref();
        started = await child.started;
      }
      throwIfAborted(signal);
      if (started === false) this.#warn();
      const { value, mustRestart } = await request(child);
      if (mustRestart) child.kill();
      return value;
    } catch (failure) {
      if (signal.aborted) throw new CancelledError();
      if (timedOut) throw compilerErrors.error('compile-timeout', [deadlineMs / 1000]);
      throw failure;
    } finally {
      clearTimeout(deadline);
      clearTimeout(grace);
      signal.removeEventListener('abort', onAbort);
      child.unref();
    }
  }

  #startProcess(): CompilerProcess {
    return new CompilerProcess(this.#bundlePath, this.#restriction, this.#log);
  }

  #warn(): void {
    if (this.#warned) return;
    this.#warned = true;
    this.#log.warn(
      'This version of Node.js cannot restrict the access of model code to files and processes. Compile only models that you trust.',
    );
  }
}
