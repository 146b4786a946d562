import assert from 'node:assert/strict';
import { queryLenses, usageLenses, usesAt, withContent } from '../../../src/language/annotations/codeLenses.ts';
import { hover } from '../../../src/language/hover/hover.ts';
import { documentUses } from '../../../src/language/queries/documentUses.ts';
import type { ModelIndex } from '../../../src/model/index/modelIndex.ts';
import { fixture, indexOf, markedText } from '../../model/models.ts';
import { placeAt, shown, uriOf } from '../places.ts';

const bakery = indexOf(fixture('bakery'));

function lenses(index: ModelIndex, file: string): string[] {
  return usageLenses(index, file).map(({ range, title }) => `${markedText(index, { file, range })}: ${title}`);
}

describe('code lenses', () => {
  it('count the uses of cubes, views and members, with the views that include them', () => {
    const found = lenses(bakery, 'model/cubes/orders.yml');
    assert.ok(found.includes('revenue: used 7 times · in 1 view'), found.join('\n'));
    assert.ok(found.includes('completed_count: used 1 time'), found.join('\n'));
    assert.ok(found.includes('buyers: not used by name'), found.join('\n'));
    assert.match(found[0]!, /^orders: used \d+ times · in 1 view$/);
    assert.equal(lenses(bakery, 'model/views/sales.yml')[0], 'sales: used 1 time');
  });

  it('say that views include a member by `*`, and open those places', () => {
    const index = indexOf({
      'a.yml': `cubes:
  - name: orders
    sql_table: orders
    measures:
      - { name: count, type: count }
      - { name: total, type: sum, sql: total }
      - { name: hidden, type: sum, sql: hidden }
views:
  - name: all
    cubes: [{ join_path: orders, includes: "*", excludes: [hidden] }]
  - name: more
    extends: all
  - name: some
    cubes: [{ join_path: orders, includes: [total] }]
`,
    });
    const path = 'model/a.yml';
    const found = lenses(index, path);
    assert.ok(found.includes('count: in 2 views by *'), found.join('\n'));
    assert.ok(found.includes('total: used 1 time · in 3 views, 2 by *'), found.join('\n'));
    assert.ok(found.includes('hidden: used 1 time'), found.join('\n'));
    const { position } = placeAt(index, path, 'name: count', 6);
    assert.deepEqual(
      usesAt(index, path, position, uriOf).map(({ uri, range }) => shown(index, uri, range)),
      ['a.yml: cubes: [{ join_path: orders, includes: "«*»", excludes: [hidden] }]'],
    );
    assert.match(hover(index, path, position, uriOf)!.contents.value, / · in 2 views by \*: `all`, `more`$/);
    assert.ok(usageLenses(index, path).find(({ title }) => title === 'in 2 views by *')!.isUsed);
  });

  it('open the places that they count', () => {
    const { index, path, position } = placeAt(bakery, 'model/cubes/orders.yml', 'name: completed_share', 6);
    assert.deepEqual(
      usesAt(index, path, position, uriOf).map(({ uri, range }) => shown(index, uri, range)),
      ['views/sales.yml: - name: «completed_share»', 'views/sales.yml: - «done_share»'],
    );
  });

  it('have the names that content of the platform has for a member: those of views and of cubes that extend its cube', () => {
    const index = indexOf({
      'a.yml':
        'cubes:\n  - name: a\n    sql_table: a\n    measures:\n      - {name: x, type: count}\n      - {name: y, type: count}\n',
      'b.yml': 'cubes:\n  - name: b\n    extends: a\n    measures:\n      - {name: y, type: count, title: own}\n',
      'v.yml':
        'views:\n  - name: v\n    cubes:\n      - join_path: a\n        prefix: true\n        includes: [x]\n  - name: w\n    cubes:\n      - join_path: b\n        includes: [{name: x, alias: z}]\n',
    });
    const [path] = [...index.files].map((one) => one.path).filter((one) => one.endsWith('a.yml'));
    const [cube, x, y] = usageLenses(index, path!).map(({ names }) => [...names].sort());
    assert.deepEqual(x, ['a.x', 'b.x', 'v.a_x', 'w.z']);
    assert.deepEqual(y, ['a.y']);
    assert.deepEqual(cube, ['a', 'a.x', 'a.y', 'b.x', 'v.a_x', 'w.z']);
  });

  it('count the content of the platform by its kind', () => {
    assert.equal(withContent('used 1 time', []), 'used 1 time');
    assert.equal(
      withContent('used 1 time', ['dashboard', 'report', 'report']),
      'used 1 time · in 2 reports, 1 dashboard',
    );
  });

  it('count and open the uses in queries and tests, also through views', () => {
    const documents = [
      {
        path: 'queries/top.query.yml',
        text: 'measures: [orders.buyers, sales.revenue]\ntime: orders.created_at.day\n',
      },
      {
        path: 'tests/shop.test.yml',
        text: 'tests:\n  - name: a\n    query: { measures: [orders.buyers] }\n    expect: { scalar: 1 }\n',
      },
      { path: 'tests/other.test.yml', text: 'on: push\n' },
    ];
    const uses = documentUses(bakery, documents, uriOf);
    const titles = usageLenses(bakery, 'model/cubes/orders.yml', uses);
    const named = titles.map(
      ({ range, title }) => `${markedText(bakery, { file: 'model/cubes/orders.yml', range })}: ${title}`,
    );
    assert.ok(named.includes('buyers: used 2 times, 1 in queries, 1 in tests'), named.join('\n'));
    assert.ok(named.includes('revenue: used 8 times, 1 in queries · in 1 view'), named.join('\n'));
    assert.ok(titles.find(({ title }) => title.startsWith('used 2 times, 1 in'))!.isUsed);
    const { path, position } = placeAt(bakery, 'model/cubes/orders.yml', 'name: buyers', 6);
    assert.deepEqual(
      usesAt(bakery, path, position, uriOf, uses).map(({ uri, range }) => [uri, range.start.line]),
      [
        ['test:/queries/top.query.yml', 0],
        ['test:/tests/shop.test.yml', 2],
      ],
    );
    const text = hover(bakery, path, position, uriOf, uses)!.contents.value;
    assert.match(text, /used 2 times, 1 in queries, 1 in tests$/);
  });

  it('are the same in JavaScript, without names that are known only at run time', () => {
    const fleet = indexOf(fixture('fleet'));
    const vans = lenses(fleet, 'model/cubes/Vans.js');
    assert.ok(vans.includes('plate: used 4 times · in 1 view by *'), vans.join('\n'));
    const text = 'cube(`${x}_orders`, { sql_table: `t`, measures: { count: { type: `count` } } });\n';
    assert.deepEqual(lenses(indexOf({ 'a.js': text }), 'model/a.js'), []);
  });

  it('are one at a place that several cubes share', () => {
    const text =
      'cubes:\n  - name: a\n    sql_table: t\n    measures: &m\n      - {name: n, type: count}\n' +
      '  - name: b\n    sql_table: t\n    measures: *m\n';
    assert.equal(usageLenses(indexOf({ 'a.yml': text }), 'model/a.yml').length, 3);
  });

  it('are nothing where the text changed', () => {
    assert.deepEqual(usesAt(bakery, 'model/cubes/orders.yml', { line: 0, character: 3 }, uriOf), []);
    assert.deepEqual(usageLenses(bakery, 'model/gone.yml'), []);
  });
});

