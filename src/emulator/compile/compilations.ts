/**
 * Compiles whole trees with the schema compiler. A build and a validation of the same files share one compilation. A compilation
 * that has no waiting caller any more is aborted.
 */

import { raceAbort } from '../../base/async.ts';
import type { CompileResult, Variables } from '../../compiler/compileResult.ts';
import type { Compiler } from '../../compiler/compiler.ts';
import type { ModelRequest, ModelResponse } from '../../compiler/modelRequest.ts';
import type { Repository } from '../git/repository.ts';
import { modelFiles, modelKey } from './modelFiles.ts';

interface Compilation {
  result: Promise<CompileResult>;
  abort: AbortController;
  waiting: number;
  done: boolean;
}

/** Number of results that are kept. */
const maxKept = 32;

export class Compilations {
  readonly #compiler: Compiler;
  readonly #compiles = new Map<string, Compilation>();

  constructor(compiler: Compiler) {
    this.#compiler = compiler;
  }

  /** The result for the tree of this id with these variables. @throws UserError when the compiler crashed or timed out; CancelledError on abort */
  async of(repository: Repository, tree: string, variables: Variables, signal: AbortSignal): Promise<CompileResult> {
    const model = modelKey(tree, variables);
    const compile = this.#compiles.get(model) ?? this.#start(repository, { model, tree, variables });
    compile.waiting += 1;
    try {
      return await raceAbort(compile.result, signal);
    } finally {
      compile.waiting -= 1;
      if (compile.waiting === 0 && !compile.done) this.#abort(model, compile);
    }
  }

  /** Asks the model of the tree of this id with these variables, which need not be in the compiler's memory. */
  ask(
    repository: Repository,
    { tree, variables }: { tree: string; variables: Variables },
    request: ModelRequest,
    signal: AbortSignal,
  ): Promise<ModelResponse> {
    const files = () => modelFiles(repository, tree);
    return this.#compiler.queryModel({ model: modelKey(tree, variables), files, variables, request }, { signal });
  }

  /** Aborts the compilations that run. */
  dispose(): void {
    for (const { abort } of this.#compiles.values()) abort.abort();
  }

  #start(
    repository: Repository,
    { model, tree, variables }: { model: string; tree: string; variables: Variables },
  ): Compilation {
    const abort = new AbortController();
    const result = modelFiles(repository, tree).then((files) =>
      this.#compiler.compile({ files, model, variables }, { signal: abort.signal }),
    );
    const compile: Compilation = { result, abort, waiting: 0, done: false };
    this.#compiles.set(model, compile);
    result.then(
      () => {
        compile.done = true;
        this.#dropOldest();
      },
      () => {
        compile.done = true;
        if (this.#compiles.get(model) === compile) this.#compiles.delete(model);
      },
    );
    return compile;
  }

  #abort(model: string, compile: Compilation): void {
    if (this.#compiles.get(model) === compile) this.#compiles.delete(model);
    compile.abort.abort();
  }

  #dropOldest(): void {
    for (const [model, { done }] of this.#compiles) {
      if (this.#compiles.size <= maxKept) break;
      if (done) this.#compiles.delete(model);
    }
  }
}
