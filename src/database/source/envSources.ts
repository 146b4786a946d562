/** The data sources that a project's `.env` file names, with the variables of a self-hosted server. */

import { readFile, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { type ErrorArgument, UserError } from '../../base/errors.ts';
import { readErrorText } from '../../base/readErrorText.ts';
import { databaseTypes } from './databaseTypes.ts';
import type { DataSource, DataSources, PostgresTls } from './dataSource.ts';
import { type EnvFile, readEnv } from './envFile.ts';
import { pathSource } from './pathSource.ts';
import { sourceErrors } from './sourceErrors.ts';

const maxBytes = 256 * 1024;

/** Undefined without such a file, or if it has no variable of a database. @throws UserError with file and line */
export async function envSources(projectFolder: string): Promise<DataSources | undefined> {
  const file = path.join(projectFolder, '.env');
  const text = await readText(file);
  if (text === undefined) return undefined;
  const env = readEnv(text, file);
  const names = sourceNames(env, file);
  const hasDatabase = [...env].some(([name, { value }]) => /^CUBEJS_(?:DS_\w+_)?DB_/.test(name) && value !== '');
  if (!names && !hasDatabase) return undefined;
  const sources = new Map<string, DataSource>();
  for (const name of names ?? ['default']) {
    sources.set(name, await sourceOf(new SourceVariables(env, { name, isOnly: !names, file, projectFolder })));
  }
  return sources;
}

async function readText(file: string): Promise<string | undefined> {
  try {
    const found = await stat(file);
    if (!found.isFile()) throw sourceErrors.error('env-unreadable', ['it is not a file'], { where: file });
    if (found.size > maxBytes) throw sourceErrors.error('env-too-large', [maxBytes / 1024], { where: file });
    return await readFile(file, 'utf8');
  } catch (cause) {
    if (cause instanceof UserError) throw cause;
    if (/^(?:ENOENT|ENOTDIR)$/.test((cause as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw sourceErrors.error('env-unreadable', [readErrorText(cause)], { where: file, cause });
  }
}

function sourceNames(env: EnvFile, file: string): string[] | undefined {
  const listed = env.get('CUBEJS_DATASOURCES');
  if (!listed || listed.value.trim() === '') return undefined;
  const names = listed.value.split(',').map((name) => name.trim());
  const bad = names.find((name) => !/^\w{1,100}$/.test(name));
  if (bad !== undefined) throw sourceErrors.error('env-bad-name', [bad], { where: `${file}:${listed.line}` });
  return names;
}

interface SourcePlace {
  name: string;
  /** The file lists no data sources. */
  isOnly: boolean;
  file: string;
  projectFolder: string;
}

/** The variables of one data source. Names are those of a project with one data source. */
class SourceVariables {
  readonly projectFolder: string;
  readonly #env: EnvFile;
  readonly #file: string;
  readonly #prefix: string;

  constructor(env: EnvFile, { name, isOnly, file, projectFolder }: SourcePlace) {
    this.projectFolder = projectFolder;
    this.#env = env;
    this.#file = file;
    this.#prefix = isOnly || name === 'default' ? 'CUBEJS_' : `CUBEJS_DS_${name.toUpperCase()}_`;
  }

  /** As it is in the file. */
  nameOf(variable: string): string {
    return variable.replace(/^CUBEJS_/, this.#prefix);
  }

  /** Undefined if it is missing or empty. */
  get(variable: string): string | undefined {
    return this.#env.get(this.nameOf(variable))?.value || undefined;
  }

  require(variable: string): string {
    const value = this.get(variable);
    if (value === undefined) throw this.error('env-needs', 'CUBEJS_DB_TYPE', [this.nameOf(variable)]);
    return value;
  }

  /** @throws UserError at the line of the variable, or of the file if it is missing */
  error(code: keyof typeof sourceErrors.texts, variable: string, args: readonly ErrorArgument[] = []) {
    const line = this.#env.get(this.nameOf(variable))?.line;
    const where = line === undefined ? this.#file : `${this.#file}:${line}`;
    return sourceErrors.error(code, args.length > 0 ? args : [this.nameOf(variable)], { where });
  }

  isOn(variable: string): boolean {
    const value = this.get(variable)?.toLowerCase() ?? 'false';
    if (value !== 'true' && value !== 'false') throw this.error('env-not-a-switch', variable);
    return value === 'true';
  }

  port(): number | undefined {
    const text = this.get('CUBEJS_DB_PORT');
    if (text === undefined) return undefined;
    const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
    if (port < 1 || port > 65_535) throw this.error('env-not-a-port', 'CUBEJS_DB_PORT');
    return port;
  }

  /** What a driver reads. Variables of other data sources and of the server are not part of it. */
  all(): Record<string, string> {
    const own = [...this.#env].filter(([name]) => {
      if (this.#prefix !== 'CUBEJS_') return name.startsWith(this.#prefix);
      return /^CUBEJS_/.test(name) && !/^CUBEJS_(?:DS_|DATASOURCES$|API_SECRET$|JWT_)/.test(name);
    });
    return Object.fromEntries(own.map(([name, { value }]) => [`CUBEJS_${name.slice(this.#prefix.length)}`, value]));
  }
}

async function sourceOf(variables: SourceVariables): Promise<DataSource> {
  const type = variables.require('CUBEJS_DB_TYPE');
  if (!databaseTypes.includes(type)) {
    const name = variables.nameOf('CUBEJS_DB_TYPE');
    throw variables.error('env-unknown-type', 'CUBEJS_DB_TYPE', [name, type, databaseTypes.join(', ')]);
  }
  if (type === 'duckdb') return duckDbOf(variables);
  if (type !== 'postgres') {
    const { projectFolder } = variables;
    return { kind: 'driver', type, variables: variables.all(), projectFolder, folders: [homedir()] };
  }
  const port = variables.port();
  const tls = await tlsOf(variables);
  const password = variables.get('CUBEJS_DB_PASS');
  return {
    kind: 'postgres',
    host: variables.get('CUBEJS_DB_SOCKET_PATH') ?? variables.get('CUBEJS_DB_HOST') ?? 'localhost',
    ...(port !== undefined && { port }),
    database: variables.require('CUBEJS_DB_NAME'),
    user: variables.require('CUBEJS_DB_USER'),
    ...(password !== undefined && { password }),
    ...(tls && { tls }),
  };
}

/** The path is relative to the project, where a server is started. */
function duckDbOf(variables: SourceVariables): Promise<DataSource> {
  const name = 'CUBEJS_DB_DUCKDB_DATABASE_PATH';
  const file = variables.require(name);
  const { where } = variables.error('source-missing', name);
  return pathSource(path.resolve(variables.projectFolder, file), `${file}, ${where}`);
}

async function tlsOf(variables: SourceVariables): Promise<PostgresTls | undefined> {
  const isOn = variables.isOn('CUBEJS_DB_SSL');
  const verifies = variables.isOn('CUBEJS_DB_SSL_REJECT_UNAUTHORIZED');
  if (!isOn && !verifies) return undefined;
  for (const name of ['CUBEJS_DB_SSL_PASSPHRASE', 'CUBEJS_DB_SSL_SERVERNAME', 'CUBEJS_DB_SSL_CIPHERS']) {
    if (variables.get(name) !== undefined) throw variables.error('env-not-supported', name);
  }
  const [ca, cert, key] = await Promise.all(
    ['CUBEJS_DB_SSL_CA', 'CUBEJS_DB_SSL_CERT', 'CUBEJS_DB_SSL_KEY'].map((name) => pemOf(variables, name)),
  );
  return {
    // A server that names an authority wants it to be checked.
    verify: verifies ? 'full' : ca === undefined ? 'none' : 'authority',
    ...(ca !== undefined && { ca }),
    ...(cert !== undefined && { cert }),
    ...(key !== undefined && { key }),
  };
}

/** The text itself, or an absolute path. */
async function pemOf(variables: SourceVariables, name: string): Promise<string | undefined> {
  const value = variables.get(name);
  if (value === undefined || value.includes('-----BEGIN ')) return value;
  const file = path.resolve(variables.projectFolder, value);
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) throw variables.error('env-not-a-file', name);
  return file;
}
