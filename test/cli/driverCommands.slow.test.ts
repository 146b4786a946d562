/** Commands and the emulator with a project whose `.env` names a database that a published driver reaches. */

import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type ClickHouseServer, startClickHouse } from '../database/driver/clickHouseServer.ts';
import { driversFolder, envOf } from '../database/driver/drivers.ts';
import { type MariaDbServer, startMariaDb } from '../database/driver/mariaDbServer.ts';
import { killChildren, startChild } from '../emulator/childEmulator.ts';
import { DataApiClient } from '../emulator/data/dataApiClient.ts';
import { DeploymentClient } from '../emulator/emulatorUnderTest.ts';
import { temporaryFolder } from '../vscode/process/temporaryFolder.ts';
import { runBundle } from './runBundle.ts';

const model = `cubes:
  - name: orders
    sql_table: orders
    joins:
      - { name: members, relationship: one_to_one, sql: "{CUBE}.member_id = {members.id}" }
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: true }
      - { name: status, sql: status, type: string }
      - { name: late, sql: late, type: boolean }
      - { name: day, sql: at, type: time }
    measures:
      - { name: count, type: count }
      - { name: total, sql: amount, type: sum }
  - name: members
    sql_table: members
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: plan, sql: plan, type: string }
    measures:
      - { name: fees, sql: fee, type: sum }
`;

