/** The databases of an emulator: the one that was asked for, those of the project, or the sample's. */

import path from 'node:path';
import { bundlePath } from '../../base/bundlePath.ts';
import { UserError } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import { Database } from '../../database/database.ts';
import { type DataSource, dialectOf } from '../../database/source/dataSource.ts';
import { describeSource } from '../../database/source/describeSource.ts';
import { readSources } from '../../database/source/readSources.ts';
import { sampleData } from '../sample/sample.ts';

export interface DatabaseChoice {
  /** A path, or the address of a database. */
  source?: string | undefined;
  /** For an address without one. */
  sourcePassword?: string | undefined;
  /** Its `.env` counts without `source`. */
  projectDir?: string | undefined;
  /** Its `.env` does not count, so that no table has rows. */
  noDatabase?: boolean | undefined;
  /** Milliseconds after which a statement is stopped. */
  statementTimeoutMs?: number | undefined;
  /** Whether their SQL may also do what the user of a database may do beyond reading tables. */
  trustModels?: boolean | undefined;
}

export interface OpenDatabase {
  database: Database;
  /** Which one it is, for people. */
  title: string;
  dialect: string;
  /** Nothing says which data it has. */
  isEmpty: boolean;
}

/** By name of the data source. */
export type OpenDatabases = ReadonlyMap<string, OpenDatabase>;

/** Opens them, so that a mistake stops the start. @throws UserError with file, line and dialect */
export async function openDatabases(choice: DatabaseChoice, log: Log): Promise<OpenDatabases> {
  const { noDatabase = false } = choice;
  const { source: named, sourcePassword: password, projectDir: projectFolder, statementTimeoutMs: deadlineMs } = choice;
  const sources = noDatabase
    ? undefined
    : await readSources({ source: named, projectFolder, password, trusted: choice.trustModels });
  if (!sources) {
    const { source, title } = withoutSource(projectFolder, !noDatabase);
    const isEmpty = projectFolder !== undefined;
    // The sample's tables are known to load, and an empty database opens: both wait for the first query.
    return new Map([['default', { database: databaseOf(source), title, dialect: dialectOf(source), isEmpty }]]);
  }
  const opened = new Map<string, OpenDatabase>();
  try {
    for (const [name, source] of sources) {
      const title = describeSource(source);
      const database = databaseOf(source);
      opened.set(name, { database, title, dialect: dialectOf(source), isEmpty: false });
      await database.check();
    }
  } catch (failure) {
    closeDatabases(opened);
    throw named === undefined && projectFolder !== undefined
      ? namedIn(path.join(projectFolder, '.env'), failure)
      : failure;
  }
  return opened;

  function databaseOf(source: DataSource): Database {
    const options = { bundlePath: bundlePath('database.cjs'), source, log };
    return new Database(deadlineMs === undefined ? options : { ...options, deadlineMs });
  }
}

/** The file that names the database is where to correct it, unless the failure has a place. */
function namedIn(file: string, failure: unknown): unknown {
  if (!(failure instanceof UserError) || failure.where !== undefined) return failure;
  const { message, code, args, text, action, cause } = failure;
  return new UserError(message, { ...(code && text && { code, text }), args, action, cause, where: file });
}

/** The data that answers queries, for people; null if there is none. */
export function dataOf(opened: OpenDatabases): string | null {
  const named = [...opened].filter(([, { isEmpty }]) => !isEmpty);
  if (named.length === 0) return null;
  return named.map(([name, { title }]) => (opened.size === 1 ? title : `${name}: ${title}`)).join(', ');
}

export function closeDatabases(opened: OpenDatabases): void {
  for (const { database } of opened.values()) database.dispose();
}

function withoutSource(projectFolder: string | undefined, isRead: boolean): { source: DataSource; title: string } {
  if (projectFolder === undefined) {
    return { source: { kind: 'duckdb', folder: sampleData() }, title: 'the sample’s tables, in the schema shop' };
  }
  // The sample's tables are not those of another model.
  return {
    source: { kind: 'duckdb' },
    title: isRead
      ? 'empty: name the data in the .env file of the project, or with --source'
      : 'empty: no data source is chosen (--no-database)',
  };
}
