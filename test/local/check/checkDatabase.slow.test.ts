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

  /** Where each problem is: `file:line code text`, and in which generated part it was found. */
  const generated = async (files: Record<string, string>) => {
    const model = await modelOf(files);
    const databases = new Map([['default', database]]);
    const { problems, checked, notChecked } = await checkDatabase(model, { databases });
    const shown = problems.map(({ file, range, code, message }) => {
      const found = /Found in `(.+?)`/.exec(message)?.[1];
      return `${file.replace('model/', '')}:${range.start.line + 1} ${code} ${found}`;
    });
    return { problems: shown, checked, notChecked };
  };

  it('checks the cubes that a loop of a template writes, each mistake once at the text of the template', async () => {
    const text = `cubes:
{%- for t in ["orders", "nosuch", "crm.users"] %}
  - name: {{ t | replace(".", "_") }}
    sql_table: {{ t }}
    joins:
      - name: orders
        sql: "{CUBE}.order_id = {orders.id}"
        relationship: many_to_one
    dimensions:
      - name: id
        sql: id
        type: number
        primary_key: true
{%- for c in ["status", "user_id"] if t == "orders" %}
      - name: {{ c }}
        sql: {{ c }}
        type: string
{%- endfor %}
    measures:
      - name: total
        sql: amountt
        type: sum
{%- endfor %}
`
      .replace('    joins', '{%- if t != "orders" %}\n    joins')
      .replace('    dimensions', '{%- endif %}\n    dimensions');
    assert.deepEqual(await generated({ 'model/gen.yml': text }), {
      problems: [
        'gen.yml:23 unknown-column orders.total',
        'gen.yml:4 unknown-table nosuch.total',
        'gen.yml:8 unknown-column crm_users → orders',
      ],
      checked: 9,
      notChecked: [
        {
          name: 'nosuch → orders',
          reason: 'its query needs a dimension or measure of each cube, and the database accepts none',
        },
      ],
    });
  });

  it('checks the cubes and members that a program writes, and a table of one cube hides nothing of the others', async () => {
    const text = `const more = () => ({ bad: { sql: () => \`badcol\`, type: \`string\` } });
for (const [name, table] of [['a', 'nosuch'], ['b', 'orders']]) {
  cube(name, {
    sql_table: table,
    dimensions: { id: { sql: \`idd\`, type: \`number\`, primary_key: true } },
    measures: { count: { type: \`count\` } },
  });
}
cube('plain', { sql_table: 'orders', dimensions: { id: { sql: \`id\`, type: \`number\`, primary_key: true }, ...more() } });
`;
    assert.deepEqual(await generated({ 'model/gen.js': text }), {
      problems: ['gen.js:4 unknown-table a.id', 'gen.js:5 unknown-column b.id', 'gen.js:1 unknown-column plain.bad'],
      checked: 6,
      notChecked: [],
    });
  });

  it('places a problem of a cube whose definition is not known in the file that writes it', async () => {
    const text = `{%- macro all(name) %}
  - name: {{ name }}
    sql_table: orders
    dimensions:
      - { name: x, sql: "upper(nothere)", type: string }
{%- endmacro %}
cubes:
{{ all('one') }}
`;
    const { problems, checked } = await generated({ 'model/gen.yml': text });
    assert.deepEqual({ problems, checked }, { problems: ['gen.yml:1 unknown-column one.x'], checked: 1 });
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
