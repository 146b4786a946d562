/** The databases of a command: that of `--source`, or those of the project's `.env` file. */

import { bundlePath } from '../base/bundlePath.ts';
import { UserError } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { Database } from '../database/database.ts';
import type { DataSources } from '../database/source/dataSource.ts';
import { readSources, requireSources, sourceFrom } from '../database/source/readSources.ts';

export const sourceOptions = {
  source: { type: 'string' },
  'trust-model': { type: 'boolean', default: false },
} as const;

export const trustUsage = `  --trust-model        run the model's code without restrictions, and its globals.py, its SQL as any user of the database,
                       and drivers in the project; only for models that you trust`;

export const sourceUsage = `  --source PATH|URL    a folder of CSV, Parquet or JSON files, a DuckDB file, a .sql script or a postgres:// address, with the
                       password in PGPASSWORD (default: the .env file of the project)
${trustUsage}`;

/** What the user entered. */
export interface SourceValues {
  source?: string | undefined;
  'trust-model': boolean;
}

interface Place {
  /** To which a path is relative. */
  currentFolder: string;
  projectFolder: string;
}

/** By the name of the data source. */
type Databases = ReadonlyMap<string, Database>;

/** Undefined if nothing says which. @throws UserError that contains no secret */
export function sourcesOf(values: SourceValues, place: Place): Promise<DataSources | undefined> {
  return readSources(asked(values, place));
}

/** Each one opens with its first question. */
export function databasesOf(sources: DataSources, log?: Log): Databases {
  const file = bundlePath('database.cjs');
  return new Map([...sources].map(([name, source]) => [name, new Database({ bundlePath: file, source, log })]));
}

export function closeSources(databases: Databases): void {
  for (const database of databases.values()) database.dispose();
}

/** Each one has answered once. @throws UserError, Error */
export async function openSources(values: SourceValues, place: Place): Promise<Databases> {
  const databases = databasesOf(await requireSources(asked(values, place)));
  try {
    for (const database of databases.values()) await database.check();
    return databases;
  } catch (failure) {
    closeSources(databases);
    // The command line is right.
    throw failure instanceof UserError ? new Error(failure.describe()) : failure;
  }
}

function asked({ source, 'trust-model': trusted }: SourceValues, { currentFolder, projectFolder }: Place) {
  return {
    source: source === undefined ? undefined : sourceFrom(currentFolder, source),
    projectFolder,
    password: process.env.PGPASSWORD,
    trusted,
  };
}
