/** Models with mistakes that only a database can see, checked by the compiler and a real DuckDB. */

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { bundlePath } from '../../../src/base/bundlePath.ts';
import { CancelledError } from '../../../src/base/errors.ts';
import { Compiler } from '../../../src/compiler/compiler.ts';
import { Database } from '../../../src/database/database.ts';
import { checkDatabase, readCatalogs } from '../../../src/local/check/checkDatabase.ts';
import { LocalModel } from '../../../src/local/localModel.ts';
import { compareLocations, localProblems } from '../../../src/model/diagnose.ts';
import { ModelIndex } from '../../../src/model/index/modelIndex.ts';
import { temporaryFolder } from '../../vscode/process/temporaryFolder.ts';

const tables = `
CREATE TABLE orders (id INTEGER PRIMARY KEY, status VARCHAR, amount DECIMAL(10,2), created_at TIMESTAMP, user_id INTEGER);
CREATE SCHEMA crm;
CREATE TABLE crm.users (id INTEGER PRIMARY KEY, city VARCHAR);
`;

describe('the check of a model by its database', () => {
  const folder = temporaryFolder('check-database');
  let compiler: Compiler;
  let database: Database;
  before(() => {
    const script = path.join(folder.path, 'tables.sql');
    writeFileSync(script, tables);
    compiler = new Compiler({ bundlePath: bundlePath('compiler.cjs') });
    database = new Database({
      bundlePath: bundlePath('database.cjs'),
      source: { kind: 'duckdb', scripts: [script] },
    });
  });
  after(() => {
    compiler.dispose();
    database.dispose();
    folder.remove();
  });

  const modelOf = async (files: Record<string, string>) => {
    const index = new ModelIndex();
    for (const [file, text] of Object.entries(files)) index.set(file, text);
    index.catalogs = await readCatalogs(new Map([['default', database]]));
    const model = new LocalModel(index, compiler);
    const { errors } = await model.compile();
    assert.deepEqual(errors, []);
    return model;
  };

  /** Each problem as `code marked text`, with those of the catalog. */
  const check = async (files: Record<string, string>) => {
    const model = await modelOf(files);
    const { index } = model;
    const result = await checkDatabase(model, { databases: new Map([['default', database]]) });
    const problems = [...localProblems(index), ...result.problems]
      .sort(compareLocations)
      .map(({ code, file, range }) => {
        const text = index.file(file)!.text.slice(index.offsetAt(file, range.start), index.offsetAt(file, range.end));
        return `${code} ${text}`;
      });
    return { ...result, problems, messages: result.problems.map(({ message }) => message) };
  };

  const users = `  - name: users
    sql_table: crm.users
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: city, sql: city, type: string }
`;
  const cube = (members: string, more = '') => ({
    'model/orders.yml': `cubes:
  - name: orders
    sql_table: orders
${more}    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: status, sql: status, type: string }
${members}    measures:
      - { name: count, type: count }
${users}`,
  });

  it('finds nothing in a model without mistakes, and checks every member and join', async () => {
    const join = '    joins:\n      - { name: users, sql: "{CUBE}.user_id = {users}.id", relationship: many_to_one }\n';
    const { problems, checked, notChecked } = await check(
      cube(
        '      - { name: created_at, sql: created_at, type: time }\n      - { name: city, sql: "{users.city}", type: string }\n' +
          '      - { name: hidden, sql: "lower(status)", type: string, public: false }\n',
        join,
      ),
    );
    assert.deepEqual({ problems, checked, notChecked }, { problems: [], checked: 9, notChecked: [] });
  });

  it('asks for a member that only refers to another one by its own name', async () => {
    const text = `cubes:
  - name: orders
    sql_table: orders
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: day, sql: created_at, type: time }
    measures:
      - { name: total, sql: amount, type: sum }
      - { name: before, sql: "{total}", type: number, multi_stage: true, time_shift: [{ interval: 1 month, type: prior }] }
`;
    const { problems, notChecked } = await check({ 'model/orders.yml': text });
    assert.deepEqual({ problems, notChecked }, { problems: [], notChecked: [] });
  });

  it('marks an unknown column in an expression at its word, once for all members that use it', async () => {
    const { problems, messages } = await check(
      cube(
        '      - { name: a, sql: "upper(statuss)", type: string }\n      - { name: b, sql: "{a} || 1", type: string }\n' +
          '      - { name: c, sql: "{b} || {a}", type: string }\n',
      ),
    );
    assert.deepEqual(problems, ['unknown-column statuss']);
    assert.deepEqual(messages, ['The table `orders` has no column `statuss`. Did you mean `status`?']);
  });

  it('adds nothing about members of a cube whose table is unknown', async () => {
    const { problems } = await check({
      'model/a.yml':
        'cubes:\n  - name: a\n    sql_table: order\n    dimensions:\n      - { name: x, sql: id, type: number }\n      - { name: y, sql: "lower(status)", type: string }\n',
    });
    assert.deepEqual(problems, ['unknown-table order']);
  });

  it('marks tables and columns in the SQL of a cube', async () => {
    const of = async (sql: string) => {
      const text = `cubes:\n  - name: a\n    sql: >\n      ${sql}\n    dimensions:\n      - { name: x, sql: id, type: number }\n      - { name: y, sql: id, type: number }\n`;
      return (await check({ 'model/a.yml': text })).problems;
    };
    assert.deepEqual(await of('SELECT id FROM crm.user'), ['unknown-table crm.user']);
    assert.deepEqual(await of('SELECT id, statuss FROM orders'), ['unknown-column statuss']);
    assert.deepEqual(await of('SELECT status FROM orders'), ['unknown-column id', 'unknown-column id']);
  });

  it('marks hidden members, segments and joins, in their own SQL', async () => {
    const join =
      '    joins:\n      - { name: users, sql: "{CUBE}.user_id = {users}.id AND lower(foo) = 1", relationship: many_to_one }\n';
    const { problems, notChecked } = await check(
      cube(
        '      - { name: bad, sql: "upper(stats)", type: string }\n      - { name: hidden, sql: "upper(secrt)", type: string, public: false }\n',
        `${join}    segments:\n      - { name: paid, sql: "{CUBE}.status = 'a'" }\n      - { name: open, sql: "lower(sttus) = 'a'" }\n`,
      ),
    );
    assert.deepEqual(notChecked, []);
    assert.deepEqual(problems, [
      'unknown-column foo',
      'unknown-column sttus',
      'unknown-column stats',
      'unknown-column secrt',
    ]);
  });

  it('checks what is hidden where nothing else is sound, and its type', async () => {
    const text = `cubes:
  - name: orders
    sql_table: orders
    joins:
      - { name: users, sql: "{CUBE}.usr_id = {users.id}", relationship: many_to_one }
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: broken, sql: "upper(statuss)", type: string }
      - { name: day, sql: "lower({CUBE}.status)", type: time, public: false }
    segments:
      - { name: open, sql: "lower(sttus) = 'open'" }
${users.replace('sql: city', 'sql: citty')}`;
    const { problems, notChecked } = await check({ 'model/orders.yml': text });
    assert.deepEqual(notChecked, []);
    assert.deepEqual(problems.toSorted(), [
      'type-mismatch time',
      'unknown-column citty',
      'unknown-column statuss',
      'unknown-column sttus',
      'unknown-column usr_id',
    ]);
  });

  it('finds members that only a view shows', async () => {
    const text = `cubes:
  - name: orders
    sql_table: orders
    public: false
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: a, sql: "upper(statuss)", type: string }
      - { name: b, sql: status, type: string }
views:
  - name: v
    cubes: [{ join_path: orders, includes: [a, b] }]
`;
    const { problems, checked } = await check({ 'model/a.yml': text });
    assert.deepEqual({ problems, checked }, { problems: ['unknown-column statuss'], checked: 3 });
  });

  it('reports any other message of the database at the word that it names, or at the SQL', async () => {
    const { problems, messages } = await check(
      cube(
        '      - { name: a, sql: "shout({CUBE}.status)", type: string }\n      - { name: b, sql: "{a}", type: string }\n' +
          '      - { name: c, sql: "{CUBE}.id +", type: number }\n',
      ),
    );
    assert.deepEqual(problems, ['database-error shout', 'database-error {CUBE}.id +']);
    assert.match(messages[0]!, /^The database refuses this SQL: .*shout/);
  });

  it('warns of the type that an expression answers, and says a sum of a text once', async () => {
    const { problems } = await check({
      'model/a.yml': `cubes:
  - name: orders
    sql_table: orders
    dimensions:
      - { name: a, sql: "lower({CUBE}.status)", type: time }
      - { name: b, sql: "CAST({CUBE}.status AS TIMESTAMP)", type: time }
    measures:
      - { name: c, sql: status, type: sum }
`,
    });
    assert.deepEqual(problems, ['type-mismatch time', 'type-mismatch sum']);
  });

  it('sees members behind access policies', async () => {
    const policy = '    access_policy:\n      - { group: staff, member_level: { includes: "*" } }\n';
    const { problems, notChecked } = await check(
      cube('      - { name: bad, sql: "upper(stats)", type: string }\n', policy),
    );
    assert.deepEqual({ problems, notChecked }, { problems: ['unknown-column stats'], notChecked: [] });
  });

  it('says which members are not checked, and why', async () => {
    const { notChecked } = await check({
      'model/a.yml':
        'cubes:\n  - name: a\n    sql_table: orders\n    data_source: other\n    dimensions:\n      - { name: x, sql: id, type: number }\n',
    });
    assert.deepEqual(notChecked, [
      { name: 'a.x', reason: 'There is no data source “other”. The data sources are: default.' },
    ]);
  });

  it('ends when it is cancelled, and tells its progress', async () => {
    const model = await modelOf(cube(''));
    const stop = new AbortController();
    const progress: string[] = [];
    const onProgress = (done: number, all: number) => {
      progress.push(`${done}/${all}`);
      stop.abort();
    };
    const options = { databases: new Map([['default', database]]), signal: stop.signal, onProgress };
    await assert.rejects(checkDatabase(model, options), CancelledError);
    assert.equal(progress[0], '1/5');
    assert.ok(progress.length < 5);
  });
});
