/**
 * The process of the embedded database, an in-memory DuckDB: filled from scripts at its start, read-only afterwards. Statements
 * run at the same time, each on a separate connection.
 */

import { readFileSync } from 'node:fs';
import type { DuckDBConnection, DuckDBInstance, DuckDBPreparedStatement, Json } from '@duckdb/node-api';
import { Channel } from '../../base/channel.ts';
import { messageOf, UserError } from '../../base/errors.ts';
import type { DatabaseRequests, DatabaseStart, Rows, Statement } from './databaseRequests.ts';
import { processPort } from './processPort.ts';

/** The database allocates no more; a statement that needs more fails. */
const memoryLimit = '1GB';

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

async function openDatabase({ DuckDBInstance }: DuckDb, { scripts }: DatabaseStart): Promise<DuckDBInstance> {
  // Times without a zone are UTC.
  const instance = await DuckDBInstance.create(':memory:', { memory_limit: memoryLimit });
  const connection = await instance.connect();
  try {
    await connection.run("SET GLOBAL TimeZone = 'UTC'");
    // The SQL of a model and of a script reads and writes no files.
    await connection.run('SET enable_external_access = false; SET lock_configuration = true');
    for (const script of scripts) await runScript(connection, script);
  } finally {
    connection.closeSync();
  }
  return instance;
}

/** @throws UserError that names the file, the line and the dialect */
async function runScript(connection: DuckDBConnection, script: string): Promise<void> {
  const text = readFileSync(script, 'utf8');
  const starts = linesOfStatements(text);
  // The database fails for a text without a statement.
  if (starts.length === 0) return;
  let line = 1;
  try {
    const statements = await connection.extractStatements(text);
    for (let index = 0; index < statements.count; index += 1) {
      line = starts[index] ?? line;
      await (await statements.prepare(index)).run();
    }
  } catch (failure) {
    const message = messageOf(failure);
    const atLine = /\n\nLINE (\d+):/.exec(message)?.[1] ?? line;
    throw new UserError(`${script}:${atLine}: ${summaryOf(message)} The dialect of this file is DuckDB’s.`);
  }
}

/** The line of the first word of each statement: the database gives none for a statement that it understands. */
function linesOfStatements(text: string): number[] {
  const skipped = /\s+|--[^\n]*|\/\*[\s\S]*?\*\//y;
  const quoted = /'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[\s\S]*?\$\1\$|--[^\n]*|\/\*[\s\S]*?\*\/|;/g;
  const lines: number[] = [];
  for (let offset = 0; offset < text.length; ) {
    skipped.lastIndex = offset;
    for (let match = skipped.exec(text); match; match = skipped.exec(text)) offset = skipped.lastIndex;
    if (offset >= text.length) break;
    if (text[offset] !== ';') lines.push(text.slice(0, offset).split('\n').length);
    quoted.lastIndex = offset;
    let end = quoted.exec(text);
    while (end && end[0] !== ';') end = quoted.exec(text);
    offset = end ? quoted.lastIndex : text.length;
  }
  return lines;
}

/** Without the name of the step that failed, the excerpt of the SQL, and settings that a user cannot change. */
function summaryOf(message: string): string {
  return message
    .replace(/^Failed to extract statements: /, '')
    .replace(/\n\n(?:LINE \d+:|Possible solutions)[\s\S]*/, '')
    .replaceAll(/\s*\n\s*/g, ' ')
    .trim();
}

/** The one statement of a text, if it only reads. */
async function prepareQuery(
  { StatementType }: DuckDb,
  connection: DuckDBConnection,
  sql: string,
): Promise<DuckDBPreparedStatement> {
  const statements = await connection.extractStatements(sql);
  if (statements.count !== 1) throw new UserError('The SQL of a query has to be one statement.');
  const prepared = await statements.prepare(0);
  if (prepared.statementType !== StatementType.SELECT) throw new UserError('The SQL of a query can only read.');
  return prepared;
}

async function runQuery(
  duckDb: DuckDb,
  instance: DuckDBInstance,
  { sql, params }: Statement,
  signal: AbortSignal,
): Promise<Rows> {
  const connection = await instance.connect();
  const interrupt = () => connection.interrupt();
  signal.addEventListener('abort', interrupt, { once: true });
  try {
    await connection.run('BEGIN TRANSACTION READ ONLY');
    const prepared = await prepareQuery(duckDb, connection, sql);
    for (const [index, value] of params.entries()) bind(prepared, index + 1, value);
    const reader = await prepared.runAndReadAll();
    return { columns: reader.columnNames(), values: reader.getRowsJson().map((row) => row.map(plain)) };
  } finally {
    signal.removeEventListener('abort', interrupt);
    connection.closeSync();
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

const duckDb = loadDuckDb();
const start = JSON.parse(process.argv[2] ?? '{"scripts":[]}') as DatabaseStart;
const opened = duckDb.then((loaded) => openDatabase(loaded, start));
// Each request reports the failure.
opened.catch(() => {});
const requests: DatabaseRequests = {
  async start() {
    await opened;
  },
  async query(statement, signal) {
    const [loaded, instance] = [await duckDb, await opened];
    try {
      return await runQuery(loaded, instance, statement, signal);
    } catch (failure) {
      throw new UserError(summaryOf(messageOf(failure)));
    }
  },
};
new Channel(processPort(process), requests);
// A statement that runs does not keep the process.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
