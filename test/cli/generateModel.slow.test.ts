/** `generate-model`, as a user runs it. */

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { startPostgres } from '../database/postgresServer.ts';
import { temporaryFolder } from '../vscode/process/temporaryFolder.ts';
import { runBundle } from './runBundle.ts';

const script = `CREATE SCHEMA shop;
CREATE TABLE customers (id INTEGER PRIMARY KEY, name VARCHAR, "Credit in €" DECIMAL(10,2), tags VARCHAR[]);
CREATE TABLE "order" (id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers(id), amount DECIMAL(10,2), tax_rate DOUBLE, "count" INTEGER, "from" VARCHAR, "2nd" BOOLEAN, created_at TIMESTAMP);
CREATE TABLE lines (order_id INTEGER, line_no INTEGER, price DOUBLE, PRIMARY KEY (order_id, line_no));
CREATE TABLE notes (order_id INTEGER, line_no INTEGER, id INTEGER PRIMARY KEY, FOREIGN KEY (order_id, line_no) REFERENCES lines(order_id, line_no));
CREATE TABLE payments (id INTEGER, customer_id INTEGER, total DOUBLE);
CREATE TABLE repeats (id INTEGER);
CREATE TABLE employees (id INTEGER PRIMARY KEY, boss INTEGER REFERENCES employees(id), team_id INTEGER);
CREATE TABLE teams (id INTEGER PRIMARY KEY, employee_id INTEGER);
CREATE TABLE shop."odd {x} table" (id INTEGER, class VARCHAR, "a{b}" INTEGER);
COMMENT ON TABLE customers IS 'People {who} pay';
INSERT INTO customers VALUES (1, 'a', 1, NULL), (2, 'b', 2, NULL);
INSERT INTO "order" VALUES (1, 1, 5, 0.1, 1, 'x', true, now());
INSERT INTO lines VALUES (1, 1, 2), (1, 2, 3);
INSERT INTO payments VALUES (1, 1, 3), (2, 9, 4);
INSERT INTO repeats VALUES (1), (1);
INSERT INTO employees VALUES (1, NULL, 1);
INSERT INTO teams VALUES (1, 1);
`;

interface Member {
  name: string;
  sql: string;
  type: string;
  [key: string]: unknown;
}

