/**
 * Compiles whole trees with the schema compiler. A build and a validation of the same files of a branch share one compilation. A
 * compilation that has no waiting caller any more is aborted.
 */

import { createHash } from 'node:crypto';
import { raceAbort } from '../../base/async.ts';
import type { CompileResult, ModelFile, Variables } from '../../compiler/compileResult.ts';
import type { Compiler } from '../../compiler/compiler.ts';
import type { ModelRequest, ModelResponse } from '../../compiler/modelRequest.ts';
import { isModelSource } from '../../model/source/modelSource.ts';
import type { Repository } from '../git/repository.ts';
import type { BranchRecord } from '../records/platformRecord.ts';

/** A version of a branch's model. */
export interface BranchModel {
  branch: BranchRecord;
  /** Id of the tree. */
  tree: string;
  variables: Variables;
}

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

  /** The result for a model. @throws UserError when the compiler crashed or timed out; CancelledError on abort */
  async of(repository: Repository, model: BranchModel, signal: AbortSignal): Promise<CompileResult> {
    const { line, key } = keysOf(repository, model);
    const place = `${line} ${key}`;
    const compile = this.#compiles.get(place) ?? this.#start(repository, model, place);
    compile.waiting += 1;
    try {
      return await raceAbort(compile.result, signal);
    } finally {
      compile.waiting -= 1;
      if (compile.waiting === 0 && !compile.done) this.#abort(place, compile);
    }
  }

  /** Asks a model, which need not be in the compiler's memory. */
  ask(
    repository: Repository,
    model: BranchModel,
    request: ModelRequest,
    signal: AbortSignal,
  ): Promise<Exclude<ModelResponse, { kind: 'unknown-model' }>> {
    const { line, key } = keysOf(repository, model);
    const files = () => modelFiles(repository, model.tree);
    const { variables } = model;
    return this.#compiler.queryModel({ model: key, line, files, variables, request }, { signal });
  }

  /** Aborts the compilations that run. */
  dispose(): void {
    for (const { abort } of this.#compiles.values()) abort.abort();
  }

  #start(repository: Repository, model: BranchModel, place: string): Compilation {
    const abort = new AbortController();
    const { line, key } = keysOf(repository, model);
    const { variables } = model;
    const result = modelFiles(repository, model.tree).then((files) =>
      this.#compiler.compile({ files, model: key, line, variables }, { signal: abort.signal }),
    );
    const compile: Compilation = { result, abort, waiting: 0, done: false };
    this.#compiles.set(place, compile);
    result.then(
      () => {
        compile.done = true;
        this.#dropOldest();
      },
      () => {
        compile.done = true;
        if (this.#compiles.get(place) === compile) this.#compiles.delete(place);
      },
    );
    return compile;
  }

  #abort(place: string, compile: Compilation): void {
    if (this.#compiles.get(place) === compile) this.#compiles.delete(place);
    compile.abort.abort();
  }

  #dropOldest(): void {
    for (const [place, { done }] of this.#compiles) {
      if (this.#compiles.size <= maxKept) break;
      if (done) this.#compiles.delete(place);
    }
  }
}

/**
 * The line of versions that may see each other, and the version of the model. For a dev branch, that is each of its saves; a
 * version of production, which others merge into, is for itself.
 */
function keysOf({ gitdir }: Repository, { branch, tree, variables }: BranchModel): { line: string; key: string } {
  const key = modelKey(tree, variables);
  const line = `${gitdir} ${branch.id}`;
  return { line: branch.parent === null ? `${line} ${key}` : line, key };
}

const modelFolder = 'model';

/** The key of a compiled tree. It differs for other variables and does not show them. */
function modelKey(tree: string, variables: Variables): string {
  const names = Object.keys(variables).sort();
  if (names.length === 0) return tree;
  const text = JSON.stringify(names.map((name) => [name, variables[name]]));
  return `${tree}/${createHash('sha256').update(text).digest('hex')}`;
}

/** The sources in the model folder, with names relative to it. */
async function modelFiles(repository: Repository, tree: string): Promise<ModelFile[]> {
  const files = await repository.readTree(tree);
  const sources = [...files].filter(([path]) => isModelSource(path, modelFolder)).sort(([a], [b]) => (a < b ? -1 : 1));
  return Promise.all(
    sources.map(async ([path, blob]) => ({
      fileName: path.slice(modelFolder.length + 1),
      content: Buffer.from(await repository.readFile(blob)).toString('utf8'),
    })),
  );
}
