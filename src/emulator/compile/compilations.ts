/**
 * Compiles whole trees with the schema compiler. A build and a validation of the same files share one compilation. A compilation
 * that has no waiting caller any more is aborted.
 */

import { raceAbort } from '../../base/async.ts';
import type { CompileResult } from '../../compiler/compileResult.ts';
import type { Compiler } from '../../compiler/compiler.ts';
import type { Repository } from '../git/repository.ts';
import { modelFiles } from './modelFiles.ts';

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

  /** The result for the tree of this id. @throws UserError when the compiler crashed or timed out; CancelledError on abort */
  async of(repository: Repository, tree: string, signal: AbortSignal): Promise<CompileResult> {
    const compile = this.#compiles.get(tree) ?? this.#start(repository, tree);
    compile.waiting += 1;
    try {
      return await raceAbort(compile.result, signal);
    } finally {
      compile.waiting -= 1;
      if (compile.waiting === 0 && !compile.done) this.#abort(tree, compile);
    }
  }

  dispose(): void {
    this.#compiler.dispose();
  }

  #start(repository: Repository, tree: string): Compilation {
    const abort = new AbortController();
    const result = modelFiles(repository, tree).then((files) =>
      this.#compiler.compile({ files, model: tree }, { signal: abort.signal }),
    );
    const compile: Compilation = { result, abort, waiting: 0, done: false };
    this.#compiles.set(tree, compile);
    result.then(
      () => {
        compile.done = true;
        this.#dropOldest();
      },
      () => {
        compile.done = true;
        if (this.#compiles.get(tree) === compile) this.#compiles.delete(tree);
      },
    );
    return compile;
  }

  #abort(tree: string, compile: Compilation): void {
    if (this.#compiles.get(tree) === compile) this.#compiles.delete(tree);
    compile.abort.abort();
  }

  #dropOldest(): void {
    for (const [tree, { done }] of this.#compiles) {
      if (this.#compiles.size <= maxKept) break;
      if (done) this.#compiles.delete(tree);
    }
  }
}
