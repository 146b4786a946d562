import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { startPostgres } from '../database/postgresServer.ts';
import { temporaryFolder } from '../vscode/process/temporaryFolder.ts';
import { type ChildEmulator, killChildren, startChild } from './childEmulator.ts';
import { DataApiClient } from './data/dataApiClient.ts';
import { DeploymentClient } from './emulatorUnderTest.ts';

const visits = `cubes:
  - name: visits
    sql_table: visits
    measures:
      - name: count
        type: count
      - name: seconds
        type: sum
        sql: seconds
`;

describe('the emulator with a project’s own data', () => {
  const folder = temporaryFolder('emulator-source');
  after(() => {
    killChildren();
    folder.remove();
  });

  const write = (name: string, text: string) => {
    const file = path.join(folder.path, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  };
  const project = (name: string, files: Readonly<Record<string, string>> = {}) => {
    for (const [file, text] of Object.entries({ 'model/cubes/visits.yml': visits, ...files })) {
      write(`${name}/${file}`, text);
    }
    return path.join(folder.path, name);
  };
  const clientOf = ({ url, apiKey, deploymentId }: ChildEmulator) => new DeploymentClient(url, apiKey, deploymentId);
  const load = async (child: ChildEmulator, query: object): Promise<{ data?: unknown; error?: string }> => {
    const data = await DataApiClient.of(clientOf(child));
    return (await data.ready(() => data.once(query))).body;
  };
  const using = async (args: readonly string[], work: (child: ChildEmulator) => Promise<void>) => {
    const child = await startChild(args);
    try {
      await work(child);
    } finally {
      child.kill();
    }
  };
  const totals = { measures: ['visits.count', 'visits.seconds'] };

  it('answers from a folder of data files', async () => {
    const dir = project('shop', { 'data/visits.csv': 'id,seconds\n1,10\n2,32\n' });
    await using(['--project', dir, '--source', path.join(dir, 'data')], async (child) => {
      assert.deepEqual((await load(child, totals)).data, [{ 'visits.count': '2', 'visits.seconds': '42' }]);
    });
  });

  it('answers from the database of the project’s .env, which the branch does not contain', async () => {
    const dir = project('env', {
      '.env': 'CUBEJS_DB_TYPE=duckdb\nCUBEJS_DB_DUCKDB_DATABASE_PATH=shop.duckdb\nCUBEJS_API_SECRET=s3cret\n',
    });
    const instance = await DuckDBInstance.create(path.join(dir, 'shop.duckdb'));
    const connection = await instance.connect();
    await connection.run('CREATE TABLE visits AS SELECT 7 AS seconds FROM range(3)');
    connection.closeSync();
    instance.closeSync();
    await using(['--project', dir], async (child) => {
      assert.deepEqual((await load(child, totals)).data, [{ 'visits.count': '3', 'visits.seconds': '21' }]);
      const files = await clientOf(child).files(child.deployBranch);
      assert.ok('model/cubes/visits.yml' in files);
      assert.equal('.env' in files, false);
    });
  });

  it('does not read the .env of a project whose user chose no data source', async () => {
    const dir = project('unread', {
      '.env': 'CUBEJS_DB_TYPE=duckdb\nCUBEJS_DB_DUCKDB_DATABASE_PATH=data\n',
      'data/visits.csv': 'id,seconds\n1,10\n',
    });
    await using(['--project', dir, '--no-database'], async (child) => {
      const { error } = await load(child, totals);
      assert.match(error!, /The emulator's database is empty: no data source is chosen/);
    });
    for (const args of [['--project', dir, '--source', path.join(dir, 'data')], []]) {
      await assert.rejects(
        startChild([...args, '--no-database']),
        /--no-database needs --project, and excludes --source/,
      );
    }
  });

  it('answers from the Postgres of the project’s .env, and from a second data source in its own dialect', async function () {
    const server = await startPostgres(this);
    try {
      const { database, host, port, user, password } = await server.database(
        'CREATE TABLE visits AS SELECT 0.10::numeric AS seconds FROM generate_series(1, 3)',
      );
      const crm = write('crm/people.csv', 'name\nAda\nGrace\n');
      const dir = project('postgres', {
        '.env': [
          'CUBEJS_DATASOURCES=default,crm',
          `CUBEJS_DB_TYPE=postgres\nCUBEJS_DB_HOST=${host}\nCUBEJS_DB_PORT=${port}\nCUBEJS_DB_NAME=${database}`,
          `CUBEJS_DB_USER=${user}\nCUBEJS_DB_PASS=${password}`,
          `CUBEJS_DS_CRM_DB_TYPE=duckdb\nCUBEJS_DS_CRM_DB_DUCKDB_DATABASE_PATH=${path.dirname(crm)}`,
        ].join('\n'),
        'model/cubes/people.yml':
          'cubes:\n  - name: people\n    sql_table: people\n    data_source: crm\n    measures:\n      - name: count\n        type: count\n',
      });
      await using(['--project', dir], async (child) => {
        const visited = (await load(child, totals)) as Record<string, unknown>;
        assert.deepEqual(visited.data, [{ 'visits.count': '3', 'visits.seconds': '0.30' }]);
        assert.deepEqual([visited.dataSource, visited.dbType], ['default', 'postgres']);
        const people = (await load(child, { measures: ['people.count'] })) as Record<string, unknown>;
        assert.deepEqual(people.data, [{ 'people.count': '2' }]);
        assert.deepEqual([people.dataSource, people.dbType], ['crm', 'duckdb']);
      });
      const { user: administrator, password: secret } = server.administratorSource;
      const address = `postgres://${administrator}:${secret}@${host}:${port}/${database}`;
      assert.match(String(await startChild(['--source', address]).catch(String)), /is a superuser/);
    } finally {
      await server.dispose();
    }
  });

  it('begins with a dashboard of the measures of its views, whose queries all answer', async () => {
    const dir = project('overview', {
      '.env': 'CUBEJS_DB_TYPE=duckdb\nCUBEJS_DB_DUCKDB_DATABASE_PATH=data\n',
      'data/visits.csv': 'id,seconds,page,at\n1,10,/home,2026-01-05 10:00:00\n2,32,/about,2026-02-07 11:00:00\n',
      'model/cubes/visits.yml': `${visits}    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: page, sql: page, type: string, title: Visited page }
      - { name: visited_at, sql: at, type: time }
`,
      'model/views/usage.yml': 'views:\n  - name: usage\n    cubes:\n      - { join_path: visits, includes: "*" }\n',
      'model/views/secret.yml':
        'views:\n  - name: secret\n    public: false\n    cubes:\n      - { join_path: visits, includes: "*" }\n',
    });
    await using(['--project', dir], async (child) => {
      const page = async (path: string, init: RequestInit) =>
        (await fetch(`${child.url}/embed/_page/${path}`, init)).json() as Promise<Record<string, unknown>>;
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ deploymentId: child.deploymentId });
      const { token } = await page('sign-in', { method: 'POST', headers, body });
      const dashboard = await page('dashboards/overview', { headers: { authorization: String(token) } });
      const widgets = dashboard.widgets as { title: string; query: object }[];
      assert.deepEqual(
        widgets.map(({ title }) => title),
        ['Count', 'Seconds', 'Seconds by month', 'Seconds by visited page'],
      );
      const answers = [];
      for (const { query } of widgets) answers.push((await load(child, query)).data);
      assert.deepEqual(answers[0], [{ 'usage.count': '2' }]);
      assert.deepEqual(answers[3], [
        { 'usage.page': '/about', 'usage.seconds': '32' },
        { 'usage.page': '/home', 'usage.seconds': '10' },
      ]);
      assert.equal((answers[2] as unknown[]).length, 2);
    });
  });

  it('has nothing of the sample, and names the branch as git does', async () => {
    const dir = project('git');
    execFileSync('git', ['init', '-q', '-b', 'feature/plans', dir]);
    await using(['--project', dir], async (child) => {
      assert.equal(child.deployBranch, 'feature/plans');
      assert.deepEqual([child.dashboardPublicId, child.embedTenant], ['overview', '']);
      const admin = new DeploymentClient(child.url, child.adminApiKey, child.deploymentId);
      const folders = await admin.done(admin.control('GET', '/folders'));
      assert.deepEqual(folders.items ?? folders.data, []);
      assert.equal((await admin.send('GET', '/api/v1/embed-tenants/acme/users')).status, 404);
      const { error } = await load(child, totals);
      assert.match(error!, /visits does not exist! The emulator's database is empty: name the data in the .env file/);
    });
    await using(['--project', project('plain')], async ({ deployBranch }) => assert.equal(deployBranch, 'main'));
  });

  it('says which database has no such table', async () => {
    const script = write('tables.sql', 'CREATE TABLE other (id INTEGER);');
    for (const option of ['--source', '--tables']) {
      await using(['--project', project('unknown'), option, script], async (child) => {
        const { error } = await load(child, totals);
        assert.match(error!, /Table with name visits does not exist/);
        assert.ok(error!.endsWith(`The emulator's database is ${script}.`), error);
      });
    }
  });

  it('stops a query at the limit of time', async () => {
    const slow = visits.replace(
      'sql_table: visits',
      'sql: SELECT a.range AS seconds FROM range(10000000) a, range(10000000) b',
    );
    const args = ['--project', project('slow', { 'model/cubes/visits.yml': slow }), '--statement-timeout', '1'];
    await using(args, async (child) => {
      assert.match((await load(child, totals)).error!, /^The query was stopped: it took longer than 1 s\./);
    });
  });

  it('does not start with data that cannot be opened, and says where and why', async () => {
    const script = write('bad.sql', 'CREATE TABLE a (id INTEGER);\nCREATE TABLE b (id NUMBER(10));\n');
    const badEnv = project('bad-env', { '.env': '\nCUBEJS_DB_TYPE=postgress\n' });
    for (const [args, expected] of [
      [['--source', script], /bad\.sql:2: .*NUMBER.* The dialect of this file is DuckDB’s\./],
      [['--tables', script], /bad\.sql:2: /],
      [['--source', path.join(folder.path, 'none')], /There is no such file or folder with data\. \(.*none\)/],
      [['--source', write('empty/a.txt', '').replace(/a\.txt$/, '')], /there is no CSV, Parquet or JSON file/],
      [['--source', 'mysql://me:s3cret@db/shop'], /An address that starts with mysql:\/\/ cannot be opened/],
      [['--project', badEnv], /CUBEJS_DB_TYPE is “postgress”.*\(.*\.env:2\)/],
      [['--statement-timeout', '0'], /--statement-timeout must be a whole number from 1 to 3600, not “0”/],
    ] as const) {
      const failure = await startChild(args).then(
        (child) => child.kill(),
        (reason: Error) => reason,
      );
      assert.match(String(failure), expected);
      assert.doesNotMatch(String(failure), /\n\s+at |s3cret/);
    }
  });
});