describe('generate-model', () => {
  const folder = temporaryFolder('generate model');
  const cubes = path.join(folder.path, 'project/model/cubes');
  before(() => {
    writeFileSync(path.join(folder.path, 'shop.sql'), script);
    mkdirSync(path.join(folder.path, 'data'));
    writeFileSync(path.join(folder.path, 'data/customers.csv'), 'id,name\n1,a\n2,b\n');
    writeFileSync(path.join(folder.path, 'data/orders.csv'), 'id,customer_id,amount\n1,1,2.5\n2,1,3.5\n3,,1\n');
  });
  after(() => folder.remove());

  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await runBundle('generate', [...args, '--json'], { cwd: folder.path });
    return { code, stderr, report: stdout === '' ? undefined : JSON.parse(stdout) };
  };
  const check = async (project: string, source: string) => {
    const args = [project, '--source', source, '--json'];
    const { code, stdout } = await runBundle('check', args, { cwd: folder.path });
    return { code, problems: JSON.parse(stdout.trimEnd().split('\n').at(-1)!).problems };
  };
  const cubeOf = (name: string) => parse(readFileSync(path.join(cubes, `${name}.yml`), 'utf8')).cubes[0];
  const reasonOf = (report: { skipped: { table: string; column: string; reason: string }[] }, table: string) =>
    report.skipped.find((one) => one.table === `main.${table}`)?.reason;

  const tablesOf = (...names: string[]) => names.flatMap((one) => ['--table', one]);

  it('writes nothing with --dry-run', async () => {
    const { code, report } = await run('--source', 'shop.sql', '--out', 'project', '--dry-run');
    assert.equal(code, 0);
    assert.equal(report.cubes, 9);
    assert.equal(existsSync(path.join(folder.path, 'project')), false);
  });

  it('writes a model that compiles, and that the database accepts', async () => {
    const { code, report } = await run('--source', 'shop.sql', '--out', 'project');
    assert.equal(code, 0);
    assert.deepEqual(
      report.files.map((file: { path: string; status: string }) => `${file.status} ${file.path}`),
      ['customers', 'employees', 'lines', 'notes', 'odd_x_table', 'order', 'payments', 'repeats', 'teams'].map(
        (name) => `new model/cubes/${name}.yml`,
      ),
    );
    assert.deepEqual(await check('project', 'shop.sql'), { code: 0, problems: [] });
    const order = cubeOf('order');
    assert.equal(order.sql_table, '"order"');
    assert.deepEqual(order.joins, [
      { name: 'customers', sql: '{CUBE}.customer_id = {customers}.id', relationship: 'many_to_one' },
    ]);
    assert.deepEqual(
      order.measures.map(({ name, type }: Member) => `${name} ${type}`),
      ['row_count count', 'total_amount sum', 'total_count sum'],
    );
    assert.deepEqual(
      order.dimensions.map(({ name, type }: Member) => `${name} ${type}`),
      [
        ...['id number', 'customer_id number', 'amount number', 'tax_rate number', 'count number'],
        ...['from_ string', '_2nd boolean', 'created_at time'],
      ],
    );
    assert.match(cubeOf('odd_x_table').sql_table, /^shop\."odd/);
    assert.equal(cubeOf('notes').joins[0].name, 'lines');
    assert.match(cubeOf('notes').joins[0].sql, /order_id = .* AND .*line_no = /);
  });

  it('joins by names, and takes a column as the key, only where the data agrees; it says what is left out', async () => {
    const { report } = await run('--source', 'shop.sql', '--out', 'other', '--dry-run');
    assert.equal(reasonOf(report, 'payments'), 'it is not joined to customers: rows without a partner: 1 of 2');
    assert.equal(reasonOf(report, 'repeats'), 'it is not a primary key: it repeats or is null');
    assert.equal(reasonOf(report, 'employees'), 'it is not joined to employees: a cube cannot be joined to itself');
    assert.equal(reasonOf(report, 'customers'), 'no dimension has the type VARCHAR[]');
    assert.equal(cubeOf('payments').joins, undefined);
    assert.equal(cubeOf('repeats').dimensions[0].primary_key, undefined);
    assert.deepEqual([cubeOf('employees').joins[0].name, cubeOf('teams').joins[0].name], ['teams', 'employees']);
  });

  it('leaves existing cubes as they are, also if a user changed them', async () => {
    const file = path.join(cubes, 'customers.yml');
    const text = `# Mine\n${readFileSync(file, 'utf8')}`;
    writeFileSync(file, text);
    const { code, report } = await run('--source', 'shop.sql', '--out', 'project');
    assert.equal(code, 0);
    assert.deepEqual([report.cubes, report.joins, report.files.length], [0, 0, 9]);
    assert.ok(report.files.every(({ status }: { status: string }) => status === 'unchanged'));
    assert.equal(readFileSync(file, 'utf8'), text);
  });

  it('reads a folder of CSV files, and only the tables that are named', async () => {
    const { report } = await run('--source', 'data', '--out', 'csv');
    assert.deepEqual([report.cubes, report.joins], [2, 1]);
    assert.deepEqual(await check('csv', 'data'), { code: 0, problems: [] });
    const named = await run('--source', 'data', '--out', 'one', '--table', 'orders', '--dry-run');
    assert.deepEqual([named.report.cubes, named.report.joins], [1, 0]);
  });

  it('joins the cube of a named table to a cube that exists, which stays as it is', async () => {
    const source = ['--source', 'data', '--out', 'two'];
    const read = (name: string) => readFileSync(path.join(folder.path, `two/model/cubes/${name}.yml`), 'utf8');
    await run(...source, '--table', 'customers');
    const customers = read('customers');
    const { report } = await run(...source, '--table', 'orders');
    assert.deepEqual([report.files, report.joins], [[{ path: 'model/cubes/orders.yml', status: 'new' }], 1]);
    assert.deepEqual(
      parse(read('orders')).cubes[0].joins.map(({ name, relationship }: Member) => [name, relationship]),
      [['customers', 'many_to_one']],
    );
    assert.equal(read('customers'), customers);
    const { report: back } = await run(...source, '--table', 'customers', '--dry-run');
    assert.deepEqual([back.files, back.joins], [[{ path: 'model/cubes/customers.yml', status: 'unchanged' }], 0]);
  });

  it('adds to cubes that exist what the database has new, and keeps the rest of their files', async () => {
    const project = path.join(folder.path, 'grown/model');
    mkdirSync(project, { recursive: true });
    writeFileSync(path.join(folder.path, 'grown/shop.sql'), script);
    const orders = `# Mine
cubes:
  - name: sales # not the name of the table
    sql_table: '"order"'
    dimensions:
      - name: id
        sql: id
        type: number
        primary_key: true

      - name: count # taken
        sql: "{CUBE}.count + 1"
        type: number
    measures:
      - { name: money, sql: amount, type: sum }
`;
    writeFileSync(path.join(project, 'sales.yml'), orders);
    const people = `cube('people', {
  sql_table: 'customers',
  dimensions: {
    id: { sql: \`id\`, type: \`number\`, primaryKey: true },
  },
});
`;
    writeFileSync(path.join(project, 'people.js'), people);
    const template = `cubes:\n  - name: teams\n    sql_table: teams\n    dimensions:\n      {% for name in ['id'] %}
      - { name: {{ name }}, sql: {{ name }}, type: number, primary_key: true }\n      {% endfor %}\n`;
    writeFileSync(path.join(project, 'teams.yml'), template);
    const { code, report } = await run(
      '--source',
      'grown/shop.sql',
      '--out',
      'grown',
      ...tablesOf('order', 'customers', 'teams', 'employees'),
    );
    assert.equal(code, 0, JSON.stringify(report));
    const files = report.files.map(({ path: file, status }: { path: string; status: string }) => `${status} ${file}`);
    assert.deepEqual(files, [
      'new model/cubes/employees.yml',
      'changed model/people.js',
      'changed model/sales.yml',
      'unchanged model/teams.yml',
    ]);
    assert.match(
      reasonOf(report, 'teams') ?? '',
      /the cube teams has it, and gets nothing new: a program or a template/,
    );
    const sales = readFileSync(path.join(project, 'sales.yml'), 'utf8');
    for (const line of orders.split('\n')) assert.ok(sales.includes(`${line}\n`), line);
    const [cube] = parse(sales).cubes;
    assert.deepEqual(cube.joins, [
      { name: 'people', sql: '{CUBE}.customer_id = {people}.id', relationship: 'many_to_one' },
    ]);
    assert.deepEqual(
      cube.dimensions.map(({ name }: Member) => name),
      ['id', 'count', 'customer_id', 'tax_rate', 'from_', '_2nd', 'created_at'],
    );
    assert.deepEqual(
      cube.measures.map(({ name }: Member) => name),
      ['money'],
    );
    const script2 = readFileSync(path.join(project, 'people.js'), 'utf8');
    assert.ok(script2.startsWith(people.slice(0, people.indexOf('  },\n'))), script2);
    assert.match(script2, /sql: `\$\{CUBE\}\."Credit in €"`/);
    assert.deepEqual([report.cubes, report.joins], [1, 2]);
    const checked = await check('grown', 'grown/shop.sql');
    assert.deepEqual(
      checked.problems.filter(({ file }: { file: string }) => !file.includes('teams')),
      [],
    );
    const again = await run('--source', 'grown/shop.sql', '--out', 'grown', ...tablesOf('order', 'customers'));
    assert.deepEqual([again.report.members, again.report.joins, again.report.files.length], [0, 0, 2]);
    assert.equal(readFileSync(path.join(project, 'sales.yml'), 'utf8'), sales);
  });

  it('reads every data source of the .env, and names it in its cubes', async () => {
    const project = path.join(folder.path, 'sources');
    mkdirSync(path.join(project, 'crm'), { recursive: true });
    writeFileSync(path.join(project, 'crm/people.csv'), 'id,name\n1,a\n');
    const env = [
      'CUBEJS_DATASOURCES=default,crm',
      `CUBEJS_DB_TYPE=duckdb\nCUBEJS_DB_DUCKDB_DATABASE_PATH=${path.join(folder.path, 'data')}`,
      `CUBEJS_DS_CRM_DB_TYPE=duckdb\nCUBEJS_DS_CRM_DB_DUCKDB_DATABASE_PATH=${path.join(project, 'crm')}`,
    ];
    writeFileSync(path.join(project, '.env'), env.join('\n'));
    const { code, report, stderr } = await run('--out', 'sources');
    assert.equal(code, 0, stderr);
    const written = Object.fromEntries(
      report.files.map(({ path: file }: { path: string }) => [
        file,
        parse(readFileSync(path.join(project, file), 'utf8')).cubes[0].data_source,
      ]),
    );
    assert.deepEqual(written, {
      'model/cubes/customers.yml': undefined,
      'model/cubes/orders.yml': undefined,
      'model/cubes/people.yml': 'crm',
    });
    const again = await run('--out', 'sources');
    assert.deepEqual([again.report.cubes, again.report.members], [0, 0]);
  });

  it('reads a folder of Parquet files', async () => {
    const { DuckDBInstance } = await import('@duckdb/node-api');
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    mkdirSync(path.join(folder.path, 'parquet'));
    for (const table of ['customers', 'orders']) {
      await connection.run(
        `COPY (FROM read_csv('${folder.path}/data/${table}.csv')) TO '${folder.path}/parquet/${table}.parquet'`,
      );
    }
    connection.closeSync();
    instance.closeSync();
    const { report } = await run('--source', 'parquet', '--out', 'from-parquet');
    assert.deepEqual([report.cubes, report.joins], [2, 1]);
    assert.deepEqual(await check('from-parquet', 'parquet'), { code: 0, problems: [] });
  });

  it('reads a Postgres: its foreign keys, comments, quoted names and types', async function () {
    const server = await startPostgres(this);
    try {
      const { host, port, database, user, password } = await server.database(`
        CREATE SCHEMA crm; CREATE TABLE crm.people (id bigint PRIMARY KEY, "Name" text, tags text[], vip boolean);
        COMMENT ON TABLE crm.people IS 'Everyone {we} know';
        CREATE TABLE visits (id uuid PRIMARY KEY, person bigint REFERENCES crm.people, seconds numeric(12, 2), at timestamptz, "user" text);
        INSERT INTO crm.people VALUES (1, 'Ada', NULL, true);`);
      const source = `postgres://${user}:${password}@${host}:${port}/${database}`;
      const { report } = await run('--source', source, '--out', 'from-postgres');
      assert.deepEqual([report.cubes, report.joins], [2, 1]);
      assert.deepEqual(await check('from-postgres', source), { code: 0, problems: [] });
      const visits = parse(readFileSync(path.join(folder.path, 'from-postgres/model/cubes/visits.yml'), 'utf8'))
        .cubes[0];
      assert.deepEqual(
        visits.dimensions.map(({ name, type }: Member) => `${name} ${type}`),
        ['id string', 'person number', 'seconds number', 'at time', 'user string'],
      );
      assert.equal(visits.joins[0].relationship, 'many_to_one');
    } finally {
      await server.dispose();
    }
  });

  it('refuses a table that does not exist', async () => {
    const { code, stderr } = await run('--source', 'data', '--out', 'none', '--table', 'nothing');
    assert.equal(code, 2);
    assert.match(stderr, /There is no table nothing\./);
  });
});
