/** A real ClickHouse, from the system's packages, for tests. Debian's version is of 2018. */

import { existsSync } from 'node:fs';
import type { DriverSource } from '../../../src/database/source/dataSource.ts';
import { DatabaseServer, freePort, requireProgram, ServerFolder, type ServerProcess } from '../serverProcess.ts';
import { driverSource, type Login, requireDrivers } from './drivers.ts';

const program = '/usr/sbin/clickhouse-server';
const administrator: Login = { user: 'default', password: '' };
/** A user whose profile lets it only read. */
export const limitedReader: Login = { user: 'reader', password: 'reader-pw' };

/** Starts a server for the tests of a suite; call it in `before`, and dispose the server in `after`. Skips the suite where it cannot be installed. */
export async function startClickHouse(suite: Mocha.Context): Promise<ClickHouseServer> {
  await requireDrivers(suite);
  await requireProgram(suite, () => (existsSync(program) ? program : undefined), ['clickhouse-server']);
  const folder = await ServerFolder.create('clickhouse', 'daemon');
  const [httpPort, tcpPort] = [await freePort(), await freePort()];
  folder.write(
    'config.xml',
    `<yandex><logger><level>warning</level><console>1</console></logger><listen_host>127.0.0.1</listen_host>
     <http_port>${httpPort}</http_port><tcp_port>${tcpPort}</tcp_port><path>${folder.path}/data/</path>
     <tmp_path>${folder.path}/tmp/</tmp_path><users_config>users.xml</users_config><mark_cache_size>50000000</mark_cache_size>
     <default_profile>default</default_profile><default_database>default</default_database></yandex>`,
  );
  const user = ({ user: name, password }: Login, profile: string) =>
    `<${name}><password>${password}</password><networks><ip>127.0.0.1</ip></networks><profile>${profile}</profile><quota>default</quota></${name}>`;
  folder.write(
    'users.xml',
    `<yandex><profiles><default/><limited><readonly>1</readonly></limited>
     <complete><join_use_nulls>1</join_use_nulls><readonly>1</readonly></complete></profiles><quotas><default/></quotas>
     <users>${user(administrator, 'default')}${user(limitedReader, 'limited')}
     ${user({ ...limitedReader, user: 'complete' }, 'complete')}</users></yandex>`,
  );
  const server = new ClickHouseServer(folder, httpPort);
  await server.start();
  return server;
}

export class ClickHouseServer extends DatabaseServer {
  /** A new database that statements fill, as a user without limits sees it. */
  async database(...statements: readonly string[]): Promise<DriverSource> {
    const database = this.newName();
    await this.execute(`CREATE DATABASE ${database}`);
    for (const statement of statements) await this.execute(statement, database);
    return this.source(database);
  }

  source(database: string, login: Login = administrator): DriverSource {
    return driverSource('clickhouse', this.port, database, login);
  }

  /** Runs one statement. Returns its rows, with tabs between values. */
  async execute(sql: string, database = 'default'): Promise<string[]> {
    const response = await fetch(`http://127.0.0.1:${this.port}/?database=${database}`, { method: 'POST', body: sql });
    const text = await response.text();
    if (!response.ok) throw new Error(text);
    return text.split('\n').filter((line) => line !== '');
  }

  protected startProcess(): ServerProcess {
    return this.folder.start(program, [`--config-file=${this.folder.path}/config.xml`]);
  }
}
