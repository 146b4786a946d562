import assert from 'node:assert/strict';
import { modelChanges } from '../../src/review/modelChanges.ts';
import { indexOf, type Texts } from '../model/models.ts';
import { broken, compare, line, model, orders, replaced, views } from './editedModel.ts';

const edit = (from: string, to: string) => compare(model, replaced(model, from, to)).map(line);

describe('changes of a model', () => {
  const cases: [what: string, from: string, to: string, expected: string[]][] = [
    ['a type', 'type: sum', 'type: avg', ['measure orders.total: changed type']],
    ['SQL', '{CUBE}.amount', '{CUBE}.net', ['measure orders.total: changed sql']],
    ['a format', 'format: currency', 'format: percent', ['measure orders.total: changed format']],
    ['a title', 'title: Total', 'title: Sum', ['measure orders.total: changed title']],
    [
      'a description',
      'title: Total',
      'title: Total\n        description: All',
      ['measure orders.total: changed description'],
    ],
    ['visibility', 'title: Total', 'title: Total\n        public: false', ['measure orders.total: changed visibility']],
    [
      'filters',
      'type: count',
      'type: count\n        filters: [{ sql: "{CUBE}.x = 1" }]',
      ['measure orders.count: changed filters'],
    ],
    [
      'another key',
      'title: Total',
      'title: Total\n        drill_members: [id]',
      ['measure orders.total: changed other'],
    ],
    ['a relationship', 'many_to_one', 'one_to_one', ['join orders.customers: changed relationship']],
    ['the SQL of a join', '{CUBE}.customer_id =', '{CUBE}.buyer_id =', ['join orders.customers: changed sql']],
    ['the table of a cube', 'public.orders', 'sales.orders', ['cube orders: changed sql']],
    [
      'a policy',
      'includes: [count]\n  -',
      'includes: [count, total]\n  -',
      ['access_policy orders.sales: changed access'],
    ],
    ['a pre-aggregation', 'granularity: day', 'granularity: week', ['pre_aggregation orders.by_day: changed other']],
    [
      'a granularity',
      'offset: 3 months',
      'offset: 4 months',
      ['granularity orders.created_at.fiscal_year: changed other'],
    ],
    ['a segment', "= 'completed'", "= 'done'", ['segment orders.completed: changed sql']],
    ['a member less in a view', '[count, total, status]', '[count, total]', ['dimension sales.status: removed']],
    ['another path of a view', 'join_path: orders.customers', 'join_path: customers', ['view sales: changed other']],
    [
      'a new member, also in views that include all',
      'segments:',
      'segments:\n      - name: open\n        sql: "{CUBE}.status = \'open\'"',
      ['segment everything.open: added', 'segment orders.open: added'],
    ],
    [
      'a removed member, also in views that include all',
      '      - name: average\n        type: number\n        sql: "{total} / {count}"\n',
      '',
      ['measure everything.average: removed', 'measure orders.average: removed'],
    ],
    [
      'a renamed member, also in views that include all',
      'name: average',
      'name: mean',
      ['measure everything.mean: renamed from everything.average', 'measure orders.mean: renamed from orders.average'],
    ],
    [
      'a renamed member with another title',
      'name: total\n        title: Total',
      'name: revenue\n        title: Revenue',
      [
        'measure everything.revenue: renamed from everything.total',
        'measure orders.revenue: renamed from orders.total title',
        'measure sales.total: removed',
      ],
    ],
    [
      'a renamed granularity',
      'fiscal_year',
      'fiscal',
      ['granularity orders.created_at.fiscal: renamed from orders.created_at.fiscal_year'],
    ],
  ];
  for (const [what, from, to, expected] of cases) {
    it(`list ${what}`, () => assert.deepEqual(edit(from, to), expected));
  }

  it('are none for comments, blanks, quotes and the order of keys', () => {
    const other = orders
      .replace(
        'name: total\n        title: Total\n        type: sum',
        'type: \'sum\' # a sum\n        title: "Total"\n\n        name: total',
      )
      .replace(
        'sql: "{CUBE}.status = \'completed\'"',
        "sql: |\n          {CUBE}.status -- the state\n          =   'completed'",
      )
      .replace('group: sales', '"group": "sales"');
    const after = indexOf({ 'x.yml': views, 'y.yml': other });
    assert.ok(other.includes('# a sum') && other.includes('the state') && other.includes('"group"'));
    assert.deepEqual(modelChanges(indexOf(model), after, []), []);
  });

  it('keep texts in quotes exact', () => {
    const spaced = replaced(model, "'completed'", "'quite  completed -- so'");
    assert.deepEqual(compare(spaced, replaced(spaced, 'quite  ', 'quite ')).map(line), [
      'segment orders.completed: changed sql',
    ]);
  });

  it('are none for a default that is written out', () => {
    assert.deepEqual(edit('title: Total', 'title: Total\n        public: true'), []);
  });

  it('are none between YAML and JavaScript of the same content', () => {
    const script = `
      // The same cube.
      cube(\`customers\`, {
        sql_table: 'public.customers',
        dimensions: {
          id: { sql: \`id\`, type: \`number\`, primaryKey: true },
          city: { type: 'string', sql: 'city' },
        },
      });
      cube('orders', {
        sqlTable: 'public.orders',
        joins: { customers: { relationship: \`belongsTo\`, sql: \`\${CUBE}.customer_id = \${customers.id}\` } },
        measures: {
          count: { type: 'count' },
          total: { sql: \`\${CUBE}.amount\`, type: 'sum', format: \`currency\`, title: 'Total' },
          average: { sql: \`\${total} /  \${count}\`, type: \`number\` },
        },
        segments: { completed: { sql: \`\${CUBE}.status = 'completed'\` } },
        dimensions: {
          id: { sql: 'id', type: 'number', primaryKey: true },
          status: { sql: \`\${CUBE}.status\`, type: 'string' },
          createdAt: {},
          created_at: {
            sql: \`\${CUBE}.created_at\`,
            type: 'time',
            granularities: { fiscal_year: { interval: '1 year', offset: '3 months' } },
          },
        },
        preAggregations: { by_day: { measures: [total], timeDimension: created_at, granularity: 'day' } },
        accessPolicy: [{ group: 'sales', memberLevel: { includes: ['count'] } }],
      });`.replace('createdAt: {},\n', '');
    assert.deepEqual(compare(model, { 'orders.js': script, 'views.yml': views }).map(line), []);
  });

  it('list an added or removed cube without its members', () => {
    const more = replaced(
      model,
      '  - name: customers\n    sql_table',
      '  - name: people\n    sql_table: p\n  - name: customers\n    sql_table',
    );
    assert.deepEqual(compare(model, more).map(line), ['cube people: added']);
    assert.deepEqual(compare(more, model).map(line), ['cube people: removed']);
  });

  it('say that a member without its primary key becomes visible, unless it was', () => {
    const changes = (key: string, to: string) => {
      const before = replaced(model, 'primary_key: true', key);
      return compare(before, replaced(before, key, to)).map(line);
    };
    const shown = ['dimension orders.id: changed other, visibility'];
    assert.deepEqual(changes('primary_key: true', 'title: Id'), [
      'dimension orders.id: changed other, title, visibility',
    ]);
    assert.deepEqual(changes('primary_key: true', 'public: true'), shown);
    assert.deepEqual(changes('primary_key: true', 'public: false'), ['dimension orders.id: changed other']);
    const explicit = 'primary_key: true\n        public: true';
    assert.deepEqual(changes(explicit, 'public: true'), ['dimension orders.id: changed other']);
  });

  it('do not count a reference that follows a rename', () => {
    const follow = (texts: Texts) => compare(model, texts).map(line);
    const renamed = replaced(replaced(model, 'name: total', 'name: revenue'), '{total}', '{revenue}');
    const both = replaced(
      replaced(renamed, 'measures: [total]', 'measures: [revenue]'),
      '[count, total,',
      '[count, revenue,',
    );
    assert.deepEqual(follow(both), [
      'measure everything.revenue: renamed from everything.total',
      'measure orders.revenue: renamed from orders.total',
      'measure sales.revenue: renamed from sales.total',
    ]);
    const other = replaced(both, '{revenue} / {count}', '{count} / {revenue}');
    assert.ok(follow(other).includes('measure orders.average: changed sql'));
    const cube = (text: string) =>
      text.replaceAll('customers', 'clients').replace('public.clients', 'public.customers');
    const renamedCube = { 'orders.yml': cube(orders), 'views.yml': cube(views) };
    const ofCube = [
      'cube clients: renamed from customers',
      'dimension sales.clients_city: renamed from sales.customers_city',
      'dimension sales.clients_id: renamed from sales.customers_id',
    ];
    assert.deepEqual(follow(renamedCube), ofCube);
    const otherTable = replaced(renamedCube, 'public.customers', 'public.clients');
    assert.deepEqual(follow(otherTable), ['cube clients: renamed from customers sql', ...ofCube.slice(1)]);
  });

  it('list a renamed cube, whose members keep their names', () => {
    const after = {
      ...model,
      'orders.yml': orders.replace('name: customers\n    sql_table', 'name: clients\n    sql_table'),
    };
    const changes = compare(model, after);
    assert.deepEqual(changes.map(line), [
      'cube clients: renamed from customers',
      'dimension sales.customers_city: removed',
      'dimension sales.customers_id: removed',
    ]);
    assert.deepEqual(broken(changes), [
      'cube orders: customers is now named clients.',
      'view sales: customers is now named clients.',
    ]);
  });

  it('place a removed part at what had it, also under another name', () => {
    const after = replaced(replaced(model, 'name: sales', 'name: shop'), '[count, total, status]', '[count, total]');
    const removed = compare(model, { ...after, 'orders.yml': orders.replace('name: city', 'name: town') });
    const placed = removed.filter(({ change }) => change === 'removed');
    assert.deepEqual(
      placed.map(({ name, ownerPlace }) => [name, ownerPlace?.file, ownerPlace?.range.start.line, ownerPlace?.side]),
      [['sales.status', 'model/views.yml', 1, 'after']],
    );
    const [gone] = compare(model, { 'orders.yml': orders });
    assert.deepEqual([gone?.name, gone?.ownerPlace], ['everything', undefined]);
  });

  it('list what a cube inherits where that changes, and a changed member only where it is defined', () => {
    const base = 'cubes:\n  - name: base\n    sql_table: b\n    measures:\n      - name: n\n        type: count\n';
    const child = '  - name: child\n    extends: base\n    sql_table: c\n';
    const before = { 'a.yml': `${base}${child}` };
    assert.deepEqual(compare(before, replaced(before, 'type: count', 'type: count\n        title: N')).map(line), [
      'measure base.n: changed title',
    ]);
    assert.deepEqual(compare(before, replaced(before, 'name: n', 'name: m')).map(line), [
      'measure base.m: renamed from base.n',
      'measure child.m: renamed from child.n',
    ]);
    assert.deepEqual(compare(before, replaced(before, '    extends: base\n', '')).map(line), [
      'cube child: changed other',
      'measure child.n: removed',
    ]);
  });

  it('count what is made of a part, over all levels', () => {
    const [change] = compare(model, replaced(model, '{CUBE}.amount', '{CUBE}.net'));
    assert.deepEqual(change!.reach, {
      members: ['everything.average', 'everything.total', 'orders.average', 'sales.total'],
      views: ['everything', 'sales'],
    });
  });

  it('name the saved queries and tests that use a part, or what is made of it', () => {
    const uses = [
      { path: 'a.query.yml', text: 'measures: [sales.total]\n' },
      { path: 'b.query.yml', text: 'dimensions: [customers.city]\n' },
      {
        path: 'c.test.yml',
        text: 'tests:\n  - name: average\n    query: { measures: [orders.average] }\n    expect: { row_count: 1 }\n',
      },
    ];
    const usedBy = (from: string, to: string) =>
      compare(model, replaced(model, from, to), uses).map((change) => [change.name, change.usedBy]);
    const users = { queries: ['a.query.yml'], tests: ['c.test.yml · average'] };
    assert.deepEqual(usedBy('{CUBE}.amount', '{CUBE}.net'), [['orders.total', users]]);
    assert.deepEqual(usedBy('public.orders', 'public.all_orders'), [['orders', users]]);
    assert.deepEqual(usedBy('sql: city', 'sql: town'), [['customers.city', { queries: ['b.query.yml'], tests: [] }]]);
    const renamed = Object.fromEntries(usedBy('name: total', 'name: sum'));
    assert.deepEqual(renamed['orders.sum'], users, 'they use the former name');
  });

  it('count what was made of a part that is gone, also in cubes that inherit it', () => {
    const child = '  - name: child\n    extends: orders\n    sql_table: c\nviews:';
    const before = { 'a.yml': `${orders}${child.replace('views:', '')}`, 'views.yml': views };
    const [change] = compare(before, replaced(before, 'name: total', 'name: revenue')).filter(
      ({ name }) => name === 'orders.revenue',
    );
    assert.deepEqual(change!.reach.members, [
      'child.average',
      'child.total',
      'everything.average',
      'everything.total',
      'orders.average',
      'sales.total',
    ]);
  });

  it('have the places of both sides', () => {
    const [moved] = compare(model, replaced(model, 'type: sum', 'type: avg'));
    assert.deepEqual(
      moved!.places.map(({ file, range, side }) => [file, range.start.line, side]),
      [
        ['model/orders.yml', 25, 'before'],
        ['model/orders.yml', 25, 'after'],
      ],
    );
  });

  it('are found in broken texts, of views that include each other, and of definitions without a name', () => {
    const texts: Texts[] = [
      { 'a.yml': 'cubes:\n  - name: a\n    measures: [' },
      {
        'a.yml':
          'cubes:\n  - measures:\n      - type: count\n  - name: __proto__\n  - name: constructor\n    dimensions: x',
      },
      {
        'a.yml':
          'views:\n  - name: v\n    cubes: [{ join_path: w, includes: "*" }]\n  - name: w\n    cubes: [{ join_path: v, includes: "*" }]\n',
      },
      { 'a.js': 'cube(`a`, { extends: b, ...c, measures: { [x]: {}, y: z() } }' },
      {},
    ];
    for (const before of texts) for (const after of texts) assert.ok(Array.isArray(compare(before, after)));
  });

  it('do not list what a template may generate', () => {
    const before =
      'cubes:\n  - name: a\n    sql_table: a\n    measures:\n      - name: count_open\n        type: count\n';
    const after = `${before.replace(/ {6}- name[\s\S]*/, '')}{% for state in ['open'] %}\n      - name: count_{{ state }}\n        type: count\n{% endfor %}\n`;
    assert.deepEqual(compare({ 'a.yml': before }, { 'a.yml': after }).map(line), []);
  });
});