describe('a project whose .env names a database of a published driver', () => {
  const folder = temporaryFolder('driver commands');
  let mariaDb: MariaDbServer;
  let clickHouse: ClickHouseServer;

  before(async function () {
    mariaDb = await startMariaDb(this);
    clickHouse = await startClickHouse(this);
  });
  after(async () => {
    killChildren();
    await mariaDb?.dispose();
    await clickHouse?.dispose();
    folder.remove();
  });

  const project = (name: string, env: string, text = model) => {
    const dir = path.join(folder.path, name);
    mkdirSync(path.join(dir, 'model'), { recursive: true });
    writeFileSync(path.join(dir, 'model/orders.yml'), text);
    writeFileSync(path.join(dir, '.env'), env);
    return dir;
  };
  /** The user's own folder has the drivers. */
  const env = { HOME: driversFolder };
  const ofMariaDb = async (name: string, text?: string) => {
    const source = await mariaDb.database(`
      CREATE TABLE members (id INT PRIMARY KEY, plan VARCHAR(9), fee DECIMAL(20, 4));
      INSERT INTO members VALUES (1, 'full', 9007199254740993.0001), (2, 'half', 5);
      CREATE TABLE orders (id INT PRIMARY KEY, member_id INT, status VARCHAR(9), late BOOLEAN, amount DECIMAL(20, 4), at DATETIME);
      INSERT INTO orders VALUES (1, 1, 'done', true, 10.5, '2026-01-31 23:30:00'), (2, 1, NULL, false, 20, '2026-02-01 00:30:00'),
        (3, 2, 'done', NULL, 9007199254740993.0001, '2026-02-28 12:00:00')`);
    return project(name, envOf(source), text);
  };
  const ofClickHouse = async (name: string, text?: string) => {
    const source = await clickHouse.database(
      'CREATE TABLE members (id UInt32, plan String, fee Decimal(18, 2)) ENGINE = Log',
      "INSERT INTO members VALUES (1, 'full', 10), (2, 'half', 5)",
      'CREATE TABLE orders (id UInt32, member_id UInt32, status Nullable(String), late UInt8, amount Decimal(18, 2), at DateTime) ENGINE = Log',
      `INSERT INTO orders VALUES (1, 1, 'done', 1, 10.5, '2026-01-31 23:30:00'), (2, 1, NULL, 0, 20, '2026-02-01 00:30:00'),
        (3, 2, 'done', 0, 30, '2026-02-28 12:00:00')`,
    );
    return project(name, envOf(source), text);
  };

  it('gets real numbers from the emulator, with MariaDB', async () => {
    const dir = await ofMariaDb('served');
    const child = await startChild(['--project', dir], [], env);
    try {
      const data = await DataApiClient.of(new DeploymentClient(child.url, child.apiKey, child.deploymentId));
      const load = async (query: object) => (await data.ready(() => data.once(query))).body as { data?: unknown };
      assert.deepEqual(
        (
          await load({
            measures: ['orders.total', 'orders.count'],
            timeDimensions: [{ dimension: 'orders.day', granularity: 'month' }],
            order: { 'orders.day': 'asc' },
          })
        ).data,
        [
          ['2026-01-01T00:00:00.000', '10.5000', '1'],
          ['2026-02-01T00:00:00.000', '9007199254741013.0001', '2'],
        ].map(([day, total, count]) => ({
          'orders.day.month': day,
          'orders.day': day,
          'orders.total': total,
          'orders.count': count,
        })),
      );
      const late = { member: 'orders.late', operator: 'equals', values: ['true'] };
      assert.deepEqual((await load({ dimensions: ['orders.id', 'orders.late'], filters: [late] })).data, [
        { 'orders.id': '1', 'orders.late': true },
      ]);
      assert.match(
        JSON.stringify(
          await load({
            measures: ['orders.count'],
            timeDimensions: [{ dimension: 'orders.day', granularity: 'day' }],
            timezone: 'Europe/Berlin',
          }),
        ),
        /changes of the clocks/,
      );
    } finally {
      child.kill();
    }
  });

  it('gets real numbers from the emulator, with ClickHouse', async () => {
    const child = await startChild(['--project', await ofClickHouse('served2')], [], env);
    try {
      const data = await DataApiClient.of(new DeploymentClient(child.url, child.apiKey, child.deploymentId));
      const load = async (query: object) => (await data.ready(() => data.once(query))).body as { data?: unknown };
      assert.deepEqual(
        (await load({ measures: ['orders.total'], dimensions: ['members.plan'], order: { 'members.plan': 'asc' } }))
          .data,
        [
          { 'members.plan': 'full', 'orders.total': '30.5' },
          { 'members.plan': 'half', 'orders.total': '30' },
        ],
      );
    } finally {
      child.kill();
    }
  });

  for (const [title, make] of [
    ['MariaDB', ofMariaDb],
    ['ClickHouse', ofClickHouse],
  ] as const) {
    it(`is checked by its database: ${title}`, async () => {
      const dir = await make(`checked ${title}`, model.replace('sql: status', 'sql: "upper(statuss)"'));
      const { code, stdout, stderr } = await runBundle('check', [dir, '--json'], { env });
      assert.equal(code, 1, stderr);
      const { problems, database } = JSON.parse(stdout.trimEnd().split('\n').at(-1)!);
      assert.deepEqual(problems, [
        {
          ...{ file: 'model/orders.yml', line: 8, column: 37, endLine: 8, endColumn: 44, severity: 'error' },
          code: 'unknown-column',
          message: 'The table `orders` has no column `statuss`. Did you mean `status`?',
          source: 'database',
        },
      ]);
      assert.deepEqual(database.notChecked, []);
    });
  }

  it('has a wrong join examined on its data, or an answer that says why not', async () => {
    const examine = async (dir: string) => runBundle('doctor', [dir, '--json'], { env });
    const { code, stdout, stderr } = await examine(await ofMariaDb('examined'));
    assert.equal(code, 1, stderr);
    const [join] = JSON.parse(stdout).joins;
    assert.equal(join.suggested, 'many_to_one');
    assert.deepEqual([join.rows, join.duplicates, join.nulls, join.unmatched], [3, 1, 0, 0]);
    // This version has no `WITH` for tables.
    const old = await examine(await ofClickHouse('examined2'));
    assert.equal(old.code, 0, old.stderr);
    const [unknown] = JSON.parse(old.stdout).joins;
    assert.equal(unknown.rows, null);
    assert.match(unknown.reason, /^Syntax error/);
  });

  it('gets cubes from the tables of a MariaDB', async () => {
    const source = await mariaDb.database(`
      CREATE TABLE \`order\` (id INT PRIMARY KEY, \`group\` VARCHAR(9), total DECIMAL(9, 2), paid BOOLEAN, at DATETIME);
      INSERT INTO \`order\` VALUES (1, 'a', 2.5, true, '2026-01-31 23:30:00')`);
    const dir = project('generated', envOf(source), 'cubes: []\n');
    const made = await runBundle('generate', ['--out', dir, '--table', 'order'], { env });
    assert.equal(made.code, 0, made.stderr);
    const checked = await runBundle('check', [dir, '--json'], { env });
    assert.equal(checked.code, 0, checked.stdout + checked.stderr);
  });

  it('uses the driver of the project only if it is trusted, and says how to install one', async () => {
    const dir = await ofMariaDb('untrusted');
    const home = path.join(folder.path, 'home');
    const run = (...args: string[]) => runBundle('check', [dir, ...args], { env: { HOME: home } });
    const missing = await run();
    assert.equal(missing.code, 3);
    assert.match(
      missing.stderr,
      new RegExp(`not installed.* npm install --prefix "${home}" @cubejs-backend/mysql-driver`),
    );
    symlinkSync(path.join(driversFolder, 'node_modules'), path.join(dir, 'node_modules'));
    const untrusted = await run();
    assert.equal(untrusted.code, 3);
    assert.match(untrusted.stderr, /is a program of the project, which is not trusted.*--trust-model/);
    assert.equal((await run('--trust-model')).code, 0);
    writeFileSync(
      path.join(dir, 'a.test.yml'),
      'tests: [{ name: Three, query: { measures: [orders.count] }, expect: { scalar: 3 } }]\n',
    );
    const others = [
      ['test', dir, '--local', '--json'],
      ['doctor', dir],
      ['generate', '--out', dir, '--dry-run'],
      ['certify', dir, dir, '--source', 'env'],
    ];
    for (const [command, ...args] of others) {
      const of = (...more: string[]) => runBundle(command!, [...args, ...more], { env: { HOME: home } });
      const refused = await of();
      assert.match(
        refused.stdout + refused.stderr,
        /is a program of the project, which is not trusted/,
        command + refused.stdout + refused.stderr,
      );
      const trusted = await of('--trust-model');
      assert.doesNotMatch(trusted.stdout + trusted.stderr, /not trusted/, command + trusted.stdout + trusted.stderr);
    }
  });
});
