import assert from 'node:assert/strict';
import type { ReviewPlace, ReviewUse } from '../../src/review/modelChanges.ts';
import { broken, compare, model, orders, replaced, views } from './editedModel.ts';

describe('breaking changes', () => {
  const uses: ReviewUse[] = [
    { path: 'queries/total.query.yml', text: 'measures: [orders.total, sales.total]\n' },
    {
      path: 'by_year.query.json',
      text: '{"timeDimensions": [{"dimension": "orders.created_at", "granularity": "fiscal_year"}]}',
    },
    {
      path: 'orders.test.yml',
      text: 'tests:\n  - name: plausible\n    query: { measures: [orders.total] }\n    expect: { scalar: 1 }\n',
    },
    { path: 'board.json', text: '{"query": {"measures": ["orders.total"]}}' },
  ];
  const breaks = (from: string, to: string) => broken(compare(model, replaced(model, from, to), uses));

  const cases: [what: string, from: string, to: string, expected: string[]][] = [
    [
      'a removed member',
      '      - name: total\n        title: Total\n        type: sum\n        sql: "{CUBE}.amount"\n        format: currency\n',
      '',
      [
        'cube orders.average: orders.total is gone.',
        'cube orders.by_day: orders.total is gone.',
        'dashboard board.json: orders.total is gone.',
        'query queries/total.query.yml: orders.total is gone.',
        'query queries/total.query.yml: sales.total is gone.',
        'test plausible: orders.total is gone.',
        'view everything: orders.total is gone.',
        'view sales: orders.total is gone.',
      ],
    ],
    ['a renamed member', 'name: average', 'name: mean', ['view everything: orders.average is now named orders.mean.']],
    [
      'another type of data',
      'type: sum',
      'type: string',
      [
        'cube orders.average: orders.total is now of type string instead of number.',
        'dashboard board.json: orders.total is now of type string instead of number.',
        'query queries/total.query.yml: orders.total is now of type string instead of number.',
        'query queries/total.query.yml: sales.total is now of type string instead of number.',
        'test plausible: orders.total is now of type string instead of number.',
        'view everything: orders.total is now of type string instead of number.',
        'view sales: orders.total is now of type string instead of number.',
      ],
    ],
    [
      'a member that is no longer public',
      'title: Total',
      'title: Total\n        public: false',
      [
        'dashboard board.json: orders.total is no longer public.',
        'query queries/total.query.yml: orders.total is no longer public.',
        'test plausible: orders.total is no longer public.',
      ],
    ],
    [
      'a cube that is no longer public',
      'sql_table: public.orders',
      'sql_table: public.orders\n    public: false',
      [
        'dashboard board.json: orders.total is no longer public.',
        'query by_year.query.json: orders.created_at is no longer public.',
        'query queries/total.query.yml: orders.total is no longer public.',
        'test plausible: orders.total is no longer public.',
      ],
    ],
    [
      'a view that is no longer public',
      'name: sales\n    cubes',
      'name: sales\n    public: false\n    cubes',
      ['query queries/total.query.yml: sales.total is no longer public.'],
    ],
    [
      'a member that a view no longer includes',
      '[count, total, status]',
      '[count, status]',
      ['query queries/total.query.yml: sales.total is gone.'],
    ],
    [
      'a removed granularity',
      '        granularities:\n          - name: fiscal_year\n            interval: 1 year\n            offset: 3 months\n',
      '',
      ['query by_year.query.json: orders.created_at.fiscal_year is gone.'],
    ],
    [
      'a removed join',
      '    joins:\n      - name: customers\n        relationship: many_to_one\n        sql: "{CUBE}.customer_id = {customers.id}"\n',
      '',
      ['view sales: There is no join from orders to customers any more.'],
    ],
    [
      'a member that a policy, a measure and views name',
      'measures:\n      - name: count\n        type: count\n      - name: total',
      'measures:\n      - name: total',
      [
        'cube orders.average: orders.count is gone.',
        'cube orders: orders.count is gone.',
        'view everything: orders.count is gone.',
        'view sales: orders.count is gone.',
      ],
    ],
    ['another aggregate of the same type', 'type: sum', 'type: avg', []],
    ['a title, a description or a format', 'title: Total', 'title: Sum\n        description: x', []],
    ['a policy', 'includes: [count]\n  -', 'includes: []\n  -', []],
  ];
  for (const [what, from, to, expected] of cases) {
    it(`are named for ${what}`, () => assert.deepEqual(breaks(from, to), expected));
  }

  it('are named for a removed cube', () => {
    const alone = { 'a.yml': 'cubes:\n  - name: a\n    sql_table: a\n    measures: [{ name: n, type: count }]\n' };
    const query = [{ path: 'q.query.yml', text: 'measures: [a.n, a.m]\n' }];
    assert.deepEqual(broken(compare(alone, { 'a.yml': '' }, query)), ['query q.query.yml: a is gone.']);
  });

  it('name the kind that a member has now', () => {
    const after = orders
      .replace('      - name: count\n        type: count\n', '')
      .replace('dimensions:\n', 'dimensions:\n      - name: count\n        sql: n\n        type: number\n');
    const query = [{ path: 'q.query.yml', text: 'measures: [orders.count]\n' }];
    const found = broken(compare(model, { ...model, 'orders.yml': after }, query));
    assert.deepEqual(found, ['query q.query.yml: orders.count is now a dimension.']);
  });

  it('are none where the use is adapted too', () => {
    const renamed = {
      'orders.yml': orders.replaceAll('total', 'revenue'),
      'views.yml': views.replace('total', '{ name: revenue, alias: total }'),
    };
    assert.deepEqual(broken(compare(model, renamed, [{ path: 'q.query.yml', text: 'measures: [sales.total]\n' }])), [
      'view everything: orders.total is now named orders.revenue.',
    ]);
  });

  it('are none for a name that meant nothing before', () => {
    const nothing = [{ path: 'q.query.yml', text: 'measures: [orders.nothing, nowhere.total]\n' }];
    assert.deepEqual(broken(compare(model, replaced(model, 'name: average', 'name: mean'), nothing)), [
      'view everything: orders.average is now named orders.mean.',
    ]);
  });

  it('say where', () => {
    const changes = compare(model, replaced(model, '[count, total, status]', '[count, status]'), uses);
    const places: (ReviewPlace | undefined)[] = changes.flatMap(({ breaking }) => breaking.map(({ by }) => by.place));
    assert.deepEqual(places, [
      {
        file: 'queries/total.query.yml',
        range: { start: { line: 0, character: 25 }, end: { line: 0, character: 36 } },
        side: 'after',
      },
    ]);
  });
});
