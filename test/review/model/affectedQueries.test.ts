import assert from 'node:assert/strict';
import { type AffectedQuery, affectedQueries } from '../../../src/review/model/affectedQueries.ts';
import { modelChanges } from '../../../src/review/modelChanges.ts';
import { indexOf } from '../../model/models.ts';

const model = `cubes:
  - name: orders
    sql_table: o
    joins:
      - name: customers
        relationship: many_to_one
        sql: "{CUBE}.c = {customers.id}"
    dimensions:
      - name: status
        sql: status
        type: string
    measures:
      - name: count
        type: count
      - name: total
        title: Total
        type: sum
        sql: amount
      - name: share
        type: number
        sql: "{total} / {count}"
  - name: customers
    sql_table: c
    dimensions:
      - name: id
        sql: id
        type: number
        primary_key: true
views:
  - name: sales
    cubes:
      - join_path: orders
        includes: "*"
`;
const uses = [
  { path: 'count.query.yml', text: 'measures: [orders.count]\n' },
  { path: 'share.query.yml', text: 'measures: [orders.share]\ndimensions: [customers.id]\n' },
  {
    path: 'view.query.yml',
    text: 'as: { tenant: acme }\nmeasures: [sales.total]\nfilters: [{ member: sales.total, operator: set }]\n',
  },
  { path: 'broken.query.yml', text: 'measures: [orders.total' },
  {
    path: 'a.test.yml',
    text: 'tests:\n  - name: "{m}"\n    query: { measures: ["orders.{m}"] }\n    each: [{ m: count }, { m: total }]\n    expect: { row_count: 1 }\n  - name: wrong\n    query: { measure: [orders.total] }\n    expect: { row_count: 1 }\n  - name: other\n    query: share.query.yml\n    expect: { row_count: 1 }\n',
  },
  { path: 'board.json', text: '{"measures": ["orders.total"]}' },
];
const affected = (from: string, to: string) =>
  affectedQueries(modelChanges(indexOf({ 'a.yml': model }), indexOf({ 'a.yml': model.replace(from, to) }), uses), uses);

describe('queries whose values a change may change', () => {
  const names = (all: readonly AffectedQuery[]) => all.map(({ path, test, members }) => [test ?? path, ...members]);

  it('name a changed member, or one that is made of it', () => {
    assert.deepEqual(names(affected('sql: amount', 'sql: net')), [
      ['share.query.yml', 'orders.share'],
      ['view.query.yml', 'sales.total'],
      ['total', 'orders.total'],
    ]);
  });

  it('name a cube whose table, join or policy changed', () => {
    assert.deepEqual(names(affected('sql_table: o', 'sql_table: p')), [
      ['count.query.yml', 'orders.count'],
      ['share.query.yml', 'orders.share'],
      ['view.query.yml', 'sales.total'],
      ['count', 'orders.count'],
      ['total', 'orders.total'],
    ]);
    assert.deepEqual(names(affected('many_to_one', 'one_to_one'))[1], [
      'share.query.yml',
      'customers.id',
      'orders.share',
    ]);
  });

  it('are none where only texts for people changed', () => {
    assert.deepEqual(affected('title: Total', 'title: Sum\n        description: x\n        format: percent'), []);
  });

  it('keep the viewer', () => {
    const [, view] = affected('sql: amount', 'sql: net');
    assert.deepEqual({ ...view!.as }, { tenant: 'acme' });
  });
});
