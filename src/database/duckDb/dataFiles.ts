/** A folder of data files as the tables of a database. */

import { readdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { messageOf, UserError } from '../../base/errors.ts';
import { summaryOf } from './messages.ts';

export interface DataFile {
  path: string;
  /** `main` for the files of the folder itself. */
  schema: string;
  table: string;
  /** Parquet is read by each query, because it can be large and knows its types. Other files are read once. */
  isView: boolean;
}

const maxFiles = 2_000;

const readers: readonly { pattern: RegExp; reader: string; isView?: boolean }[] = [
  { pattern: /\.(?:csv|tsv)(?:\.gz)?$/i, reader: 'read_csv' },
  { pattern: /\.parquet$/i, reader: 'read_parquet', isView: true },
  { pattern: /\.(?:json|jsonl|ndjson)(?:\.gz)?$/i, reader: 'read_json' },
];

function readerOf(name: string) {
  return readers.find(({ pattern }) => pattern.test(name));
}

/** The data files of a folder, and of the folders in it. @throws UserError for none, too many, or two of one name */
export async function dataFilesBelow(folder: string): Promise<DataFile[]> {
  const root = await realpath(folder);
  const files = await dataFilesIn(root, 'main');
  for (const entry of await readdir(root, { withFileTypes: true })) {
    const isHidden = entry.name.startsWith('.') || entry.name === 'node_modules';
    if (entry.isDirectory() && !isHidden) files.push(...(await dataFilesIn(path.join(root, entry.name), entry.name)));
  }
  if (files.length === 0) throw new UserError(`${folder}: there is no CSV, Parquet or JSON file in this folder.`);
  if (files.length > maxFiles)
    throw new UserError(`${folder}: it has ${files.length} data files, more than ${maxFiles}.`);
  const known = new Map<string, DataFile>();
  for (const file of files) {
    // Names of tables have no case.
    const name = `${file.schema}.${file.table}`.toLowerCase();
    const other = known.get(name);
    if (other) throw new UserError(`${file.path} and ${other.path} would both be the table “${file.table}”.`);
    known.set(name, file);
  }
  return files;
}

async function dataFilesIn(folder: string, schema: string): Promise<DataFile[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map(({ name }) => ({ name, reader: readerOf(name) }))
    .filter(({ reader }) => reader !== undefined)
    .map(({ name, reader }) => ({
      path: path.join(folder, name),
      schema,
      table: name.replace(reader!.pattern, ''),
      isView: reader!.isView ?? false,
    }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** @throws UserError that names the file */
export async function loadDataFile(connection: DuckDBConnection, file: DataFile): Promise<void> {
  const { reader } = readerOf(file.path)!;
  const what = file.isView ? 'VIEW' : 'TABLE';
  const select = `SELECT * FROM ${reader}('${file.path.replaceAll("'", "''")}')`;
  try {
    if (file.schema !== 'main') await connection.run(`CREATE SCHEMA IF NOT EXISTS ${quoted(file.schema)}`);
    await connection.run(`CREATE ${what} ${quoted(file.schema)}.${quoted(file.table)} AS ${select}`);
  } catch (failure) {
    throw new UserError(`${file.path}: ${summaryOf(messageOf(failure))}`);
  }
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
