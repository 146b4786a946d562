/** The changes of a rename, as a user sees them: lines before and after. */

import assert from 'node:assert/strict';
import { fixture, indexOf, type Texts } from '../../model/models.ts';
import { placeAt, placeIn } from '../places.ts';
import { changedLines, groups, renameAt } from './edited.ts';

const bakery = indexOf(fixture('bakery'));
const fleet = indexOf(fixture('fleet'));
const ferry = indexOf(fixture('ferry'));
const clinic = indexOf(fixture('clinic'));

const orders = 'model/cubes/orders.yml';
const sales = 'model/views/sales.yml';

const cubes = (text: string) => `cubes:\n${text}`;
const measure = (name: string, rest = 'type: count') => `      - { name: ${name}, ${rest} }\n`;

describe('rename of a member', () => {
  it('changes its references in SQL, pre-aggregations, policies and views, and keeps aliases', () => {
    const expected = [
      'cubes/orders.yml: - name: completed_count → - name: done',
      'cubes/orders.yml: sql: "1.0 * {completed_count} / NULLIF({count}, 0)" → sql: "1.0 * {done} / NULLIF({count}, 0)"',
    ];
    assert.deepEqual(changedLines(placeAt(bakery, orders, 'name: completed_count', 8), 'done'), expected);
    assert.deepEqual(changedLines(placeAt(bakery, orders, '{completed_count}', 4), 'done'), expected);
    assert.deepEqual(changedLines(placeAt(bakery, orders, 'name: completed_share', 8), 'share'), [
      'cubes/orders.yml: - name: completed_share → - name: share',
      'views/sales.yml: - name: completed_share → - name: share',
    ]);
    assert.deepEqual(changedLines(placeAt(bakery, orders, 'name: status', 8), 'state'), [
      'cubes/orders.yml: - name: status → - name: state',
      'cubes/orders.yml: - status → - state',
      'cubes/orders.yml: - status → - state',
      'cubes/orders.yml: - status → - state',
      'cubes/orders.yml: - member: "{CUBE}.status" → - member: "{CUBE}.state"',
      'views/sales.yml: - status → - state',
    ]);
  });

  it('changes the names that views make of it, behind their prefix', () => {
    const expected = [
      'cubes/customers.yml: - name: city → - name: town',
      'cubes/orders.yml: sql: "{customers.city}" → sql: "{customers.town}"',
      'cubes/orders.yml: - customers.city → - customers.town',
      'cubes/orders.yml: - customers.city → - customers.town',
      'cubes/orders.yml: - customers.city → - customers.town',
      'views/sales.yml: - customers_city → - customers_town',
    ];
    assert.deepEqual(changedLines(placeAt(bakery, 'model/cubes/customers.yml', 'name: city', 7), 'town'), expected);
    assert.deepEqual(changedLines(placeAt(bakery, sales, '- customers_city', 13), 'town'), expected);
  });

  it('changes FILTER_PARAMS, and leaves columns and comments as they are', () => {
    assert.deepEqual(changedLines(placeAt(bakery, 'model/cubes/customers.yml', 'name: created_at', 7), 'since'), [
      "cubes/customers.yml: WHERE {FILTER_PARAMS.customers.created_at.filter('c.created_at')} → WHERE {FILTER_PARAMS.customers.since.filter('c.created_at')}",
      'cubes/customers.yml: - name: created_at → - name: since',
      'views/sales.yml: - customers_created_at → - customers_since',
    ]);
  });

  it('changes the members that override it, from each of them', () => {
    const base = `  - name: base\n    sql_table: t\n    measures:\n${measure('total')}`;
    const child = `  - name: child\n    extends: base\n    measures:\n${measure('total')}${measure('twice', 'type: number, sql: "2 * {total}"')}`;
    const text = cubes(base + child);
    for (const at of [text.indexOf('total'), text.lastIndexOf('name: total') + 6, text.indexOf('{total') + 1]) {
      const place = placeIn({ 'a.yml': `${text.slice(0, at)}▮${text.slice(at)}` });
      assert.deepEqual(changedLines(place, 'sum'), [
        'a.yml: - { name: total, type: count } → - { name: sum, type: count }',
        'a.yml: - { name: total, type: count } → - { name: sum, type: count }',
        'a.yml: - { name: twice, type: number, sql: "2 * {total}" } → - { name: twice, type: number, sql: "2 * {sum}" }',
      ]);
    }
  });

  it('changes a member that two cubes share by a YAML alias', () => {
    const lines = changedLines(placeAt(clinic, 'model/cubes/rooms.yml', 'name: floor', 7), 'level');
    assert.deepEqual(lines, ['cubes/rooms.yml: - name: floor → - name: level']);
    const shared = indexOf({
      ...fixture('clinic'),
      'views/closed.yml':
        'views:\n  - name: closed\n    cubes:\n      - join_path: closed_rooms\n        includes: [floor]\n',
    });
    assert.deepEqual(changedLines(placeAt(shared, 'model/cubes/rooms.yml', 'name: floor', 7), 'level'), [
      'cubes/rooms.yml: - name: floor → - name: level',
      'views/closed.yml: includes: [floor] → includes: [level]',
    ]);
  });

  it('changes pre-aggregations where rollups name them, segments and hierarchies', () => {
    const text = cubes(
      '  - name: a\n    sql_table: t\n    dimensions:\n      - { name: id, sql: id, type: string, primary_key: true }\n' +
        '    segments:\n      - { name: big, sql: "{CUBE}.n > 9" }\n    pre_aggregations:\n' +
        '      - { name: ▮main, dimensions: [id], segments: [big] }\n' +
        '      - { name: both, type: rollup_join, dimensions: [id], rollups: [a.main, main] }\n',
    );
    const place = placeIn({ 'a.yml': text });
    assert.deepEqual(changedLines(place, 'base'), [
      'a.yml: - { name: main, dimensions: [id], segments: [big] } → - { name: base, dimensions: [id], segments: [big] }',
      'a.yml: - { name: both, type: rollup_join, dimensions: [id], rollups: [a.main, main] } → - { name: both, type: rollup_join, dimensions: [id], rollups: [a.base, base] }',
    ]);
    assert.deepEqual(changedLines(placeAt(place.index, place.path, 'name: big', 7), 'large'), [
      'a.yml: - { name: big, sql: "{CUBE}.n > 9" } → - { name: large, sql: "{CUBE}.n > 9" }',
      'a.yml: - { name: main, dimensions: [id], segments: [big] } → - { name: main, dimensions: [id], segments: [large] }',
    ]);
  });
});

