/** The items that are offered in query and test documents. The platform and the checks accept all of them. */

import assert from 'node:assert/strict';
import { queryCompletion } from '../../../src/language/queries/completion.ts';
import { readQueries } from '../../../src/local/queryInput.ts';
import { checkQueryDocument } from '../../../src/model/documents/checkQueryDocument.ts';
import { checkTestDocument } from '../../../src/model/documents/checkTestDocument.ts';
import { readQueryDocument } from '../../../src/model/documents/queryDocument.ts';
import { readTestDocument } from '../../../src/model/documents/testDocument.ts';
import { shop } from '../../model/documents/shop.ts';
import { indexOf } from '../../model/models.ts';
import { applied, chosen, itemsAt, labelsAt, placeIn } from './documents.ts';

const testPath = 'tests/shop.test.yml';
const json = 'queries/top.query.json';
const measures = ['sales.count', 'sales.turnover', 'customers.count', 'orders.count', 'orders.revenue'];
const dimensions = [
  'sales.created_at',
  'sales.customers_city',
  'sales.status',
  'customers.city',
  'orders.created_at',
  'orders.status',
];

describe('completion of keys in a query document', () => {
  it('are all of a query, in a new document and below other keys', () => {
    const all = labelsAt('▮');
    assert.deepEqual(all.slice(0, 6), ['measures', 'dimensions', 'timeDimensions', 'filters', 'segments', 'order']);
    assert.ok(all.includes('as') && !all.includes('rowLimit'));
    assert.deepEqual(
      labelsAt('measures: [orders.count]\nli▮'),
      all.filter((one) => one !== 'measures'),
    );
    assert.deepEqual(labelsAt('me▮: [orders.count]\n'), all);
    assert.deepEqual(
      labelsAt('{ "measures": [], ▮}', json),
      all.filter((one) => one !== 'measures'),
    );
  });

  it('are those of the block, with what it must have first', () => {
    assert.deepEqual(labelsAt('timeDimensions:\n  - ▮'), ['dimension', 'granularity', 'dateRange', 'compareDateRange']);
    assert.deepEqual(labelsAt('timeDimensions:\n  - dimension: orders.created_at\n    ▮'), [
      'granularity',
      'dateRange',
      'compareDateRange',
    ]);
    assert.deepEqual(labelsAt('filters: [{ ▮ }]'), ['member', 'operator', 'values', 'and', 'or']);
    assert.deepEqual(labelsAt('filters: [{ member: orders.status, ▮ }]'), ['operator', 'values']);
    assert.deepEqual(labelsAt('filters:\n  - or:\n      - ▮'), ['member', 'operator', 'values', 'and', 'or']);
    assert.deepEqual(labelsAt('filters:\n  - or: []\n    ▮'), []);
    assert.deepEqual(labelsAt('as:\n  ▮'), ['securityContext', 'tenant', 'user', 'groups']);
  });

  it('come with the start of their value, in the style of the place', () => {
    assert.equal(chosen('▮', 'measures'), 'measures:\n  - ');
    assert.equal(chosen('li▮', 'limit'), 'limit: ');
    assert.equal(chosen('▮', 'timeDimensions'), 'timeDimensions:\n  - dimension: \n    granularity: ');
    assert.equal(chosen('▮', 'filters'), 'filters:\n  - member: \n    operator: \n    values:\n      - ');
    assert.equal(chosen('filters:\n  ▮', 'member'), 'filters:\n  - member: ');
    assert.equal(
      chosen('filters:\n  - ▮', 'or'),
      'filters:\n  - or:\n      - member: \n        operator: \n        values:\n          - ',
    );
    assert.equal(chosen('{ ▮ }', 'measures', json), '{ "measures": [""] }');
    assert.equal(chosen('{ "m▮" }', 'measures', json), '{ "measures" }');
    assert.equal(chosen('{ "m▮": [] }', 'measures', json), '{ "measures": [] }');
    assert.equal(chosen('{ ▮ "limit": 1 }', 'total', json), '{ "total": true, "limit": 1 }');
    assert.equal(chosen('timeDimensions: [{ ▮ }]', 'dimension'), 'timeDimensions: [{ dimension:  }]');
  });

  it('lead to the list of what can follow, where there is one', () => {
    const leading = (text: string, path?: string) =>
      itemsAt(placeIn(text, path)).flatMap(({ label, suggests }) => (suggests ? [label] : []));
    const all = ['measures', 'dimensions', 'timeDimensions', 'filters', 'segments', 'order', 'timezone', 'as'];
    assert.deepEqual(leading('▮'), all);
    assert.deepEqual(leading('{ ▮ }', json), all);
    assert.deepEqual(leading('me▮: [orders.count]\n'), [], 'the value is there');
    assert.deepEqual(leading('timeDimensions: [{ ▮ }]'), ['dimension', 'granularity', 'dateRange', 'compareDateRange']);
    assert.deepEqual(leading('tests:\n  - ▮', testPath), ['query', 'expect', 'given', 'at', 'as']);
  });

  it('are not offered for a blank that indents a line or is part of a text', () => {
    const asked = (text: string) => {
      const { source, position } = placeIn(text);
      return queryCompletion(shop, source, position, {}, ' ').items.length;
    };
    assert.deepEqual(['measures:\n  ▮', 'timezone: a ▮', 'x ▮'].map(asked), [0, 0, 0]);
    assert.ok(['measures: ▮', 'measures:\n  - ▮', 'measures: [orders.count, ▮]'].every((text) => asked(text) > 0));
  });

  it('are not offered in comments, texts and files of other names', () => {
    assert.deepEqual(labelsAt('# ▮'), []);
    assert.deepEqual(labelsAt('▮', 'queries/top.yml'), []);
    assert.deepEqual(labelsAt('cases: []\n▮', testPath), [], 'tests of another tool');
  });
});

