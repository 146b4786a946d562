/** `check-model` with a database, as CI runs it. */

import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../vscode/process/temporaryFolder.ts';
import { runBundle } from './runBundle.ts';

const model = `cubes:
  - name: orders
    sql_table: orders
    dimensions:
      - { name: status, sql: "upper(statuss)", type: string }
      - { name: day, sql: day, type: time }
`;

describe('check-model with a database', () => {
  const folder = temporaryFolder('check model database');
  const project = path.join(folder.path, 'project');
  const data = path.join(folder.path, 'data');
  before(() => {
    mkdirSync(path.join(project, 'model'), { recursive: true });
    mkdirSync(data);
    writeFileSync(path.join(project, 'model', 'orders.yml'), model);
    writeFileSync(path.join(data, 'orders.csv'), 'status,day\nopen,2026-01-02\n');
  });
  after(() => folder.remove());

  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await runBundle('check', [project, '--json', ...args], { cwd: folder.path });
    const last = stdout.trimEnd().split('\n').at(-1)!;
    return { code, stdout, stderr, report: code === 0 || code === 1 || code === 4 ? JSON.parse(last) : undefined };
  };

  it('reports what the database refuses, with code, place and suggestion', async () => {
    const { code, report, stdout } = await run('--source', 'data');
    assert.equal(code, 1);
    assert.deepEqual(report.problems, [
      {
        ...{ file: 'model/orders.yml', line: 5, column: 37, endLine: 5, endColumn: 44, severity: 'error' },
        code: 'unknown-column',
        message: 'The table `orders` has no column `statuss`. Did you mean `status`?',
        source: 'database',
      },
    ]);
    assert.deepEqual(report.database, { checked: 2, notChecked: [] });
    assert.match(stdout, /^The database checked 2 of 2 members and joins\.$/m);
  });

  it('counts and checks the cubes that only the compiled model has', async () => {
    const loop = path.join(project, 'model', 'loop.js');
    writeFileSync(
      loop,
      "for (const name of ['a', 'b']) cube(name, { sql_table: 'orders', dimensions: { x: { sql: `lower(statuz)`, type: `string` }, y: { sql: `day`, type: `time` } } });\n",
    );
    try {
      const { code, report, stdout } = await run('--source', 'data');
      assert.equal(code, 1);
      assert.deepEqual(report.database, { checked: 6, notChecked: [] });
      assert.match(stdout, /^The database checked 6 of 6 members and joins\.$/m);
      assert.match(
        stdout,
        /^model\/loop\.js:1:\d+ error The table `orders` has no column `statuz`\. Did you mean `status`\? Found in `a\.x`, which a template or a program generates\.$/m,
      );
    } finally {
      rmSync(loop);
    }
  });

  it('uses the database of the project’s .env, unless --no-database is given', async () => {
    const file = path.join(folder.path, 'none.duckdb');
    writeFileSync(path.join(project, '.env'), `CUBEJS_DB_TYPE=duckdb\nCUBEJS_DB_DUCKDB_DATABASE_PATH=${file}\n`);
    try {
      const failed = await run();
      assert.equal(failed.code, 3);
      assert.equal(failed.stdout, '');
      assert.match(failed.stderr, /none\.duckdb/);
      assert.match(failed.stderr, /--no-database/);
      const { code, report } = await run('--no-database');
      assert.equal(code, 0);
      assert.equal('database' in report, false);
    } finally {
      writeFileSync(path.join(project, '.env'), '');
    }
  });

  it('says what the database could not check, and exits with 4', async () => {
    const other =
      'cubes:\n  - { name: o, sql_table: t, data_source: other, measures: [{ name: count, type: count }] }\n';
    const file = path.join(project, 'model', 'orders.yml');
    writeFileSync(file, other);
    try {
      const { code, report, stdout } = await run('--source', 'data');
      assert.equal(code, 4);
      assert.deepEqual(report.database, {
        checked: 0,
        notChecked: [{ name: 'o.count', reason: 'There is no data source “other”. The data sources are: default.' }],
      });
      assert.match(
        stdout,
        /^The database checked no member and no join\. Not checked:\n {4}o\.count: There is no data source “other”\. The data sources are: default\.$/m,
      );
      const { stdout: markdown } = await runBundle('check', [project, '--source', data, '--format', 'markdown']);
      assert.match(
        markdown,
        /\. The database checked no member and no join\.\n\n- information: `The database did not check o\.count: /,
      );
    } finally {
      writeFileSync(file, model);
    }
  });
});
