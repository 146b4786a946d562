/** Which database a project uses in the editor: one that the user chose, or that of its `.env` file. */

import type { DataSources, PostgresSource, PostgresTls } from '../../database/source/dataSource.ts';
import { envSources } from '../../database/source/envSources.ts';
import { pathSource } from '../../database/source/pathSource.ts';

/** Stored in the workspace's state. It contains no password. */
export type SourceChoice =
  | { kind: 'env' }
  | { kind: 'none' }
  /** An absolute path of a folder, a DuckDB file or a script. */
  | { kind: 'path'; path: string }
  | ({ kind: 'postgres'; tls?: PostgresTls['verify'] } & PostgresPlace);

type PostgresPlace = Required<Pick<PostgresSource, 'host' | 'database' | 'user'>> & { port?: number };

const defaultChoice: SourceChoice = { kind: 'env' };

/** The data sources by name; undefined if there is none. @throws UserError that contains no secret */
export async function chosenSources(
  choice: SourceChoice,
  projectFolder: string,
  password: string | undefined,
): Promise<DataSources | undefined> {
  switch (choice.kind) {
    case 'env':
      return envSources(projectFolder);
    case 'none':
      return undefined;
    case 'path':
      return new Map([['default', await pathSource(choice.path)]]);
    case 'postgres': {
      const { tls, ...place } = choice;
      const source: PostgresSource = {
        ...place,
        ...(password !== undefined && { password }),
        ...(tls && { tls: { verify: tls } }),
      };
      return new Map([['default', source]]);
    }
  }
}

/** How an emulator of the project gets the data: arguments of its command line, and its environment for the password. */
export interface EmulatorSource {
  args: readonly string[];
  env: Readonly<Record<string, string>>;
}

/** Without arguments, the emulator reads the `.env` file itself. */
export function emulatorSource(choice: SourceChoice, password: string | undefined): EmulatorSource {
  switch (choice.kind) {
    case 'env':
      return { args: [], env: {} };
    case 'none':
      return { args: ['--no-database'], env: {} };
    case 'path':
      return { args: ['--source', choice.path], env: {} };
    case 'postgres':
      return postgresSource(choice, password);
  }
}

function postgresSource(
  choice: Extract<SourceChoice, { kind: 'postgres' }>,
  password: string | undefined,
): EmulatorSource {
  const { host, port, user, database, tls } = choice;
  const modes = { none: 'require', authority: 'verify-ca', full: 'verify-full' } as const;
  const parameters = new URLSearchParams({ host, user, dbname: database, ...(tls && { sslmode: modes[tls] }) });
  if (port !== undefined) parameters.set('port', String(port));
  const env: EmulatorSource['env'] = password === undefined ? {} : { PGPASSWORD: password };
  return { args: ['--source', `postgres:///?${parameters}`], env };
}

/** What another version of the extension stored is not known to be a choice. */
export function parseChoice(value: unknown): SourceChoice {
  const { kind, path, host, port, database, user, tls } = (value ?? {}) as Record<string, unknown>;
  if (kind === 'none') return { kind };
  if (kind === 'path' && typeof path === 'string') return { kind, path };
  const isPlace = typeof host === 'string' && typeof database === 'string' && typeof user === 'string';
  if (kind !== 'postgres' || !isPlace) return defaultChoice;
  return {
    kind,
    host,
    database,
    user,
    ...(typeof port === 'number' && { port }),
    ...(isVerify(tls) && { tls }),
  };
}

function isVerify(value: unknown): value is PostgresTls['verify'] {
  return value === 'none' || value === 'authority' || value === 'full';
}
