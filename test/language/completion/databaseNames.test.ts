import assert from 'node:assert/strict';
import { completion } from '../../../src/language/completion/completion.ts';
import type { CompletionItem } from '../../../src/language/protocol/protocol.ts';
import { CatalogLookup } from '../../../src/model/catalog/catalogLookup.ts';
import { ordersTables } from '../../model/catalog/ordersCatalog.ts';
import { placeIn } from '../places.ts';

const head =
  'cubes:\n  - name: orders\n    sql_table: orders\n    dimensions:\n      - name: status\n        sql: status\n';

function offered(texts: Record<string, string>, catalog = ordersTables): CompletionItem[] {
  const { index, path, position } = placeIn(texts);
  index.catalogs = new Map([['default', new CatalogLookup(catalog)]]);
  return completion(index, path, position).items;
}

/** Label and detail, of those with a detail that matches. */
function shown(items: readonly CompletionItem[], detail: RegExp): string[] {
  return items.filter((one) => detail.test(one.detail ?? '')).map((one) => `${one.label}: ${one.detail}`);
}

describe('completion of names of the database', () => {
  it('has the tables in sql_table, with the schema where it is needed, and what is in them', () => {
    const items = offered({ 'a.yml': 'cubes:\n  - name: orders\n    sql_table: ▮' });
    assert.deepEqual(shown(items, /^table/), ['orders: table · 5 columns', 'crm.users: table · 2 columns']);
    const users = items.find(({ label }) => label === 'crm.users')!;
    assert.match(users.documentation!.value, /Everyone who signed up\n\n- `id` · `INTEGER` · primary key\n- `city`/);
    assert.equal(users.textEdit.newText, 'crm.users');
  });

  it('has the tables of a schema after its dot', () => {
    const items = offered({ 'a.yml': 'cubes:\n  - name: orders\n    sql_table: crm.▮' });
    assert.deepEqual(shown(items, /^table/), ['users: table · 2 columns']);
  });

  it('has them in JavaScript, too', () => {
    const items = offered({ 'a.js': 'cube(`orders`, {\n  sql_table: `▮`,\n});\n' });
    assert.deepEqual(shown(items, /^table/), ['orders: table · 5 columns', 'crm.users: table · 2 columns']);
  });

  it('has them after FROM and JOIN, but not elsewhere in a query', () => {
    const inQuery = (sql: string) =>
      shown(offered({ 'a.yml': `cubes:\n  - name: orders\n    sql: "${sql}"\n` }), /^table/).length;
    assert.equal(inQuery('SELECT * FROM ▮'), 2);
    assert.equal(inQuery('SELECT * FROM orders o JOIN crm.▮'), 1);
    assert.equal(inQuery('SELECT ▮ FROM orders'), 0);
  });

  it('has all columns of the table with their types, those that the model uses first', () => {
    const items = offered({
      'a.yml': `${head}        type: string\n    measures:\n      - name: revenue\n        type: sum\n        sql: ▮`,
    });
    assert.deepEqual(shown(items, /column of/), [
      'status: VARCHAR · column of orders',
      'amount: DECIMAL(10,2) · column of orders',
      'created_at: TIMESTAMP · column of orders',
      'id: INTEGER · column of orders',
      'user_id: INTEGER · column of orders',
    ]);
  });

  it('does not offer a column that the table does not have, though the model uses it', () => {
    const items = offered({
      'a.yml': `${head.replace('sql: status', 'sql: statos')}        type: string\n    measures:\n      - name: revenue\n        type: sum\n        sql: ▮`,
    });
    assert.deepEqual(
      items.filter(({ label }) => label === 'statos'),
      [],
    );
  });

  it('offers a dimension for each column that has none, with its type', () => {
    const items = offered({ 'a.yml': `${head}        type: string\n      - ▮` });
    assert.deepEqual(shown(items, /^[A-Z]+(\(.*\))?$/), [
      'dimension of column id: INTEGER',
      'dimension of column amount: DECIMAL(10,2)',
      'dimension of column created_at: TIMESTAMP',
      'dimension of column user_id: INTEGER',
    ]);
    const text = (label: string) => items.find((one) => one.label === label)!.textEdit.newText;
    assert.equal(text('dimension of column created_at'), 'name: ${1:created_at}\n  sql: "created_at"\n  type: time');
    assert.match(text('dimension of column id'), /type: number\n {2}primary_key: true$/);
  });

  it('quotes a column that needs it, in the dialect of the database', () => {
    const [orders, users] = ordersTables.tables;
    const table = {
      ...orders!,
      columns: [{ name: 'Order Date', type: 'DATE', kind: 'time' as const, nullable: true }],
    };
    const items = offered(
      { 'a.yml': `${head}        type: string\n      - ▮` },
      { ...ordersTables, tables: [table, users!] },
    );
    const [item] = items.filter(({ label }) => label === 'dimension of column Order Date');
    assert.equal(item?.textEdit.newText, 'name: ${1:Order_Date}\n  sql: "{CUBE\\}.\\\\"Order Date\\\\""\n  type: time');
  });

  it('puts the type that fits the column first', () => {
    const items = offered({
      'a.yml':
        'cubes:\n  - name: orders\n    sql_table: orders\n    dimensions:\n      - name: at\n        sql: "{CUBE}.created_at"\n        type: ▮',
    });
    const [first] = items.toSorted((a, b) => (a.sortText! < b.sortText! ? -1 : 1));
    assert.deepEqual([first?.label, first?.detail, first?.preselect], ['time', 'created_at is TIMESTAMP', true]);
  });

  it('changes nothing without a catalog', () => {
    const { index, path, position } = placeIn({ 'a.yml': `${head}        type: string\n      - ▮` });
    const { items } = completion(index, path, position);
    assert.deepEqual(
      items.filter(({ label }) => label.includes('of column')),
      [],
    );
  });
});
