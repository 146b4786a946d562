/** The compiler for calls that end soon: what a call began goes on without it, so that a later call finds the model compiled. */

import { raceAbort, throwIfAborted } from '../../base/async.ts';
import { isCancellation } from '../../base/errors.ts';
import type { CompileResult } from '../../compiler/compileResult.ts';
import { Compiler } from '../../compiler/compiler.ts';

/** Models whose compile goes on without a call; that of the oldest one ends when there are more. Each has the compiler’s deadline. */
const maxLeft = 2;
/** Results of whole compiles: of the project, of edits of it, and of the commit it is compared with. */
const maxResults = 4;

export class PatientCompiler extends Compiler {
  /** By the key of the model, as the next one. */
  readonly #results = new Map<string, Promise<CompileResult>>();
  readonly #left = new Map<string, AbortController>();
  #longestMs = 0;

  /** Milliseconds of the longest whole compile that ended by itself. */
  get longestMs(): number {
    return this.#longestMs;
  }

  /** A failure that no call waited for is that of the next call for the model. @throws as `Compiler.compile` does */
  override async compile(...[input, options = {}]: Parameters<Compiler['compile']>): Promise<CompileResult> {
    const { model = '' } = input;
    const { signal } = options;
    const known = this.#results.get(model);
    try {
      return await (known
        ? raceAbort(known, signal)
        : this.#goOn(model, signal, (until) => this.#begin(input, { ...options, signal: until })));
    } catch (failure) {
      if (!signal?.aborted) this.#results.delete(model);
      throw failure;
    }
  }

  #begin(...[input, options]: Required<Parameters<Compiler['compile']>>): Promise<CompileResult> {
    const { model = '' } = input;
    const started = performance.now();
    const result = super.compile(input, options);
    if (model !== '') this.#results.set(model, result);
    const [oldest] = this.#results.keys();
    if (this.#results.size > maxResults) this.#results.delete(oldest!);
    result.then(
      () => {
        this.#longestMs = Math.max(this.#longestMs, performance.now() - started);
      },
      (failure) => {
        if (isCancellation(failure)) this.#results.delete(model);
      },
    );
    return result;
  }

  /** @throws as `Compiler.compile` does */
  override queryModel(...[input, options = {}]: Parameters<Compiler['queryModel']>) {
    return this.#goOn(input.model, options.signal, (until) => super.queryModel(input, { ...options, signal: until }));
  }

  /** Rejects when `signal` aborts, which does not end the work. */
  async #goOn<T>(
    model: string,
    signal: AbortSignal | undefined,
    begin: (until: AbortSignal) => Promise<T>,
  ): Promise<T> {
    throwIfAborted(signal);
    const end = new AbortController();
    const work = begin(end.signal);
    const leave = () => {
      // One request is enough to get the model compiled.
      if (this.#left.has(model)) return end.abort();
      this.#left.set(model, end);
      const [oldest] = this.#left;
      if (this.#left.size <= maxLeft) return;
      this.#left.delete(oldest![0]);
      oldest![1].abort();
    };
    signal?.addEventListener('abort', leave, { once: true });
    const settled = () => {
      signal?.removeEventListener('abort', leave);
      if (this.#left.get(model) === end) this.#left.delete(model);
    };
    work.then(settled, settled);
    return raceAbort(work, signal);
  }
}
