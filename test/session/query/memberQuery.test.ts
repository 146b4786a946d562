import assert from 'node:assert/strict';
import { modelGraph } from '../../../src/language/modelGraph/modelGraph.ts';
import { readQueryDocument } from '../../../src/model/documents/queryDocument.ts';
import { memberQuery } from '../../../src/session/query/memberQuery.ts';
import { indexOf } from '../../model/models.ts';

const cube = `cubes:
  - name: orders
    sql_table: shop.orders
    measures:
      - { name: open_count, type: count, filters: [{ sql: "{CUBE}.open" }] }
      - { name: count, type: count }
      - { name: secret, type: sum, sql: amount, public: false }
      - { name: total, type: sum, sql: amount }
      - { name: average, type: avg, sql: amount }
      - { name: most, type: max, sql: amount }
    dimensions:
      - { name: id, type: number, sql: id, primary_key: true }
      - { name: status, type: string, sql: status }
      - { name: created_at, type: time, sql: created_at }
    segments:
      - { name: open, sql: "{CUBE}.open" }
  - name: places
    sql_table: shop.places
    dimensions:
      - { name: city, type: string, sql: city }
      - { name: since, type: time, sql: since }
`;
const view = `views:
  - name: sales
    cubes:
      - { join_path: orders, includes: [count, status] }
`;
const { nodes } = modelGraph(indexOf({ 'a.yml': cube, 'b.yml': view }));

function queryOf(name: string, member?: string): unknown {
  const text = memberQuery(nodes.find((node) => node.id === name)!, member);
  const { query, problems } = readQueryDocument('a.query.yml', text);
  assert.deepEqual(problems, [], text);
  return JSON.parse(JSON.stringify(query));
}

describe('the first query of a member', () => {
  it('asks for a measure alone', () => {
    assert.deepEqual(queryOf('orders', 'total'), { measures: ['orders.total'] });
  });

  it('counts the rows of a dimension', () => {
    const expected = { measures: ['orders.count'], dimensions: ['orders.status'], limit: 1000 };
    assert.deepEqual(queryOf('orders', 'status'), expected);
    assert.deepEqual(queryOf('places', 'city'), { dimensions: ['places.city'], limit: 1000 });
  });

  it('groups a time by month', () => {
    assert.deepEqual(queryOf('orders', 'created_at'), {
      measures: ['orders.count'],
      timeDimensions: [{ dimension: 'orders.created_at', granularity: 'month' }],
    });
  });

  it('counts the rows of a segment', () => {
    assert.deepEqual(queryOf('orders', 'open'), { measures: ['orders.count'], segments: ['orders.open'] });
  });

  it('shows of a cube its first measures over time, without what is hidden', () => {
    assert.deepEqual(queryOf('orders'), {
      measures: ['orders.open_count', 'orders.count', 'orders.total'],
      timeDimensions: [{ dimension: 'orders.created_at', granularity: 'month' }],
    });
  });

  it('shows the dimensions of a cube without measures', () => {
    assert.deepEqual(queryOf('places'), { dimensions: ['places.city', 'places.since'], limit: 1000 });
  });

  it('uses the names of a view', () => {
    assert.deepEqual(queryOf('sales'), { measures: ['sales.count'], dimensions: ['sales.status'], limit: 1000 });
    assert.deepEqual(queryOf('sales', 'count'), { measures: ['sales.count'] });
  });

  it('asks for the cube where the name is that of a join or of nothing', () => {
    assert.deepEqual(queryOf('orders', 'nothing'), queryOf('orders'));
  });

  it('quotes a name that is not a word', () => {
    const text = memberQuery({ name: 'a: {', members: [{ name: 'b#', kind: 'measure' }] }, 'b#');
    assert.equal(text, 'measures:\n  - "a: {.b#"\n');
  });
});
