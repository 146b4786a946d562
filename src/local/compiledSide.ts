/** One side of a review as the compiler on this computer sees it. */

import { withTemplate } from '../compiler/compileResult.ts';
import type { Compiler } from '../compiler/compiler.ts';
import { compilerVersion } from '../compiler/compilerVersion.ts';
import type { Dialects, ModelMeta } from '../compiler/modelRequest.ts';
import type { DataMeta } from '../contract/dataApi.ts';
import type { QueryObject } from '../model/documents/queryDocument.ts';
import type { ModelIndex } from '../model/index/modelIndex.ts';
import { RefusedQuery } from '../query/run/queryErrors.ts';
import type { CompiledSide, CompileOutcome } from '../review/compiled/askedSides.ts';
import { onlyPublic } from '../review/compiled/publicParts.ts';
import { CompiledFiles } from './compiledFiles.ts';
import { InvalidQuery } from './invalidQuery.ts';
import { contextOf, filesOf } from './localModel.ts';
import { readQueries } from './queryInput.ts';

interface SideOptions {
  modelFolder: string;
  /** By data source. Without them, SQL is that of DuckDB. */
  dialects?: Dialects | undefined;
  /** Milliseconds since the epoch: what relative dates mean. */
  now: number;
}

/** @throws UserError if the compiler exceeds its time limit, CancelledError */
export async function compiledSide(
  model: CompiledFiles,
  { modelFolder, dialects, now }: SideOptions,
  signal: AbortSignal,
): Promise<CompileOutcome> {
  const { errors } = await model.compile({ signal });
  if (errors.length > 0) return { kind: 'errors', errors: errors.map(withTemplate).map(withPath(modelFolder)) };
  const [own, all] = await Promise.all([model.meta({}, { signal }), model.meta({}, { signal, opens: 'policies' })]);
  const metaFor: CompiledSide['metaFor'] = async (as, until) =>
    publicMeta(await model.meta(contextOf(as), { signal: until }));
  const sqlOf =
    (isOpen: boolean): CompiledSide['sql'] =>
    async (query, as, until) => {
      const opens = isOpen ? 'policies' : undefined;
      const { sql, params } = await model.plan(readQuery(query, now), contextOf(as), {
        ...{ dialects, opens, signal: until },
      });
      return { text: sql, parameters: params };
    };
  return {
    kind: 'compiled',
    side: {
      ...{ compiler: compilerVersion, meta: publicMeta(own), metaFor, sql: sqlOf(false) },
      unrestricted: { meta: publicMeta(all), metaFor, sql: sqlOf(true) },
      access: (callers, until) => model.access(callers, until),
    },
  };
}

/** Compiles the sources of the models of a review. Relative dates mean the same in all of them. */
export function sourceCompiler(compiler: Compiler) {
  const now = Date.now();
  return {
    /** @throws as `compiledSide` does */
    compile: (index: ModelIndex, signal: AbortSignal) => {
      const model = new CompiledFiles(compiler, filesOf(index), { isApart: true });
      return compiledSide(model, { modelFolder: index.modelFolder, now }, signal);
    },
    dispose: () => compiler.dispose(),
  };
}

/** @throws RefusedQuery */
export function readQuery(query: QueryObject, now: number) {
  try {
    const [first] = readQueries(query, now).queries;
    return first!.query;
  } catch (failure) {
    throw failure instanceof InvalidQuery ? new RefusedQuery(failure.message) : failure;
  }
}

function publicMeta(meta: ModelMeta): DataMeta {
  return onlyPublic(meta as unknown as DataMeta);
}

/** The compiler knows files by their names in the model folder. */
function withPath(modelFolder: string) {
  return ({ message, fileName }: { message: string; fileName: string | null }) => {
    const isBelow = fileName !== null && modelFolder !== '.';
    return { message, fileName: isBelow ? `${modelFolder}/${fileName}` : fileName };
  };
}
