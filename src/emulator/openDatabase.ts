/** The database of an emulator: the one that was asked for, that of the project, or the sample's. */

import { bundlePath } from '../base/bundlePath.ts';
import type { Log } from '../base/log.ts';
import { Database } from '../database/database.ts';
import type { DataSource } from '../database/source/dataSource.ts';
import { describeSource } from '../database/source/describeSource.ts';
import { readSources } from '../database/source/readSources.ts';
import { emulatorErrors } from './records/emulatorErrors.ts';
import { sampleData } from './sample/sample.ts';

export interface DatabaseChoice {
  /** A path, or the address of a database. */
  source?: string | undefined;
  /** For an address without one. */
  sourcePassword?: string | undefined;
  /** Its `.env` counts without `source`. */
  projectDir?: string | undefined;
  /** Milliseconds after which a statement is stopped. */
  statementTimeoutMs?: number | undefined;
}

export interface OpenDatabase {
  database: Database;
  /** Which one it is, for people. */
  title: string;
}

/** Opens it, so that a mistake stops the start. @throws UserError with file, line and dialect */
export async function openDatabase(choice: DatabaseChoice, log: Log): Promise<OpenDatabase> {
  const { source: named, sourcePassword: password, projectDir: projectFolder, statementTimeoutMs: deadlineMs } = choice;
  const sources = await readSources({ source: named, projectFolder, password });
  const { source, title } = sources ? onlyOf(sources) : withoutSource(projectFolder);
  const options = { bundlePath: bundlePath('database.cjs'), source, log };
  const database = new Database(deadlineMs === undefined ? options : { ...options, deadlineMs });
  try {
    // The sample's tables are known to load, and an empty database opens: both wait for the first query.
    if (sources) await database.check();
  } catch (failure) {
    database.dispose();
    throw failure;
  }
  return { database, title };
}

function onlyOf(sources: ReadonlyMap<string, DataSource>) {
  for (const [name, source] of sources) {
    if (name !== 'default' || source.kind !== 'duckdb') {
      throw emulatorErrors.error('source-not-served', [`${name}, ${describeSource(source)}`]);
    }
  }
  const source = sources.get('default')!;
  return { source, title: describeSource(source) };
}

function withoutSource(projectFolder: string | undefined): { source: DataSource; title: string } {
  if (projectFolder === undefined) {
    return { source: { kind: 'duckdb', scripts: [sampleData()] }, title: 'the sample’s tables, in the schema shop' };
  }
  // The sample's tables are not those of another model.
  return {
    source: { kind: 'duckdb' },
    title: 'empty: name the data with --source, or in the .env file of the project',
  };
}
