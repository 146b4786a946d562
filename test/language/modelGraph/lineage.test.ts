import assert from 'node:assert/strict';
import { lineageOf, lineageSubjectAt } from '../../../src/language/modelGraph/lineage.ts';
import { indexOf, type Texts } from '../../model/models.ts';
import { placeAt, placeIn } from '../places.ts';

const shop: Texts = {
  'cubes/orders.yml': `
cubes:
  - name: orders
    sql_table: public.orders
    joins:
      - name: customers
        sql: "{CUBE}.customer_id = {customers.id}"
        relationship: many_to_one
    dimensions:
      - name: status
        sql: "{CUBE}.status"
        type: string
      - name: amount
        sql: price * quantity
        type: number
      - name: lost
        sql: "{nowhere}"
        type: string
    measures:
      - name: count
        type: count
        drill_members: [status]
      - name: done_amount
        type: sum
        sql: "{amount}"
        filters:
          - sql: "{CUBE}.done_at IS NOT NULL"
      - name: share
        type: number
        sql: "1.0 * {done_amount} / {customers.count}"
    pre_aggregations:
      - name: daily
        measures: [done_amount]
  - name: late_orders
    extends: orders
`,
  'cubes/customers.js': `
cube(\`customers\`, {
  sql: \`SELECT * FROM crm.customers\`,
  dimensions: { city: { sql: \`\${CUBE}.city\`, type: \`string\` }, zone: { sql: () => \`upper(\${orders}.zone)\`, type: 'string' } },
  measures: { count: { type: \`count\` } },
});
`,
  'views/sales.yml': `
views:
  - name: sales
    cubes:
      - join_path: orders
        prefix: true
        includes:
          - share
          - name: done_amount
            alias: revenue
      - join_path: late_orders
        includes: [status]
  - name: everything
    cubes:
      - join_path: sales
        includes: "*"
`,
};

const arrows = (texts: Texts, subject: string) =>
  lineageOf(indexOf(texts), subject)
    ?.edges.map(({ from, to }) => `${from} → ${to}`)
    .sort();

