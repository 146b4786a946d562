/** What the local process answers about models that need not be on disk. It keeps them until it ends, with the review that asks. */

import type { Compiler } from '../../compiler/compiler.ts';
import { compilerVersion } from '../../compiler/compilerVersion.ts';
import { RefusedQuery } from '../../query/run/queryErrors.ts';
import type { CompiledSide } from '../../review/compiled/askedSides.ts';
import { CompiledFiles } from '../compiledFiles.ts';
import { compiledSide } from '../compiledSide.ts';
import type { LocalRequests } from './localRequests.ts';

export function compiledModels(
  compiler: Compiler,
): Pick<LocalRequests, 'compile' | 'modelMeta' | 'modelSql' | 'modelAccess'> {
  const sides = new Map<string, CompiledSide>();
  const sideOf = (name: string) => {
    const side = sides.get(name);
    if (!side) throw new Error(`${name} is not compiled.`);
    return side;
  };
  return {
    compile: async ({ name, files, modelFolder, now }, signal) => {
      const model = new CompiledFiles(compiler, files, { isApart: true });
      const outcome = await compiledSide(model, { modelFolder, now }, signal);
      if (outcome.kind === 'errors') return outcome;
      sides.set(name, outcome.side);
      const { meta, unrestricted } = outcome.side;
      return { kind: 'compiled', compiler: compilerVersion, meta, open: unrestricted!.meta };
    },
    modelMeta: ({ name, as }, signal) => sideOf(name).metaFor(as, signal),
    modelSql: async ({ name, query, as, isOpen }, signal) => {
      const side = sideOf(name);
      try {
        return await (isOpen ? side.unrestricted! : side).sql(query, as, signal);
      } catch (failure) {
        // The class of a failure does not reach the other process.
        if (failure instanceof RefusedQuery) return { refused: failure.message };
        throw failure;
      }
    },
    modelAccess: ({ name, callers }, signal) => sideOf(name).access!(callers, signal),
  };
}
