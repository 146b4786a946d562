/** A project folder as one side of a review: its files, its model as the published compiler compiles it, and values of a database. */

import { UserError } from '../../base/errors.ts';
import { hashOf } from '../../base/hash.ts';
import type { ModelFile } from '../../compiler/compileResult.ts';
import type { Compiler } from '../../compiler/compiler.ts';
import type { ModelMeta } from '../../compiler/modelRequest.ts';
import type { DataMeta } from '../../contract/dataApi.ts';
import type { Database } from '../../database/database.ts';
import { readProjectFiles } from '../../emulator/initialFiles.ts';
import { CompiledFiles } from '../../local/compiledFiles.ts';
import { dialectsOf } from '../../local/dialectsOf.ts';
import { InvalidQuery } from '../../local/invalidQuery.ts';
import { contextOf } from '../../local/localModel.ts';
import { readQueries } from '../../local/queryInput.ts';
import { rowsOf } from '../../local/results.ts';
import type { QueryObject, QueryViewer } from '../../model/documents/queryDocument.ts';
import { isModelSource } from '../../model/source/modelSource.ts';
import { tableOf, type WholeTable } from '../../query/results/resultTable.ts';
import { RefusedQuery } from '../../query/run/queryErrors.ts';
import { wholeTable } from '../../query/run/wholeRows.ts';
import type { CompiledSide } from '../../review/compiled/askedSides.ts';
import { onlyPublic } from '../../review/compiled/publicParts.ts';
import { ListedBranch, type TextCache } from '../../session/review/listedBranch.ts';
import type { ReadSide } from '../../session/review/readCompiled.ts';

/** The most rows of a query. */
const maxRows = 50_000;

interface VersionOptions {
  modelFolder: string;
  compiler: Compiler;
  /** For messages. */
  name: string;
  texts: TextCache;
  /** By data source; undefined: there are no values, and SQL is that of DuckDB. */
  databases: ReadonlyMap<string, Database> | undefined;
  /** Milliseconds since the epoch: what relative dates mean. */
  now: number;
}

export class FolderVersion {
  readonly listed: ListedBranch;
  readonly modelFolder: string;
  readonly #options: VersionOptions;
  readonly #model: CompiledFiles;

  /** @throws UserError for a folder that cannot be read, or has no model */
  static async read({ folder, ...options }: VersionOptions & { folder: string }): Promise<FolderVersion> {
    return new FolderVersion(options, await readProjectFiles(folder), folder);
  }

  /** @param files by their paths in the project. @throws UserError if there is no model */
  constructor(options: VersionOptions, files: ReadonlyMap<string, Uint8Array>, folder = options.name) {
    const { modelFolder, texts } = options;
    this.#options = options;
    this.modelFolder = modelFolder;
    const below = modelFolder === '.' ? '' : `${modelFolder}/`;
    const sources = [...files]
      .filter(([path]) => isModelSource(path, modelFolder))
      .map(
        ([path, bytes]): ModelFile => ({
          fileName: path.slice(below.length),
          content: Buffer.from(bytes).toString('utf8'),
        }),
      );
    if (sources.length === 0) throw new UserError(`There is no data model in ${folder}.`);
    this.#model = new CompiledFiles(options.compiler, sources, { isApart: true });
    const tree = new Map([...files].map(([path, bytes]) => [path, hashOf(bytes)]));
    const port = { listHashes: async () => tree, contents: async () => files };
    this.listed = new ListedBranch(options.name, port, texts);
  }

  /** The compiled model, or why it does not compile. @throws UserError if the compiler exceeds its time limit */
  async compiled(signal: AbortSignal): Promise<ReadSide> {
    const model = this.#model;
    const { errors } = await model.compile({ signal });
    if (errors.length > 0) return { kind: 'errors', errors: errors.map(withPath(this.#options.modelFolder)) };
    const [own, all] = await Promise.all([model.meta({}, { signal }), model.meta({}, { signal, opens: 'policies' })]);
    const metaFor: CompiledSide['metaFor'] = async (as, until) =>
      publicMeta(await model.meta(contextOf(as), { signal: until }));
    const sqlOf =
      (unrestricted: boolean): CompiledSide['sql'] =>
      async (query, as, until) => {
        const { sql, params } = await this.#plan(query, as, unrestricted && !as, until);
        return { text: sql, parameters: params };
      };
    return {
      kind: 'compiled',
      side: {
        ...{ meta: publicMeta(own), metaFor, sql: sqlOf(false) },
        unrestricted: { meta: publicMeta(all), metaFor, sql: sqlOf(true) },
        access: (callers, until) => model.access(callers, until),
      },
    };
  }

  /**
   * The rows of a query; those of a caller without groups, or all.
   * @throws RefusedQuery, UserError with the database's message
   */
  async values(
    { query, as, unrestricted = false }: { query: QueryObject; as?: QueryViewer | undefined; unrestricted?: boolean },
    signal: AbortSignal,
  ): Promise<WholeTable> {
    const asked = { ...query, limit: maxRows };
    const { sql, params, columns, annotation, dataSource } = await this.#plan(asked, as, unrestricted, signal);
    const database = this.#options.databases?.get(dataSource);
    if (!database) throw new UserError(`There is no data source “${dataSource}”.`);
    const rows = await database.query(this.#model.key, { sql, params }, signal);
    if (rows.values.length >= maxRows) throw new UserError(`The result has ${maxRows} rows or more.`);
    return wholeTable(tableOf({ data: rowsOf(rows, columns), annotation } as never, asked));
  }

  #plan(query: QueryObject, as: QueryViewer | undefined, unrestricted: boolean, signal: AbortSignal) {
    const { databases, now } = this.#options;
    return this.#model.plan(readQuery(query, now), contextOf(as), {
      signal,
      dialects: databases && dialectsOf(databases),
      opens: unrestricted ? 'policies' : undefined,
    });
  }
}

function publicMeta(meta: ModelMeta): DataMeta {
  return onlyPublic(meta as unknown as DataMeta);
}

/** @throws RefusedQuery */
function readQuery(query: QueryObject, now: number) {
  try {
    const [first] = readQueries(query, now).queries;
    return first!.query;
  } catch (failure) {
    if (failure instanceof InvalidQuery) throw new RefusedQuery(failure.message);
    throw failure;
  }
}

/** The compiler knows files by their names in the model folder. */
function withPath(modelFolder: string) {
  return ({ message, fileName }: { message: string; fileName: string | null }) => {
    const isBelow = fileName !== null && modelFolder !== '.';
    return { message, fileName: isBelow ? `${modelFolder}/${fileName}` : fileName };
  };
}
