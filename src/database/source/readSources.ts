/** Which databases a command or an emulator opens: the one that was asked for, or those of a project's `.env` file. */

import path from 'node:path';
import { type DataSources, trusting } from './dataSource.ts';
import { envSources } from './envSources.ts';
import { pathSource } from './pathSource.ts';
import { isPostgresAddress, postgresAddress } from './postgresAddress.ts';
import { sourceErrors } from './sourceErrors.ts';

interface SourceOptions {
  /** A path, or the address of a database. */
  source?: string | undefined;
  /** The project, whose `.env` is read without `source`, and whose drivers are used. */
  projectFolder?: string | undefined;
  /** For an address without one: it would be seen in a list of processes. */
  password?: string | undefined;
  /** Whether SQL of the models, and a driver in the project's folder, may do what the user of the database may do. */
  trusted?: boolean | undefined;
}

/** The data sources by name; undefined if nothing says which. @throws UserError that contains no secret */
export async function readSources(options: SourceOptions): Promise<DataSources | undefined> {
  const sources = await namedSources(options);
  if (!sources || !options.trusted) return sources;
  return new Map([...sources].map(([name, source]) => [name, trusting(source)]));
}

async function namedSources({ source, projectFolder, password }: SourceOptions): Promise<DataSources | undefined> {
  if (source !== undefined) {
    const opened = isAddress(source) ? addressSource(source, password) : await pathSource(source);
    return new Map([['default', opened]]);
  }
  return projectFolder === undefined ? undefined : envSources(projectFolder);
}

/** @throws UserError `env-none` if nothing says which */
export async function requireSources(options: SourceOptions): Promise<DataSources> {
  const sources = await readSources(options);
  if (!sources) throw sourceErrors.error('env-none', [], { where: options.projectFolder });
  return sources;
}

/** As `--source` names it, with a path relative to the user's folder. */
export function sourceFrom(currentFolder: string, source: string): string {
  return isAddress(source) ? source : path.resolve(currentFolder, source);
}

function isAddress(source: string): boolean {
  return /^[a-z][a-z\d+.-]+:\/\//i.test(source);
}

function addressSource(address: string, password: string | undefined) {
  if (!isPostgresAddress(address)) {
    throw sourceErrors.error('address-unknown', [address.slice(0, address.indexOf('://') + 3)]);
  }
  const source = postgresAddress(address);
  return source.password === undefined && password !== undefined ? { ...source, password } : source;
}