describe('rename of a cube or view', () => {
  it('changes joins, paths, SQL and the prefixes that come from its name', () => {
    const expected = [
      "cubes/customers.yml: WHERE {FILTER_PARAMS.customers.created_at.filter('c.created_at')} → WHERE {FILTER_PARAMS.clients.created_at.filter('c.created_at')}",
      // The cube itself, and the join of its child.
      'cubes/customers.yml: - name: customers → - name: clients',
      'cubes/customers.yml: - name: customers → - name: clients',
      'cubes/customers.yml: sql: "{CUBE}.id = {customers}.id" → sql: "{CUBE}.id = {clients}.id"',
      'cubes/customers.yml: extends: customers → extends: clients',
      'cubes/customers.yml: sql: "1.0 * {count} / NULLIF({customers.count}, 0)" → sql: "1.0 * {count} / NULLIF({clients.count}, 0)"',
    ];
    const lines = changedLines(placeAt(bakery, orders, 'name: customers', 7), 'clients');
    assert.deepEqual(lines.filter((one) => one.startsWith('cubes/customers')).sort(), expected.sort());
    assert.ok(lines.includes('cubes/orders.yml: - name: customers → - name: clients'));
    assert.ok(
      lines.includes(
        'cubes/orders.yml: sql: "{CUBE}.customer_id = {customers.id}" → sql: "{CUBE}.customer_id = {clients.id}"',
      ),
    );
    assert.deepEqual(
      lines.filter((one) => one.startsWith('views')),
      [
        'views/sales.yml: - join_path: orders.customers → - join_path: orders.clients',
        'views/sales.yml: - customers_city → - clients_city',
        'views/sales.yml: - customers_country → - clients_country',
        'views/sales.yml: - customers_created_at → - clients_created_at',
      ],
    );
  });

  it('works in JavaScript', () => {
    const lines = changedLines(placeAt(fleet, 'model/cubes/Vans.js', 'cube(`vans`', 8), 'trucks');
    assert.ok(lines.includes('cubes/Vans.js: extends: vans, → extends: trucks,'));
    assert.ok(lines.includes('cubes/Trips.js: vans: { → trucks: {'));
    assert.ok(
      lines.includes('cubes/Trips.js: sql: `${CUBE}.van_id = ${vans.id}`, → sql: `${CUBE}.van_id = ${trucks.id}`,'),
    );
    assert.ok(lines.includes('views/Delivery.js: joinPath: trips.vans, → joinPath: trips.trucks,'));
    assert.ok(
      lines.includes(
        'views/Delivery.js: { name: `Vans`, includes: [`vans_plate`] }, → { name: `Vans`, includes: [`trucks_plate`] },',
      ),
    );
  });

  it('changes a view in view groups', () => {
    assert.deepEqual(changedLines(placeAt(bakery, sales, 'name: sales', 7), 'selling'), [
      'views/sales.yml: - name: sales → - name: selling',
      'views/sales.yml: - sales → - selling',
    ]);
    assert.deepEqual(changedLines(placeAt(bakery, sales, 'name: everything', 7), 'all_views'), [
      'views/sales.yml: - name: everything → - name: all_views',
    ]);
  });
});