describe('completion of values in a query document', () => {
  it('are members of the right kind, those of views first, without those that are there', () => {
    assert.deepEqual(labelsAt('measures:\n  - ▮'), measures);
    assert.deepEqual(labelsAt('measures: [orders.count, ▮]'), [
      'orders.revenue',
      'customers.count',
      'sales.count',
      'sales.turnover',
    ]);
    assert.deepEqual(labelsAt('dimensions: [▮]'), dimensions);
    assert.deepEqual(labelsAt('segments: [o▮]'), ['orders.completed']);
    assert.deepEqual(labelsAt('timeDimensions: [{ dimension: ▮ }]'), ['sales.created_at', 'orders.created_at']);
    assert.deepEqual(
      labelsAt('filters: [{ member: ▮ }]').filter((one) => /orders\.(id|margin)/.test(one)),
      ['orders.id', 'orders.margin'],
      'filters may name hidden members',
    );
  });

  it('are first those of the cubes and views that the query asks for', () => {
    assert.deepEqual(labelsAt('measures: [customers.count]\ndimensions: [▮]')[0], 'customers.city');
    assert.deepEqual(labelsAt('dimensions: [orders.status]\nmeasures: [▮]').slice(0, 2), [
      'orders.count',
      'orders.revenue',
    ]);
  });

  it('are then those of joined cubes, of other cubes, and last of views, which cannot be joined', () => {
    const cube = (name: string, ...joins: string[]) =>
      `  - { name: ${name}, sql_table: t, measures: [{ name: count, type: count }], joins: [${joins
        .map((to) => `{ name: ${to}, sql: "{CUBE}.x = {${to}}.x", relationship: many_to_one }`)
        .join(', ')}] }\n`;
    const joined = indexOf({
      'a.yml': `cubes:\n${cube('a', 'b', 'c')}${cube('aa')}${cube('b')}${cube('c')}`,
      'v.yml': 'views: [{ name: v, cubes: [{ join_path: a, includes: "*" }] }]\n',
    });
    const holders = (names: string) => {
      const { source, position } = placeIn(`measures: [${names}, ▮]`);
      const items = queryCompletion(joined, source, position).items;
      const others = items.toSorted((a, b) => (a.sortText! < b.sortText! ? -1 : 1));
      return others.map(({ label }) => label.split('.')[0]).join(' ');
    };
    assert.equal(holders('b.other'), 'b a aa c v', 'only a joins b');
    assert.equal(holders('a.other, b.other'), 'a b c aa v');
    assert.equal(holders('aa.other, b.other'), 'aa b a c v', 'no cube leads to both');
    assert.equal(holders('v.other'), 'v a aa b c');
  });

  it('of a large model are those with what is typed, and asked for again', () => {
    const names = Array.from({ length: 1100 }, (_, i) => `{ name: n${i}, type: count }`);
    const large = indexOf({ 'a.yml': `cubes: [{ name: c, sql_table: t, measures: [${names}] }]\n` });
    const ask = (text: string) => {
      const { source, position } = placeIn(text);
      return queryCompletion(large, source, position);
    };
    assert.deepEqual([ask('measures: [▮]').items.length, ask('measures: [▮]').isIncomplete], [1000, true]);
    const { items, isIncomplete } = ask('measures: [c.n109▮]');
    assert.deepEqual([items.length, isIncomplete], [11, false]);
    assert.ok(items.every(({ label }) => label.includes('n109')));
  });

  it('are written as the place needs it', () => {
    for (const [before, after] of [
      ['measures:\n  - ▮', 'measures:\n  - orders.count'],
      ['measures:\n  -▮', 'measures:\n  - orders.count'],
      ['measures:\n  - orders.c▮', 'measures:\n  - orders.count'],
      ['measures:\n  - "ord▮"', 'measures:\n  - "orders.count"'],
      ['measures:\n  ▮', 'measures:\n  - orders.count'],
      ['measures: ▮', 'measures: [orders.count]'],
      ['measures:▮', 'measures: [orders.count]'],
      ['measures: [orders.revenue, ord▮]', 'measures: [orders.revenue, orders.count]'],
      ["measures: ['ord▮']", "measures: ['orders.count']"],
      ['measures: ["ord▮', 'measures: ["orders.count"'],
    ] as const)
      assert.equal(chosen(before, 'orders.count'), after);
    assert.equal(chosen('{ "measures": [▮] }', 'orders.count', json), '{ "measures": ["orders.count"] }');
    assert.equal(chosen('{ "measures": ["o▮"] }', 'orders.count', json), '{ "measures": ["orders.count"] }');
  });

  it('have the documentation of their member', () => {
    const [item] = itemsAt(placeIn('measures: [orders.cou▮]')).filter(({ label }) => label === 'orders.count');
    assert.match(item!.documentation!.value, /Number of orders/);
    assert.match(item!.detail!, /measure/);
  });

  it('are granularities, those that the dimension defines first', () => {
    const found = labelsAt('timeDimensions: [{ granularity: ▮, dimension: sales.created_at }]');
    assert.deepEqual(found.slice(0, 3), ['fiscal_year', 'second', 'minute']);
    assert.ok(!labelsAt('timeDimensions: [{ granularity: ▮ }]').includes('fiscal_year'));
  });

  it('are operators that the member can have', () => {
    const of = (member: string) => labelsAt(`filters: [{ member: ${member}, operator: ▮ }]`);
    assert.ok(of('orders.status').includes('contains') && !of('orders.status').includes('inDateRange'));
    assert.ok(of('orders.created_at').includes('inDateRange') && !of('orders.created_at').includes('contains'));
    assert.ok(of('orders.count').includes('gt') && !of('orders.count').includes('contains'));
    assert.ok(of('orders.unknown').includes('inDateRange') && of('orders.unknown').includes('contains'));
  });

  it('are time zones, date ranges, directions and booleans', () => {
    const zones = labelsAt('timezone: ▮');
    assert.ok(zones[0] === 'UTC' && zones.includes('Europe/Berlin'));
    assert.ok(labelsAt('timeDimensions: [{ dateRange: ▮ }]').includes('last 7 days'));
    assert.deepEqual(labelsAt('measures: [orders.count]\norder: { orders.count: ▮ }'), ['asc', 'desc']);
    assert.deepEqual(labelsAt('total: ▮'), ['true', 'false']);
    assert.deepEqual(labelsAt('total: "▮"'), []);
  });

  it('of the order are what the query asks for', () => {
    const query = 'measures: [orders.count]\ntimeDimensions: [{ dimension: orders.created_at, granularity: day }]\n';
    const columns = ['orders.created_at.day', 'orders.created_at', 'orders.count'];
    for (const order of ['order: { ▮ }', 'order: [[▮]]', 'order:\n  - id: ▮', 'order:\n  ▮'])
      assert.deepEqual(
        labelsAt(query + order).filter((one) => one.includes('.')),
        columns,
        order,
      );
    assert.equal(chosen(`${query}order:\n  ▮`, 'orders.count'), `${query}order:\n  orders.count: asc`);
  });
});

