/**
 * Verdicts of the schema compiler on whole trees. A build and a validation of the same files share one compile; a compile
 * nobody waits for any more is given up.
 */

import { raceAbort } from '../../base/async.ts';
import type { CompileResult } from '../../compiler/compileResult.ts';
import type { Compiler } from '../../compiler/compiler.ts';
import type { Repository } from '../git/repository.ts';
import { modelFiles } from './modelFiles.ts';

interface Compilation {
  verdict: Promise<CompileResult>;
  abort: AbortController;
  waiting: number;
  done: boolean;
}

const kept = 32;

export class Compilations {
  readonly #compiler: Compiler;
  readonly #compiles = new Map<string, Compilation>();

  constructor(compiler: Compiler) {
    this.#compiler = compiler;
  }

  /** The verdict on a tree (its id). @throws UserError when the compiler died or took too long; CancelledError on abort. */
  async of(repository: Repository, tree: string, signal: AbortSignal): Promise<CompileResult> {
    const compile = this.#compiles.get(tree) ?? this.#start(repository, tree);
    compile.waiting += 1;
    try {
      return await raceAbort(compile.verdict, signal);
    } finally {
      compile.waiting -= 1;
      if (compile.waiting === 0 && !compile.done) this.#giveUp(tree, compile);
    }
  }

  dispose(): void {
    this.#compiler.dispose();
  }

  #start(repository: Repository, tree: string): Compilation {
    const abort = new AbortController();
    const verdict = modelFiles(repository, tree).then((files) =>
      this.#compiler.compile({ files, model: tree }, { signal: abort.signal }),
    );
    const compile: Compilation = { verdict, abort, waiting: 0, done: false };
    this.#compiles.set(tree, compile);
    verdict.then(
      () => {
        compile.done = true;
        this.#forgetOldest();
      },
      () => {
        compile.done = true;
        if (this.#compiles.get(tree) === compile) this.#compiles.delete(tree);
      },
    );
    return compile;
  }

  #giveUp(tree: string, compile: Compilation): void {
    if (this.#compiles.get(tree) === compile) this.#compiles.delete(tree);
    compile.abort.abort();
  }

  #forgetOldest(): void {
    for (const [tree, { done }] of this.#compiles) {
      if (this.#compiles.size <= kept) break;
      if (done) this.#compiles.delete(tree);
    }
  }
}
