/** A real Postgres, from the system's packages, for tests. */

import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import type { PostgresSource } from '../../src/database/source/dataSource.ts';
import { DatabaseServer, freePort, requireProgram, ServerFolder, type ServerProcess } from './serverProcess.ts';

const programs = '/usr/lib/postgresql';

/** The folder with the programs of the newest installed version. */
function programFolder(): string | undefined {
  if (!existsSync(programs)) return undefined;
  const versions = readdirSync(programs).sort((a, b) => Number(b) - Number(a));
  return versions
    .map((version) => path.join(programs, version, 'bin'))
    .find((bin) => existsSync(path.join(bin, 'initdb')));
}

const administrator = { user: 'administrator', password: 'admin-pw' };
/** A user that only reads, in all databases. */
const reader = { user: 'reader', password: 'reader-pw' };

const booleanType = 16;
const words: Record<string, string> = { t: 'true', f: 'false' };

interface PostgresOptions {
  /** Settings of the server: `{ssl: 'on'}`. */
  settings?: Record<string, string>;
  /** Writes files that the settings name. */
  prepare?: (folder: ServerFolder) => Promise<void>;
}

/** Starts a server for the tests of a suite; call it in `before`, and dispose the server in `after`. Skips the suite where Postgres cannot be installed. */
export async function startPostgres(suite: Mocha.Context, options: PostgresOptions = {}): Promise<PostgresServer> {
  const bin = await requireProgram(suite, programFolder, ['postgresql']);
  const folder = await ServerFolder.create('postgres', 'postgres');
  const passwordFile = path.join(folder.path, 'password');
  folder.write('password', administrator.password);
  await folder.run(path.join(bin, 'initdb'), [
    ...['--pgdata=data', `--username=${administrator.user}`, `--pwfile=${passwordFile}`],
    ...['--auth=scram-sha-256', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'],
  ]);
  await options.prepare?.(folder);
  const server = new PostgresServer(bin, folder, await freePort(), options.settings ?? {});
  await server.start();
  await server.execute(
    `CREATE ROLE ${reader.user} LOGIN PASSWORD '${reader.password}'; GRANT pg_read_all_data TO reader`,
  );
  return server;
}

export class PostgresServer extends DatabaseServer {
  readonly #bin: string;
  readonly #settings: Record<string, string>;

  constructor(bin: string, folder: ServerFolder, port: number, settings: Record<string, string>) {
    super(folder, port, 'SIGQUIT');
    this.#bin = bin;
    this.#settings = settings;
  }

  /** A new database that a script fills, as its reader sees it. */
  async database(script: string): Promise<PostgresSource> {
    const database = this.newName();
    await this.execute(`CREATE DATABASE ${database}`);
    await this.execute(script, database);
    return this.source(database);
  }

  /** How the reader, or another user, connects. */
  source(database: string, user: { user: string; password: string } = reader): PostgresSource {
    return { kind: 'postgres', host: '127.0.0.1', port: this.port, database, ...user };
  }

  /** As the superuser. */
  get administratorSource(): PostgresSource {
    return this.source('postgres', administrator);
  }

  /** Runs statements as the superuser. Returns the rows of the last one. */
  async execute(sql: string, database = 'postgres'): Promise<Record<string, unknown>[]> {
    const client = new Client({ host: '127.0.0.1', port: this.port, database, ...administrator });
    await client.connect();
    try {
      const result = await client.query(sql);
      return (Array.isArray(result) ? result.at(-1) : result).rows;
    } finally {
      await client.end();
    }
  }

  /** Rows as lists of texts, which the server writes; booleans are words. */
  async texts(sql: string, database: string): Promise<(string | null)[][]> {
    const client = new Client({ host: '127.0.0.1', port: this.port, database, ...administrator });
    await client.connect();
    try {
      const parsers = {
        getTypeParser: (type: number) => (text: string) => (type === booleanType ? words[text]! : text),
      };
      const { rows } = await client.query<(string | null)[]>({ text: sql, rowMode: 'array', types: parsers as never });
      return rows;
    } finally {
      await client.end();
    }
  }

  protected startProcess(): ServerProcess {
    const settings = Object.entries({
      listen_addresses: '127.0.0.1',
      port: String(this.port),
      unix_socket_directories: this.folder.path,
      fsync: 'off',
      ...this.#settings,
    });
    const args = ['-D', 'data', ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])];
    return this.folder.start(path.join(this.#bin, 'postgres'), args);
  }
}
