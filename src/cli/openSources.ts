/** The databases of a command: that of `--source`, or those of the project's `.env` file. */

import { bundlePath } from '../base/bundlePath.ts';
import { UserError } from '../base/errors.ts';
import { Database } from '../database/database.ts';
import { requireSources, sourceFrom } from '../database/source/readSources.ts';

export const sourceUsage = `  --source PATH|URL    a folder of CSV, Parquet or JSON files, a DuckDB file, a .sql script or a postgres:// address, with the
                       password in PGPASSWORD (default: the .env file of the project)`;

interface SourceRequest {
  source: string | undefined;
  /** To which a path is relative. */
  currentFolder: string;
  projectFolder?: string | undefined;
  trusted?: boolean | undefined;
}

/** By the name of the data source. Each one has answered once. @throws UserError, Error */
export async function openSources({
  source,
  currentFolder,
  projectFolder,
  trusted,
}: SourceRequest): Promise<Map<string, Database>> {
  const sources = await requireSources({
    source: source === undefined ? undefined : sourceFrom(currentFolder, source),
    projectFolder,
    password: process.env.PGPASSWORD,
    trusted,
  });
  const databases = new Map<string, Database>();
  try {
    for (const [name, opened] of sources) {
      const database = new Database({ bundlePath: bundlePath('database.cjs'), source: opened });
      databases.set(name, database);
      await database.check();
    }
    return databases;
  } catch (failure) {
    for (const database of databases.values()) database.dispose();
    // The command line is right.
    throw failure instanceof UserError ? new Error(failure.describe()) : failure;
  }
}