describe('lineage', () => {
  it('leads from a measure up to the columns and down to the views, under their names there', () => {
    assert.deepEqual(arrows(shop, 'orders.done_amount'), [
      'column:public.orders.done_at → orders.done_amount',
      'column:public.orders.price → orders.amount',
      'column:public.orders.quantity → orders.amount',
      'orders.amount → orders.done_amount',
      'orders.done_amount → everything.orders_revenue',
      'orders.done_amount → orders.daily',
      'orders.done_amount → orders.share',
      'orders.done_amount → sales.orders_revenue',
      'orders.share → everything.orders_share',
      'orders.share → sales.orders_share',
    ]);
  });

  it('leads from a count to the rows of its table, and through joins and JavaScript', () => {
    assert.deepEqual(arrows(shop, 'customers.count'), [
      'customers.count → orders.share',
      'orders.share → everything.orders_share',
      'orders.share → sales.orders_share',
      'table:crm.customers → customers.count',
    ]);
    assert.deepEqual(arrows(shop, 'customers.zone'), ['column:public.orders.zone → customers.zone']);
  });

  it('leads from the member of a view to its columns only, not to what else uses them', () => {
    assert.deepEqual(arrows(shop, 'sales.orders_revenue'), [
      'column:public.orders.done_at → orders.done_amount',
      'column:public.orders.price → orders.amount',
      'column:public.orders.quantity → orders.amount',
      'orders.amount → orders.done_amount',
      'orders.done_amount → sales.orders_revenue',
    ]);
  });

  it('leads down to saved queries and tests, also through a view and an inherited member', () => {
    const queries = [
      { path: 'queries/a.query.yml', text: 'measures:\n  - sales.orders_revenue\n' },
      { path: 'b.query.yml', text: 'measures: [late_orders.done_amount]\ntimezone: Europe/Berlin\nlimit: 1.5\n' },
      { path: 'c.query.yml', text: 'measures: [customers.count, nothing.here]\n' },
      {
        path: 'tests/a.test.yml',
        text: 'tests:\n  - name: a\n    query: { measures: [orders.done_amount] }\n    expect: { scalar: 1 }\n',
      },
    ];
    const down = lineageOf(indexOf(shop), 'orders.done_amount', queries) ?? assert.fail();
    assert.deepEqual(
      down.edges
        .filter(({ to }) => /^(query|test):/.test(to))
        .map(({ from, to }) => `${from} → ${to}`)
        .sort(),
      [
        'sales.orders_revenue → query:queries/a.query.yml',
        'orders.done_amount → query:b.query.yml',
        'orders.done_amount → test:tests/a.test.yml',
      ].sort(),
    );
    const found = down.nodes.find(({ kind, name }) => kind === 'query' && name === 'a.query.yml');
    assert.deepEqual(found, { id: 'query:queries/a.query.yml', kind: 'query', name: 'a.query.yml', owner: 'queries' });
  });

  it('leads down to content of the platform, by its name there', () => {
    const user = (kind: 'report' | 'dashboard', id: string, ...names: string[]) => ({
      ...{ kind, id, name: `Our ${kind}` },
      names: new Set(names),
    });
    const content = [
      user('report', 'r1', 'sales', 'sales.orders_revenue', 'sales.orders_revenue.day'),
      user('dashboard', 'd1', 'late_orders.done_amount', 'nothing.here'),
      user('report', 'r2', 'customers.count'),
    ];
    const down = lineageOf(indexOf(shop), 'orders.done_amount', [], content) ?? assert.fail();
    assert.deepEqual(
      down.edges.filter(({ to }) => /^(report|dashboard):/.test(to)).map(({ from, to }) => `${from} → ${to}`),
      ['orders.done_amount → dashboard:d1', 'sales.orders_revenue → report:r1'],
    );
    const found = down.nodes.find(({ id }) => id === 'report:r1');
    assert.deepEqual(found, { id: 'report:r1', kind: 'report', name: 'Our report', owner: '' });
  });

  it('takes an inherited member for that of the parent; drill members are not a source', () => {
    assert.deepEqual(arrows(shop, 'orders.status'), [
      'column:public.orders.status → orders.status',
      'orders.status → everything.status',
      'orders.status → sales.status',
    ]);
  });

  it('describes each member', () => {
    const { nodes } = lineageOf(indexOf(shop), 'sales.orders_share') ?? assert.fail();
    const shown = (id: string) => nodes.find((one) => one.id === id);
    assert.deepEqual(shown('sales.orders_share'), {
      id: 'sales.orders_share',
      kind: 'measure',
      name: 'orders_share',
      owner: 'sales',
      inView: true,
      type: 'number',
    });
    assert.deepEqual(shown('column:public.orders.price'), {
      id: 'column:public.orders.price',
      kind: 'column',
      name: 'price',
      owner: 'public.orders',
    });
  });

  it('is the member alone where nothing is known, and nothing for a name that does not exist', () => {
    const alone = lineageOf(indexOf(shop), 'orders.lost') ?? assert.fail();
    assert.deepEqual([alone.nodes.map(({ id }) => id), alone.edges], [['orders.lost'], []]);
    assert.equal(lineageOf(indexOf(shop), 'orders.nothing'), undefined);
  });

  it('ends for members that use each other', () => {
    const circle = {
      'a.yml':
        'cubes:\n  - name: a\n    sql_table: a\n    measures:\n      - {name: x, type: number, sql: "{y}"}\n      - {name: y, type: number, sql: "{x}"}\n',
    };
    assert.deepEqual(arrows(circle, 'a.x'), ['a.x → a.y', 'a.y → a.x']);
  });

  it('shows at most 500 members, the nearest first', () => {
    const measures = Array.from({ length: 700 }, (_, i) => `      - {name: m${i}, type: number, sql: "{base}"}\n`);
    const index = indexOf({
      'a.yml': `cubes:\n  - name: a\n    sql_table: a\n    measures:\n      - {name: base, type: count}\n${measures.join('')}`,
    });
    const lineage = lineageOf(index, 'a.base') ?? assert.fail();
    assert.deepEqual([lineage.nodes.length, lineage.cut], [500, true]);
    assert.ok(lineage.nodes.some(({ id }) => id === 'table:a'));
  });

  it('is asked for at a name, a reference, an alias and a name in a view', () => {
    const index = indexOf(shop);
    const at = (file: string, text: string, into = 0) => {
      const { path, position } = placeAt(index, `model/${file}`, text, into);
      return lineageSubjectAt(index, path, position);
    };
    assert.equal(at('cubes/orders.yml', 'name: done_amount', 8), 'orders.done_amount');
    assert.equal(at('cubes/orders.yml', '{customers.count}', 12), 'customers.count');
    assert.equal(at('views/sales.yml', 'alias: revenue', 8), 'sales.orders_revenue');
    assert.equal(at('views/sales.yml', '- share', 3), 'orders.share');
    assert.equal(at('cubes/orders.yml', 'name: orders', 7), undefined);
    assert.equal(at('cubes/orders.yml', 'sql_table', 2), undefined);
  });

  it('of a granularity is that of its time dimension', () => {
    const { index, path, position } = placeIn({
      'a.yml':
        'cubes:\n  - name: a\n    dimensions:\n      - name: at\n        type: time\n        sql: at\n        granularities:\n          - name: fisc▮al\n            interval: 1 year\n',
    });
    assert.equal(lineageSubjectAt(index, path, position), 'a.at');
  });
});
