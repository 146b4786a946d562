/** A project folder as one side of a review: its files, its model as the published compiler compiles it, and values of a database. */

import { UserError } from '../../base/errors.ts';
import { hashOf } from '../../base/hash.ts';
import type { ModelFile } from '../../compiler/compileResult.ts';
import type { Compiler } from '../../compiler/compiler.ts';
import type { Database } from '../../database/database.ts';
import { readProjectFiles } from '../../emulator/initialFiles.ts';
import { CompiledFiles } from '../../local/compiledFiles.ts';
import { compiledSide, readQuery } from '../../local/compiledSide.ts';
import { noDataSource } from '../../local/databaseNamed.ts';
import { dialectsOf } from '../../local/dialectsOf.ts';
import { asRefusal } from '../../local/localErrors.ts';
import { contextOf } from '../../local/localModel.ts';
import { rowsOf } from '../../local/results.ts';
import type { QueryObject, QueryViewer } from '../../model/documents/queryDocument.ts';
import { isModelSource } from '../../model/source/modelSource.ts';
import { tableOf, type WholeTable } from '../../query/results/resultTable.ts';
import { wholeTable } from '../../query/run/wholeRows.ts';
import type { CompileOutcome } from '../../review/compiled/askedSides.ts';
import { ListedBranch, type TextCache } from '../../session/review/listedBranch.ts';

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

  /** @throws UserError if the compiler exceeds its time limit, CancelledError */
  compiled(signal: AbortSignal): Promise<CompileOutcome> {
    const { now } = this.#options;
    return compiledSide(this.#model, { modelFolder: this.modelFolder, dialects: this.#dialects, now }, signal);
  }

  /**
   * The rows of a query; those of a caller without groups, or all.
   * @throws RefusedQuery also with the database's message, UserError
   */
  async values(
    { query, as, unrestricted = false }: { query: QueryObject; as?: QueryViewer | undefined; unrestricted?: boolean },
    signal: AbortSignal,
  ): Promise<WholeTable> {
    const asked = { ...query, limit: maxRows };
    const opens = unrestricted ? 'policies' : undefined;
    const plan = await this.#model.plan(readQuery(asked, this.#options.now), contextOf(as), {
      ...{ dialects: this.#dialects, opens, signal },
    });
    const { sql, params, columns, annotation, dataSource } = plan;
    const databases = this.#options.databases ?? new Map<string, Database>();
    const database = databases.get(dataSource);
    // That says nothing about the model.
    if (!database) throw new UserError(noDataSource(databases, dataSource));
    const rows = await database.query(this.#model.key, { sql, params }, signal).catch((failure: unknown) => {
      throw asRefusal(failure);
    });
    if (rows.values.length >= maxRows) throw new UserError(`The result has ${maxRows} rows or more.`);
    return wholeTable(tableOf({ data: rowsOf(rows, columns), annotation } as never, asked));
  }

  get #dialects() {
    const { databases } = this.#options;
    return databases && dialectsOf(databases);
  }
}
