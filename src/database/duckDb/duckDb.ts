/**
 * The embedded database, a DuckDB: filled at its start from a script or from data files, or a file that exists; read-only
 * afterwards. Statements run at the same time, each on a separate connection.
 */

import type { DuckDBConnection, DuckDBInstance, DuckDBPreparedStatement, Json } from '@duckdb/node-api';
import { throwIfAborted } from '../../base/async.ts';
import { messageOf, UserError } from '../../base/errors.ts';
import { BoundedRows } from '../source/boundedRows.ts';
import type { Description, Rows, Statement } from '../source/databaseRequests.ts';
import type { DuckDbSource } from '../source/dataSource.ts';
import type { Engine } from '../source/engine.ts';
import { readCatalog } from './catalog.ts';
import { type DataFile, dataFilesBelow, loadDataFile } from './dataFiles.ts';
import { kindOf } from './duckDbTypes.ts';
import { problemOf, summaryOf } from './messages.ts';
import { runScript } from './script.ts';

/** The database allocates no more; what does not fit goes to a temporary folder, or the statement fails. */
const memoryLimit = '1GB';

/** Many of them can be open at a time. */
const scratchMemory = '256MB';

/**
 * This optimizer of DuckDB 1.5.1 to 1.5.5 takes two joins of the same tables for one although they keep different columns
 * (duckdb/duckdb#25819), as the sums of two cubes in one query do.
 */
const settings = { disabled_optimizers: 'common_subplan' };

interface Scratch {
  /** Fills it. */
  connection: DuckDBConnection;
  engine: Engine;
  close(): void;
}

type DuckDb = typeof import('@duckdb/node-api');

async function loadDuckDb(): Promise<DuckDb> {
  try {
    return await import('@duckdb/node-api');
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw failure;
    throw new UserError(
      `This package contains no database for ${process.platform}-${process.arch}, so queries have no values. Install the package that is built for this system.`,
    );
  }
}

/**
 * @param temporaryFolder for what does not fit in memory; statements can read its files
 * @throws UserError that names the file, and for a script the line and the dialect
 */
export async function openDuckDb(source: DuckDbSource, temporaryFolder: string): Promise<Engine> {
  const duckDb = await loadDuckDb();
  const instance = await openFile(duckDb, source, temporaryFolder);
  const files = source.folder === undefined ? [] : await dataFilesBelow(source.folder);
  const connection = await instance.connect();
  try {
    // Times without a zone are UTC.
    await connection.run("SET GLOBAL TimeZone = 'UTC'");
    for (const file of files) await loadDataFile(connection, file);
    // Queries can neither read other files nor write any.
    await connection.run(`SET allowed_paths = [${keptFiles(files)}]`);
    await connection.run('SET enable_external_access = false; SET lock_configuration = true');
    for (const script of source.scripts ?? []) await runScript(connection, script);
  } finally {
    connection.closeSync();
  }
  return new DuckDbEngine(duckDb, instance);
}

/** An empty database for one request. It reads and writes no files. */
export async function openScratch(temporaryFolder: string): Promise<Scratch> {
  const duckDb = await loadDuckDb();
  const limits = { ...settings, memory_limit: scratchMemory, threads: '1', temp_directory: temporaryFolder };
  const instance = await duckDb.DuckDBInstance.create(':memory:', limits);
  const connection = await instance.connect();
  await connection.run("SET GLOBAL TimeZone = 'UTC'");
  await connection.run('SET enable_external_access = false; SET lock_configuration = true');
  return {
    connection,
    engine: new DuckDbEngine(duckDb, instance),
    close: () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

async function openFile(
  { DuckDBInstance }: DuckDb,
  { file }: DuckDbSource,
  temporaryFolder: string,
): Promise<DuckDBInstance> {
  const limits = { ...settings, memory_limit: memoryLimit, temp_directory: temporaryFolder };
  if (file === undefined) return DuckDBInstance.create(':memory:', limits);
  try {
    return await DuckDBInstance.create(file, { ...limits, access_mode: 'READ_ONLY' });
  } catch (failure) {
    throw new UserError(`${file}: ${summaryOf(messageOf(failure))}`);
  }
}

/** The files that are read by each query. */
function keptFiles(files: readonly DataFile[]): string {
  return files
    .filter(({ isView }) => isView)
    .map(({ path }) => `'${path.replaceAll("'", "''")}'`)
    .join(', ');
}

class DuckDbEngine implements Engine {
  readonly #duckDb: DuckDb;
  readonly #instance: DuckDBInstance;

  constructor(duckDb: DuckDb, instance: DuckDBInstance) {
    this.#duckDb = duckDb;
    this.#instance = instance;
  }

  async query({ sql, params }: Statement, signal: AbortSignal): Promise<Rows> {
    try {
      return await this.#reading(signal, async (connection) => {
        const prepared = await this.#prepare(connection, sql);
        for (const [index, value] of params.entries()) bind(prepared, index + 1, value);
        const result = await prepared.stream();
        const rows = new BoundedRows(result.columnNames());
        for await (const chunk of result.yieldRowsJson()) {
          for (const row of chunk) rows.add(row.map(plain));
        }
        return rows;
      });
    } catch (failure) {
      throw new UserError(summaryOf(messageOf(failure)));
    }
  }

  async describe(sql: string, signal: AbortSignal): Promise<Description> {
    try {
      return await this.#reading(signal, async (connection) => {
        const prepared = await this.#prepare(connection, sql);
        const columns = Array.from({ length: prepared.columnCount }, (_, index) => {
          const type = String(prepared.columnType(index));
          return { name: prepared.columnName(index), type, kind: kindOf(type) };
        });
        return { columns };
      });
    } catch (failure) {
      throwIfAborted(signal);
      return { problem: problemOf(messageOf(failure), sql) };
    }
  }

  catalog(signal: AbortSignal) {
    return this.#reading(signal, readCatalog);
  }

  async #reading<T>(signal: AbortSignal, work: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
    const connection = await this.#instance.connect();
    const interrupt = () => connection.interrupt();
    signal.addEventListener('abort', interrupt, { once: true });
    try {
      throwIfAborted(signal);
      await connection.run('BEGIN TRANSACTION READ ONLY');
      return await work(connection);
    } finally {
      signal.removeEventListener('abort', interrupt);
      connection.closeSync();
    }
  }

  /** The one statement of a text, if it only reads. */
  async #prepare(connection: DuckDBConnection, sql: string): Promise<DuckDBPreparedStatement> {
    const statements = await connection.extractStatements(sql);
    if (statements.count !== 1) throw new UserError('The SQL of a query has to be one statement.');
    const prepared = await statements.prepare(0);
    if (prepared.statementType !== this.#duckDb.StatementType.SELECT) {
      throw new UserError('The SQL of a query can only read.');
    }
    return prepared;
  }
}

function bind(prepared: DuckDBPreparedStatement, index: number, value: unknown): void {
  if (value === null || value === undefined) prepared.bindNull(index);
  else if (typeof value === 'number') prepared.bindDouble(index, value);
  else prepared.bindVarchar(index, String(value));
}

/** Exact decimals, large integers and times are texts already. */
function plain(value: Json): Rows['values'][number][number] {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}