describe('code lenses of queries', () => {
  const subjects = (index: ModelIndex, file: string) =>
    queryLenses(index, file).map(({ range, subject }) => `${markedText(index, { file, range })} → ${subject}`);

  it('are above cubes, measures and dimensions, not above other members', () => {
    const found = subjects(bakery, 'model/cubes/orders.yml');
    assert.equal(found[0], 'orders → orders');
    assert.ok(found.includes('revenue → orders.revenue'), found.join('\n'));
    const text = `cubes:
  - name: a
    sql_table: t
    measures: [{ name: count, type: count }]
    dimensions: [{ name: city, type: string, sql: city }]
    segments: [{ name: open, sql: open }]
    joins: [{ name: b, sql: x, relationship: many_to_one }]
    pre_aggregations: [{ name: main, measures: [count] }]
    hierarchies: [{ name: places, levels: [city] }]
view_groups: [{ name: all, views: [v] }]
views: [{ name: v, cubes: [{ join_path: a, includes: '*' }] }]
`;
    const index = indexOf({ 'a.yml': text });
    assert.deepEqual(subjects(index, 'model/a.yml'), ['a → a', 'count → a.count', 'city → a.city', 'v → v']);
  });

  it('are not above names that are known only at run time', () => {
    const text = 'cube(`${x}_orders`, { sql_table: `t`, measures: { count: { type: `count` } } });\n';
    assert.deepEqual(subjects(indexOf({ 'a.js': text }), 'model/a.js'), []);
    assert.deepEqual(queryLenses(bakery, 'model/none.yml'), []);
  });
});

describe('uses in tests that do not have the name as a text', () => {
  const index = indexOf({
    'a.yml': `cubes:
  - name: orders
    sql_table: orders
    measures:
      - { name: count, type: count }
      - { name: total, type: sum, sql: total }
      - { name: average, type: number, sql: "{total} / {count}" }
      - { name: other, type: sum, sql: other }
`,
  });
  const named = (documents: { path: string; text: string }[]) =>
    usageLenses(index, 'model/a.yml', documentUses(index, documents, uriOf)).map(
      ({ range, title }) => `${markedText(index, { file: 'model/a.yml', range })}: ${title}`,
    );

  it('count: placeholders, and a query document that a test runs', () => {
    const found = named([
      { path: 'q.query.yml', text: 'measures: [orders.total]\n' },
      {
        path: 'tests/a.test.yml',
        text: 'tests:\n  - name: "{m}"\n    each: [{ m: count }, { m: other }]\n    query: { measures: ["orders.{m}"] }\n    expect: { row_count: 1 }\n  - name: b\n    query: ../q.query.yml\n    expect: { row_count: 1 }\n',
      },
    ]);
    assert.deepEqual(found, [
      'orders: used 3 times, 1 in queries, 2 in tests',
      'count: used 2 times, 1 in tests',
      'total: used 3 times, 1 in queries, 1 in tests',
      'average: not used by name',
      'other: used 1 time, 1 in tests',
    ]);
  });

  it('are said if they are only through other members', () => {
    const text = 'tests:\n  - name: a\n    query: { measures: [orders.average] }\n    expect: { row_count: 1 }\n';
    assert.deepEqual(named([{ path: 'a.test.yml', text }]).slice(1), [
      'count: used 1 time · tested through other members',
      'total: used 1 time · tested through other members',
      'average: used 1 time, 1 in tests',
      'other: not used by name',
    ]);
  });
});