describe('rename of other names', () => {
  it('changes an alias of a view from each of its uses, not the member behind it', () => {
    const expected = [
      'views/sales.yml: alias: done_share → alias: finished',
      'views/sales.yml: - done_share → - finished',
    ];
    assert.deepEqual(changedLines(placeAt(bakery, sales, 'alias: done_share', 9), 'finished'), expected);
    assert.deepEqual(changedLines(placeAt(bakery, sales, '- done_share', 3), 'finished'), expected);
  });

  it('changes a granularity where a pre-aggregation, a rolling window and SQL name it', () => {
    const text = cubes(
      '  - name: a\n    sql_table: t\n    dimensions:\n      - name: at\n        sql: at\n        type: time\n' +
        '        granularities:\n          - { name: ▮term, interval: 4 months }\n' +
        '      - { name: start, sql: "{at.term}", type: time }\n    measures:\n' +
        measure('n', 'type: count, rolling_window: { type: to_date, granularity: term }') +
        '    pre_aggregations:\n      - { name: main, measures: [n], time_dimension: at, granularity: term }\n',
    );
    const lines = changedLines(placeIn({ 'a.yml': text }), 'season').map((line) => line.split(' → ')[1]);
    assert.deepEqual(lines, [
      '- { name: season, interval: 4 months }',
      '- { name: start, sql: "{at.season}", type: time }',
      '- { name: n, type: count, rolling_window: { type: to_date, granularity: season } }',
      '- { name: main, measures: [n], time_dimension: at, granularity: season }',
    ]);
  });

  it('changes macros in all files, and variables in their scope', () => {
    assert.deepEqual(changedLines(placeAt(ferry, 'model/macros.jinja', 'macro totals', 8), 'sums'), [
      "cubes/crossings.yml: {{ macros.totals(['passengers', 'cars']) }} → {{ macros.sums(['passengers', 'cars']) }}",
      'macros.jinja: {%- macro totals(columns) %} → {%- macro sums(columns) %}',
    ]);
    assert.deepEqual(changedLines(placeAt(ferry, 'model/macros.jinja', 'in columns', 5), 'names'), [
      'macros.jinja: {%- macro totals(columns) %} → {%- macro totals(names) %}',
      'macros.jinja: {%- for column in columns %} → {%- for column in names %}',
    ]);
    const macros = '{% macro one(a) %}{{ a }}{% endmacro %}\n';
    const user = "{% from 'm.jinja' import one as first %}\ncubes: []\n# {{ ▮first(1) }}\n";
    assert.deepEqual(changedLines(placeIn({ 'm.jinja': macros, 'a.yml': user }), 'second'), [
      "a.yml: {% from 'm.jinja' import one as first %} → {% from 'm.jinja' import one as second %}",
      'a.yml: # {{ first(1) }} → # {{ second(1) }}',
    ]);
  });

  it('keeps CRLF, byte order marks, quotes and astral characters', () => {
    const text =
      '\ufeffcubes:\r\n  - name: a # 🥐 a\r\n    sql_table: t\r\n    measures:\r\n      - {name: "▮m", type: count}\r\n';
    assert.deepEqual(changedLines(placeIn({ 'a.yml': text }), 'n'), [
      'a.yml: - {name: "m", type: count} → - {name: "n", type: count}',
    ]);
  });
});

