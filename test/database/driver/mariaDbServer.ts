/** A real MariaDB, from the system's packages, for tests. */

import { existsSync } from 'node:fs';
import path from 'node:path';
import type { DriverSource } from '../../../src/database/source/dataSource.ts';
import { runProgram } from '../../vscode/process/runProgram.ts';
import { DatabaseServer, freePort, requireProgram, ServerFolder, type ServerProcess } from '../serverProcess.ts';
import { driverSource, type Login, requireDrivers } from './drivers.ts';

const client = '/usr/bin/mariadb';
const server = '/usr/sbin/mariadbd';
const packages = ['mariadb-server-core', 'mariadb-client-core'];
/** A user that only reads, in all databases. */
const reader: Login = { user: 'reader', password: 'reader-pw' };

/** Starts a server for the tests of a suite; call it in `before`, and dispose the server in `after`. Skips the suite where it cannot be installed. */
export async function startMariaDb(suite: Mocha.Context): Promise<MariaDbServer> {
  await requireDrivers(suite);
  await requireProgram(suite, () => (existsSync(client) && existsSync(server) ? server : undefined), packages);
  const folder = await ServerFolder.create('mariadb', 'daemon');
  await folder.run('/usr/bin/mariadb-install-db', [
    ...['--no-defaults', `--datadir=${path.join(folder.path, 'data')}`, '--auth-root-authentication-method=normal'],
    '--skip-test-db',
  ]);
  const started = new MariaDbServer(folder, await freePort());
  await started.start();
  await started.execute(
    `CREATE USER ${reader.user} IDENTIFIED BY '${reader.password}'; GRANT SELECT, EXECUTE, SHOW VIEW ON *.* TO ${reader.user}`,
  );
  return started;
}

export class MariaDbServer extends DatabaseServer {
  /** A new database that a script fills, as its reader sees it. */
  async database(script: string): Promise<DriverSource> {
    const database = this.newName();
    await this.execute(`CREATE DATABASE ${database} CHARACTER SET utf8mb4; USE ${database}; ${script}`);
    return this.source(database);
  }

  /** How the reader, or another user, connects. */
  source(database: string, login: Login = reader): DriverSource {
    return driverSource('mysql', this.port, database, login);
  }

  /** Runs statements as the superuser. Returns the rows of the last one, with tabs between values. */
  async execute(sql: string): Promise<string[]> {
    const printed = await runProgram(client, [
      ...['--no-defaults', '--user=root', `--socket=${this.#socket}`, '--batch', '--skip-column-names'],
      `--execute=${sql}`,
    ]);
    return printed.split('\n').filter((line) => line !== '');
  }

  get #socket(): string {
    return path.join(this.folder.path, 'socket');
  }

  protected startProcess(): ServerProcess {
    return this.folder.start(server, [
      ...['--no-defaults', `--datadir=${path.join(this.folder.path, 'data')}`, `--socket=${this.#socket}`],
      ...[`--port=${this.port}`, '--bind-address=127.0.0.1', '--skip-name-resolve'],
    ]);
  }
}
