import assert from 'node:assert/strict';
import type { DataRows } from '../../../src/contract/dataApi.ts';
import { tableOf } from '../../../src/query/results/resultTable.ts';

const annotation = {
  measures: {
    'orders.count': { title: 'Orders Count', shortTitle: 'Count', type: 'number' },
    'orders.share': { title: 'Orders Share', type: 'number', format: 'percent' },
    'orders.total': { title: 'Orders Total', type: 'number', format: 'currency', currency: 'EUR' },
  },
  dimensions: { 'orders.status': { title: 'Orders Status', type: 'string' } },
  timeDimensions: {
    'orders.at.day': { title: 'Orders At', type: 'time', granularity: { name: 'day' } },
    'orders.at': { title: 'Orders At', type: 'time' },
  },
};
const tableFor = (data: DataRows['data'], query: Record<string, unknown>) => tableOf({ data, annotation }, query);

describe('a result as a table', () => {
  it('has the dimensions, the times and the measures of the query, in its order, as the model describes them', () => {
    const { columns } = tableFor([], {
      measures: ['orders.total', 'orders.count', 'orders.share'],
      timeDimensions: [
        { dimension: 'orders.at', granularity: 'day', dateRange: 'last week' },
        { dimension: 'orders.paid_at', dateRange: 'last week' },
      ],
      dimensions: ['orders.status'],
    });
    assert.deepEqual(columns, [
      { key: 'orders.status', member: 'orders.status', kind: 'dimension', title: 'Orders Status', type: 'string' },
      { key: 'orders.at.day', member: 'orders.at', kind: 'time', title: 'Orders At', type: 'time', granularity: 'day' },
      {
        key: 'orders.total',
        member: 'orders.total',
        kind: 'measure',
        title: 'Orders Total',
        type: 'number',
        format: 'currency',
        currency: 'EUR',
      },
      { key: 'orders.count', member: 'orders.count', kind: 'measure', title: 'Orders Count', type: 'number' },
      {
        key: 'orders.share',
        member: 'orders.share',
        kind: 'measure',
        title: 'Orders Share',
        type: 'number',
        format: 'percent',
      },
    ]);
  });

  it('has each column once, however often the query names it', () => {
    const { columns } = tableFor([], { dimensions: ['orders.status', 'orders.status'], measures: ['orders.status'] });
    assert.equal(columns.length, 1);
  });

  it('has as many columns as the query names, with titles of a limited length', () => {
    const measures = Array.from({ length: 100_000 }, (_, place) => `orders.m${place}`);
    assert.equal(tableFor([], { measures: [...measures, ...measures] }).columns.length, 100_000);
    const long = { measures: { 'orders.count': { title: 'x'.repeat(1e6), type: 'number' } } };
    const [column] = tableOf({ data: [], annotation: long }, { measures: ['orders.count'] }).columns;
    assert.equal(column!.title, 'x'.repeat(1000));
  });

  it('keeps the text of numbers, and tells null from an empty text', () => {
    const rows = [
      { 'orders.status': '', 'orders.count': '9007199254740993' },
      { 'orders.status': null, 'orders.count': '0.10000000000000000000001' },
      { 'orders.status': 'null' },
    ];
    const table = tableFor(rows, { dimensions: ['orders.status'], measures: ['orders.count'] });
    assert.deepEqual(table.rows, [
      ['', '9007199254740993'],
      [null, '0.10000000000000000000001'],
      ['null', null],
    ]);
  });

  it('shows lists and objects as JSON, and never what rows inherit', () => {
    const rows = [{ 'orders.status': ['a', { b: 1 }], 'orders.count': 3 }];
    const table = tableFor(rows, {
      dimensions: ['orders.status', 'constructor', '__proto__'],
      measures: ['orders.count'],
    });
    assert.deepEqual(table.rows, [['["a",{"b":1}]', null, null, 3]]);
  });

  it('takes any query and any annotation', () => {
    for (const query of [
      {},
      { measures: 'x' },
      { measures: [1, null] },
      { timeDimensions: [null, 'x', { dimension: 1 }] },
    ]) {
      assert.deepEqual(tableFor([{}], query).columns, []);
    }
    const { columns } = tableOf({ data: [] }, { measures: ['a.b'], dimensions: ['constructor'] });
    assert.deepEqual(
      columns.map(({ title, type }) => [title, type]),
      [
        ['constructor', 'string'],
        ['a.b', 'number'],
      ],
    );
  });
});