describe('edits to confirm', () => {
  const model: Texts = {
    'a.yml': cubes(`  - name: a\n    sql_table: t\n    measures:\n${measure('n')}`),
    'v.yml': 'views:\n  - name: v\n    cubes:\n      - join_path: a\n        includes: [n]\n',
  };

  it('are those of views in other files', () => {
    const place = placeIn({ ...model, 'a.yml': model['a.yml']!.replace('name: n', 'name: ▮n') });
    assert.deepEqual(groups(renameAt(place, 'm')), ['Definition and References', 'Views in Other Files?']);
    assert.deepEqual(groups(renameAt(placeAt(place.index, 'model/v.yml', '[n]', 1), 'm')), [
      'Definition and References',
    ]);
  });

  it('are those of texts that a template writes', () => {
    const template =
      "{% set at = 'n' %}\n{% macro rate(x) %}{a.n} / {n} + {CUBE.n} + {nn}{% endmacro %}\n" +
      cubes(`  - name: b\n    sql: "SELECT {{ at }} WHERE {FILTER_PARAMS.a.n.filter('n')} AND {{ 'a.n' }}"\n`);
    const place = placeIn({ ...model, 'a.yml': model['a.yml']!.replace('name: n', 'name: ▮n'), 'b.yml': template });
    assert.deepEqual(
      changedLines(place, 'm')
        .filter((line) => line.startsWith('b.yml'))
        .map((line) => line.split(' → ')[1]),
      [
        '{% macro rate(x) %}{a.m} / {m} + {CUBE.m} + {nn}{% endmacro %}',
        "sql: \"SELECT {{ at }} WHERE {FILTER_PARAMS.a.m.filter('n')} AND {{ 'a.m' }}\"",
      ],
    );
    assert.ok(groups(renameAt(place, 'm')).includes('Names in Templates and Programs?'));
  });

  it('are those of saved queries, through cubes and views', () => {
    const place = placeIn({ ...model, 'a.yml': model['a.yml']!.replace('name: n', 'name: ▮n') });
    const text = 'measures:\n  - a.n\n  - v.n # v.n\n  - x.n\n  - a.nn\ntime: a.n.day\n';
    const options = { savedQueries: [{ path: 'top.query.yml', text }] };
    assert.deepEqual(changedLines(place, 'm', options).slice(-3), [
      'top.query.yml: - a.n → - a.m',
      'top.query.yml: - v.n # v.n → - v.m # v.m',
      'top.query.yml: time: a.n.day → time: a.m.day',
    ]);
    assert.ok(groups(renameAt(place, 'm', options)).includes('Saved Queries and Tests?'));
  });
});

describe('rename that keeps the names of views', () => {
  const keep = { keepViewNames: true };

  it('gives listed members an alias', () => {
    assert.deepEqual(
      changedLines(placeAt(bakery, orders, 'name: revenue', 7), 'turnover', keep).filter((line) =>
        line.startsWith('views'),
      ),
      ['views/sales.yml: - revenue → - { name: turnover, alias: revenue }'],
    );
    assert.deepEqual(
      changedLines(placeAt(bakery, orders, 'name: completed_share', 7), 'share', keep).filter((one) =>
        one.startsWith('views'),
      ),
      ['views/sales.yml: - name: completed_share → - name: share'],
    );
    assert.deepEqual(
      changedLines(placeAt(fleet, 'model/cubes/Trips.js', 'distance: {', 2), 'length', keep).filter((one) =>
        one.startsWith('views'),
      ),
      [
        'views/Delivery.js: includes: [`count`, `distance`, `lateShare`, { name: `startedAt`, alias: `start` }], → ' +
          'includes: [`count`, { name: `length`, alias: `distance` }, `lateShare`, { name: `startedAt`, alias: `start` }],',
      ],
    );
  });

  it('adds the alias to an item with other keys, and keeps comments', () => {
    const text =
      `cubes:\n  - name: a\n    sql_table: t\n    measures:\n${measure('▮n')}views:\n  - name: v\n    cubes:\n` +
      '      - join_path: a\n        includes:\n          - name: n # all\n            title: All\n          - { name: n, title: All }\n';
    assert.deepEqual(changedLines(placeIn({ 'a.yml': text }), 'm', keep).slice(1), [
      'a.yml: - name: n # all → - name: m # all',
      'a.yml: + alias: n',
      'a.yml: - { name: n, title: All } → - { name: m, alias: n, title: All }',
    ]);
  });

  it('gives items with the name of a cube as prefix an alias', () => {
    assert.deepEqual(
      changedLines(placeAt(bakery, orders, 'name: customers', 7), 'clients', keep).filter((line) =>
        line.startsWith('views'),
      ),
      [
        'views/sales.yml: - join_path: orders.customers → - join_path: orders.clients',
        'views/sales.yml: + alias: customers',
      ],
    );
    assert.deepEqual(
      changedLines(placeAt(fleet, 'model/cubes/Trips.js', 'vans: {', 2), 'trucks', keep).filter((line) =>
        line.startsWith('views'),
      ),
      ['views/Delivery.js: joinPath: trips.vans, → joinPath: trips.trucks, alias: `vans`,'],
    );
  });
});
