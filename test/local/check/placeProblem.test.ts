import assert from 'node:assert/strict';
import { placesOf, qualifierAt, UsedTexts, wordAt } from '../../../src/local/check/placeProblem.ts';
import { ModelIndex } from '../../../src/model/index/modelIndex.ts';

describe('placeProblem', () => {
  const index = new ModelIndex();
  index.set(
    'model/a.yml',
    `cubes:
  - name: orders
    sql: SELECT id, city FROM shop.orders
    joins:
      - { name: users, sql: "{CUBE}.id = {users}.id", relationship: many_to_one }
    dimensions:
      - { name: a, sql: "{users.city} || {b}", type: string }
      - { name: b, sql: "lower(state)", type: string }
  - name: users
    sql_table: users
    dimensions:
      - { name: city, sql: "upper(city)", type: string }
`,
  );
  const cube = index.cube('orders')!;
  const texts = new UsedTexts(index).of({ member: index.memberByPath('orders.a')!, cube });
  const text = index.file('model/a.yml')!.text;
  const places = (kind: 'unknown-table' | 'unknown-column', name: string, alias?: string) =>
    placesOf(index, texts, { kind, name, message: '' }, alias).map(
      ({ start, end }) => `${text.slice(0, start).split('\n').length}: ${text.slice(start, end)}`,
    );

  it('searches the member, those that it uses, the joins and the tables, but no names in braces', () => {
    assert.deepEqual(places('unknown-column', 'state'), ['8: state']);
    assert.deepEqual(places('unknown-column', 'city'), ['12: city', '3: city']);
    assert.deepEqual(places('unknown-table', 'users'), ['10: users']);
  });

  it('prefers the cube that the statement names', () => {
    assert.deepEqual(places('unknown-column', 'city', 'orders'), ['3: city']);
    assert.deepEqual(places('unknown-column', 'city', 'Users'), ['12: city']);
  });

  it('keeps the schema before a table', () => {
    assert.deepEqual(places('unknown-table', 'orders'), ['3: shop.orders']);
  });

  it('reads the alias and the word at an offset of a statement', () => {
    const sql = 'SELECT lower("orders".stats), shout(1) FROM t';
    assert.equal(qualifierAt(sql, sql.indexOf('"orders"')), 'orders');
    assert.equal(qualifierAt(sql, sql.indexOf('shout')), undefined);
    assert.equal(wordAt(sql, sql.indexOf('shout')), 'shout');
    assert.equal(wordAt(sql, undefined), undefined);
  });
});