describe('completion in a test document', () => {
  const test = (rest: string) =>
    `tests:\n  - name: a\n    query: { measures: [orders.count], dimensions: [orders.status] }\n${rest}`;

  it('are the tables of the model below `given`, and their columns in its rows', () => {
    const tables = labelsAt(test('    given:\n      ▮\n    expect: { row_count: 1 }'), testPath);
    assert.ok(tables.includes('public.orders') && tables.includes('public.customers'), String(tables));
    const columns = (given: string) => labelsAt(test(`    given: ${given}\n    expect: { row_count: 1 }`), testPath);
    assert.ok(columns('{ public.orders: [{ ▮ }] }').includes('status'));
    assert.ok(!columns('{ public.orders: [{ status: a, ▮ }] }').includes('status'));
    assert.ok(!columns('{ public.customers: [{ ▮ }] }').includes('status'));
  });

  it('are the keys of a test, then those of its expectation', () => {
    assert.deepEqual(labelsAt('▮', testPath), ['tests']);
    assert.deepEqual(labelsAt('tests:\n  - ▮', testPath), ['name', 'query', 'expect', 'each', 'given', 'at', 'as']);
    assert.deepEqual(labelsAt('tests:\n  - name: a\n    ▮', testPath), [
      'query',
      'expect',
      'each',
      'given',
      'at',
      'as',
    ]);
    assert.deepEqual(labelsAt(test('    expect: { row▮ }'), testPath), [
      ...['rows', 'unordered', 'scalar', 'tolerance', 'row_count', 'not_null', 'unique', 'between'],
      ...['same_as', 'same_as_branch', 'hidden', 'visible', 'error'],
    ]);
    assert.equal(chosen('▮', 'tests', testPath), 'tests:\n  - name: \n    query:\n      \n    expect:\n      ');
  });

  it('are members in its query, and in the expectation those that the query asks for', () => {
    assert.deepEqual(labelsAt('tests:\n  - query: { measures: [▮] }', testPath), measures);
    const asked = ['orders.status', 'orders.count'];
    for (const rest of ['not_null: [▮]', 'unique:\n        - ▮', 'between: { ▮ }', 'rows: [{ ▮ }]'])
      assert.deepEqual(labelsAt(test(`    expect:\n      ${rest}`), testPath), asked, rest);
    assert.deepEqual(labelsAt(test('    expect: { not_null: [orders.count, ▮] }'), testPath), ['orders.status']);
    assert.equal(
      chosen(test('    expect:\n      between:\n        ▮'), 'orders.count', testPath, '1'),
      test('    expect:\n      between:\n        orders.count: [1, 1]'),
    );
  });

  it('are the query documents of the project, relative to the file, and what they ask for', () => {
    const document = readQueryDocument('a.query.yml', 'measures: [orders.revenue]');
    const files = { paths: () => ['queries/a.query.yml', 'tests/b.query.yml'], queryAt: () => document };
    const found = labelsAt('tests:\n  - name: a\n    query: ▮', testPath, files);
    assert.deepEqual(found, ['../queries/a.query.yml', 'b.query.yml']);
    const named = 'tests:\n  - name: a\n    query: b.query.yml\n    expect: { unique: [▮] }';
    assert.deepEqual(labelsAt(named, testPath, files), ['orders.revenue']);
  });
});

