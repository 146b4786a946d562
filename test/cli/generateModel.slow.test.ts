/** `generate-model`, as a user runs it. */

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
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

  it('refuses a table that does not exist', async () => {
    const { code, stderr } = await run('--source', 'data', '--out', 'none', '--table', 'nothing');
    assert.equal(code, 2);
    assert.match(stderr, /There is no table nothing\./);
  });
});
