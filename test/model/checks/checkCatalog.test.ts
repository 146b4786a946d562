import assert from 'node:assert/strict';
import type { Catalog } from '../../../src/model/catalog/catalog.ts';
import { CatalogLookup } from '../../../src/model/catalog/catalogLookup.ts';
import { diagnose, localProblems } from '../../../src/model/diagnose.ts';
import { ModelIndex } from '../../../src/model/index/modelIndex.ts';
import { ordersTables } from '../catalog/ordersCatalog.ts';

const codes = /^(unknown-table|unknown-column|type-mismatch)$/;

/** Each problem about the database as `code marked text`. */
function problemsIn(files: Record<string, string>, catalog: Catalog = ordersTables, isKept = false): string[] {
  const index = new ModelIndex();
  index.catalogs = new Map([['default', new CatalogLookup(catalog, isKept)]]);
  for (const [path, text] of Object.entries(files)) index.set(path, text);
  return shown(index);
}

function shown(index: ModelIndex): string[] {
  return localProblems(index)
    .filter(({ code }) => codes.test(code))
    .map(({ code, file, range }) => {
      const { text } = index.file(file)!;
      return `${code} ${text.slice(index.offsetAt(file, range.start), index.offsetAt(file, range.end))}`;
    });
}

const cube = (members: string, table = 'sql_table: orders') => ({
  'model/orders.yml': `cubes:\n  - name: orders\n    ${table}\n    dimensions:\n${members}`,
});
const dimension = (sql: string, type = 'string') =>
  cube(`      - name: x\n        sql: ${sql}\n        type: ${type}\n`);