describe('everything that is offered', () => {
  const query = 'measures: [orders.count]\ntimeDimensions: [{ dimension: orders.created_at, granularity: day }]\n';
  const cases = [
    'measures: [▮]',
    'measures:\n  - ▮\ndimensions: [orders.status]',
    'dimensions: [▮]',
    'measures: [orders.count]\nsegments: [▮]',
    'timeDimensions: [{ dimension: ▮, granularity: day }]',
    'timeDimensions:\n  - dimension: orders.created_at\n    granularity: ▮',
    'timeDimensions: [{ dimension: orders.created_at, dateRange: ▮ }]',
    'timeDimensions: [{ dimension: orders.created_at, compareDateRange: [▮] }]',
    `${query}filters: [{ member: ▮, operator: set }]`,
    `${query}filters: [{ member: orders.status, operator: ▮, values: [2024-01-01] }]`,
    `${query}filters: [{ member: orders.created_at, operator: ▮, values: [2024-01-01] }]`,
    `${query}filters: [{ member: orders.count, operator: ▮, values: [1] }]`,
    `${query}order: { ▮ }`,
    `${query}order: [[▮, asc]]`,
    `${query}order: [[orders.count, ▮]]`,
    `${query}order:\n  - { id: orders.count, desc: ▮ }`,
    `${query}total: ▮`,
    `${query}cache: ▮`,
    `${query}timezone: ▮`,
  ];

  for (const text of cases)
    it(`is accepted: ${text.replace(query, '').replace(/\n\s*/g, ' ')}`, () => {
      const place = placeIn(text);
      const items = itemsAt(place).slice(0, 60);
      assert.ok(items.length > 0);
      for (const item of items) {
        const document = readQueryDocument('a.query.yml', applied(place, item));
        const problems = checkQueryDocument(shop, document).filter(({ code }) => !isAboutValues(item.label, code));
        assert.deepEqual(problems, [], item.label);
        assert.doesNotThrow(() => readQueries(document.query, Date.UTC(2026, 0, 1)), item.label);
      }
    });

  it('is accepted in expectations', () => {
    const test = `tests:\n  - name: a\n    query: { measures: [orders.count], dimensions: [orders.status] }\n    expect: { not_null: [▮] }`;
    const place = placeIn(test, testPath);
    for (const item of itemsAt(place))
      assert.deepEqual(checkTestDocument(shop, readTestDocument(testPath, applied(place, item))), []);
  });

  /** The values in the case are not meant for operators without values. */
  function isAboutValues(label: string, code: string): boolean {
    return code === 'filter-values' && /^(set|notSet|measureFilter)$/.test(label);
  }
});