describe('checkCatalog', () => {
  it('marks the exact word of an unknown table, also behind a schema', () => {
    assert.deepEqual(problemsIn(cube('', 'sql_table: "main.order"')), ['unknown-table main.order']);
    assert.deepEqual(problemsIn(cube('', 'sql: SELECT * FROM order_s')), ['unknown-table order_s']);
    assert.deepEqual(problemsIn(cube('', 'sql_table: crm.users')), []);
  });

  it('suggests the same name in another schema', () => {
    const index = new ModelIndex();
    index.catalogs = new Map([['default', new CatalogLookup(ordersTables)]]);
    index.set('model/a.yml', 'cubes:\n  - name: users\n    sql_table: users\n');
    const [problem] = localProblems(index);
    assert.equal(problem?.message, 'The database has no table `users`. Did you mean `crm.users`?');
    assert.deepEqual(problem.fix, { kind: 'replace', texts: ['crm.users'] });
  });

  it('says nothing of tables that a catalog may lack', () => {
    for (const table of [
      'other_db.orders',
      'a.b.orders',
      'information_schema.tables',
      'pg_class',
      '\'"Orders 2"\'',
      '"read_csv(\'x\')"',
      '"{{ env_var(\'T\') }}"',
    ]) {
      assert.deepEqual(problemsIn(cube('', `sql_table: ${table}`)), [], table);
    }
    assert.deepEqual(problemsIn(cube('', 'sql_table: order'), { ...ordersTables, isCut: true }), []);
  });

  it('marks an unknown column in every kind of SQL, in YAML and JavaScript', () => {
    const yaml = `cubes:
  - name: orders
    sql_table: orders
    joins:
      - { name: users, sql: "{CUBE}.usr_id = {users}.idd", relationship: many_to_one }
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: a, sql: "upper({CUBE}.statuss)", type: string }
      - name: b
        sql: >
          amunt
        type: number
      - name: c
        type: string
        case: { when: [{ sql: "{CUBE}.amont > 1", label: x }], else: { label: y } }
    measures:
      - { name: d, type: sum, sql: "{orders}.amout", filters: [{ sql: "{CUBE}.sttus = 'a'" }] }
    segments:
      - { name: e, sql: "{CUBE}.stats = 'a'" }
  - name: users
    sql_table: crm.users
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
`;
    assert.deepEqual(
      problemsIn({ 'model/a.yml': yaml }).sort(),
      ['amont', 'amout', 'amunt', 'idd', 'stats', 'statuss', 'sttus', 'usr_id'].map((one) => `unknown-column ${one}`),
    );
    const program =
      'cube(`orders`, {\n  sql_table: `orders`,\n  dimensions: {\n    a: { sql: `${CUBE}.statuss`, type: `string` },\n' +
      "    b: { sql: 'amunt', type: 'number' },\n  },\n});\n";
    assert.deepEqual(problemsIn({ 'model/a.js': program }), ['unknown-column statuss', 'unknown-column amunt']);
  });

  it('says nothing of names that may be something else than a column', () => {
    for (const sql of [
      '"{CUBE}.status || lower(foo) || bar"',
      '"{CUBE}.shout()"',
      '"{CUBE}.\\"Odd\\""',
      '"(SELECT max(o.nothing) FROM other o WHERE o.id = {CUBE}.id)"',
      '"\'{CUBE}.nothing\'"',
      'CURRENT_DATE',
      'rowid',
      'STATUS',
      '"{CUBE}.Amount"',
      '"{CUBE}.{{ env_var(\'C\') }}"',
      '"{CUBE}.{% if x %}nothing{% endif %}"',
      '"{CUBE.x}"',
    ]) {
      assert.deepEqual(problemsIn(dimension(sql)), [], sql);
    }
    assert.deepEqual(problemsIn(cube('      - { name: a, sql: nothing, type: string }\n', 'sql: SELECT 1 AS one')), []);
  });

  it('compares an inherited member with the table of the cube that defines it', () => {
    const base = 'cubes:\n  - name: base\n    dimensions:\n      - { name: a, sql: nothing, type: string }\n';
    const child = 'cubes:\n  - { name: orders, extends: base, sql_table: orders }\n';
    assert.deepEqual(problemsIn({ 'model/a.yml': base, 'model/b.yml': child }), []);
  });

  it('uses the catalog of the cube’s data source only', () => {
    const files = cube(
      '      - { name: a, sql: nothing, type: string }\n',
      'sql_table: orders\n    data_source: other',
    );
    assert.deepEqual(problemsIn(files), []);
  });

  it('warns of types that the column cannot have', () => {
    assert.deepEqual(problemsIn(dimension('status', 'time')), ['type-mismatch time']);
    assert.deepEqual(problemsIn(dimension('"{CUBE}.status"', 'number')), ['type-mismatch number']);
    for (const [sql, type] of [
      ['id', 'string'],
      ['created_at', 'time'],
      ['created_at', 'string'],
      ['"CAST({CUBE}.status AS timestamp)"', 'time'],
    ] as const) {
      assert.deepEqual(problemsIn(dimension(sql, type)), [], `${sql} ${type}`);
    }
    const measure = (type: string, sql: string) =>
      problemsIn({
        'model/a.yml': `cubes:\n  - name: o\n    sql_table: orders\n    measures:\n      - { name: x, type: ${type}, sql: "${sql}" }\n`,
      });
    assert.deepEqual(measure('sum', 'status'), ['type-mismatch sum']);
    assert.deepEqual(measure('max', 'status'), []);
    assert.deepEqual(measure('sum', 'length({CUBE}.status)'), []);
  });

  it('says from when a kept catalog is', () => {
    const index = new ModelIndex();
    index.catalogs = new Map([['default', new CatalogLookup(ordersTables, true)]]);
    index.set('model/a.yml', 'cubes:\n  - name: users\n    sql_table: order\n');
    assert.equal(
      localProblems(index)[0]?.message,
      'The database has no table `order` (as of 2026-11-28 05:00 UTC). Did you mean `orders`?',
    );
  });

  it('follows a new catalog and edits, also in a copy of the index', () => {
    const index = new ModelIndex();
    index.set('model/orders.yml', dimension('nothing')['model/orders.yml']);
    assert.deepEqual(shown(index), []);
    index.catalogs = new Map([['default', new CatalogLookup(ordersTables)]]);
    assert.deepEqual(shown(index), ['unknown-column nothing']);
    const copy = index.withText('model/orders.yml', dimension('nothin')['model/orders.yml']);
    assert.deepEqual(shown(copy), ['unknown-column nothin']);
    index.catalogs = new Map();
    assert.deepEqual(shown(index), []);
  });

  it('is an error for a model that the compiler accepts', () => {
    const index = new ModelIndex();
    index.catalogs = new Map([['default', new CatalogLookup(ordersTables)]]);
    index.set('model/orders.yml', dimension('nothing')['model/orders.yml']);
    assert.deepEqual(
      diagnose(index, []).map(({ code, severity }) => ({ code, severity })),
      [{ code: 'unknown-column', severity: 'error' }],
    );
  });
});
