import assert from 'node:assert/strict';
import { type ModelGraph, modelGraph } from '../../../src/language/modelGraph/modelGraph.ts';
import { indexOf, type Texts } from '../../model/models.ts';

const shop: Texts = {
  'cubes/sales/orders.yml': `
cubes:
  - name: orders
    title: All Orders
    sql_table: public.orders
    joins:
      - name: customers
        sql: "{CUBE}.customer_id = {customers.id}"
        relationship: many_to_one
      - name: items
        sql: "{CUBE}.id = {items}.order_id"
        relationship: hasMany
      - name: missing
        sql: "{CUBE}.x = 1"
        relationship: many_to_one
    dimensions:
      - name: id
        sql: id
        type: number
        primary_key: true
      - name: secret
        sql: secret
        type: string
        public: false
    measures:
      - name: count
        type: count
  - name: late_orders
    extends: orders
    joins:
      - name: items
        sql: "{CUBE}.id = {items}.order_id"
        relationship: one_to_one
    measures:
      - name: late_count
        type: count
`,
  'cubes/customers.js': `
cube(\`customers\`, {
  sql_table: \`customers\`,
  joins: { orders: { relationship: \`one_to_many\`, sql: \`\${CUBE}.id = \${orders}.customer_id\` } },
  dimensions: { id: { sql: \`id\`, type: \`number\`, primary_key: true }, city: { sql: \`city\`, type: \`string\` } },
});
cube(\`items\`, { sql_table: \`items\`, measures: { count: { type: \`count\` } } });
`,
  'views/sales.yml': `
views:
  - name: sales
    cubes:
      - join_path: orders
        includes: [count, {name: id, alias: order_id}]
      - join_path: orders.customers
        prefix: true
        includes: "*"
  - name: all_sales
    extends: sales
`,
};

const edges = (graph: ModelGraph) =>
  graph.edges.map(({ kind, from, to, relationship, inherited }) =>
    [kind, from, to, relationship ?? '-', ...(inherited ? ['inherited'] : [])].join(' '),
  );
const node = (graph: ModelGraph, id: string) => graph.nodes.find((one) => one.id === id) ?? assert.fail(id);

describe('model graph', () => {
  it('has cubes and views of YAML and JavaScript with their folders and titles', () => {
    const { nodes } = modelGraph(indexOf(shop));
    assert.deepEqual(
      nodes.map(({ kind, name, folder, title }) => [kind, name, folder, ...(title ? [title] : [])]),
      [
        ['cube', 'orders', 'cubes/sales', 'All Orders'],
        ['cube', 'late_orders', 'cubes/sales'],
        ['cube', 'customers', 'cubes'],
        ['cube', 'items', 'cubes'],
        ['view', 'sales', 'views'],
        ['view', 'all_sales', 'views'],
      ],
    );
  });

  it('has joins with their cardinality in one spelling, also inherited ones; none to a cube that does not exist', () => {
    const joins = edges(modelGraph(indexOf(shop))).filter((edge) => edge.startsWith('join'));
    assert.deepEqual(joins, [
      'join orders customers many_to_one',
      'join orders items one_to_many',
      'join late_orders customers many_to_one inherited',
      'join late_orders items one_to_one',
      'join customers orders one_to_many',
    ]);
  });

  it('connects views with the cubes that they include, also through an extended view', () => {
    const others = edges(modelGraph(indexOf(shop))).filter((edge) => !edge.startsWith('join'));
    assert.deepEqual(others, [
      'extends late_orders orders -',
      'include sales orders -',
      'include sales customers -',
      'extends all_sales sales -',
      'include all_sales orders -',
      'include all_sales customers -',
    ]);
  });

  it('lists the members of a cube with inherited ones, and those of a view under their names there', () => {
    const graph = modelGraph(indexOf(shop));
    assert.deepEqual(node(graph, 'orders').members, [
      { name: 'count', kind: 'measure', type: 'count' },
      { name: 'id', kind: 'dimension', type: 'number', primaryKey: true },
      { name: 'secret', kind: 'dimension', type: 'string', hidden: true },
    ]);
    assert.deepEqual(
      node(graph, 'late_orders').members.map(({ name }) => name),
      ['late_count', 'count', 'id', 'secret'],
    );
    assert.deepEqual(
      node(graph, 'sales').members.map(({ name, origin }) => `${name} ← ${origin}`),
      [
        'count ← orders.count',
        'order_id ← orders.id',
        'customers_id ← customers.id',
        'customers_city ← customers.city',
      ],
    );
  });

  it('has a definition whose name is known only at run time, and of two with one name the first', () => {
    const generated = `sales_\${r}`;
    const graph = modelGraph(
      indexOf({
        'a.js': `for (const r of regions) cube(\`${generated}\`, { sql_table: 't' });\ncube('a', { sql_table: 'a1' });`,
        'b.yml': 'cubes:\n  - name: a\n    sql_table: a2\n  - name: b\n    extends: sales_eu\n    sql_table: b\n',
      }),
    );
    assert.deepEqual(
      graph.nodes.map(({ name, file, generated = false }) => `${name} ${file} ${generated}`).sort(),
      ['a model/a.js false', 'b model/b.yml false', `${generated} model/a.js true`].sort(),
    );
    assert.deepEqual(edges(graph), [`extends b ${generated} (model/a.js) -`]);
  });

  it('survives definitions that extend and include each other, and texts with errors', () => {
    const graph = modelGraph(
      indexOf({
        'a.yml': 'cubes:\n  - name: a\n    extends: b\n  - name: b\n    extends: a\n    joins:\n      - name: b\n',
        'v.yml': 'views:\n  - name: v\n    cubes:\n      - join_path: v\n        includes: "*"\n      - join_path:\n',
        'broken.yml': 'cubes:\n  - name: broken\n    joins:\n      - name: a\n   dimensions: [',
        'broken.js': 'cube(`c`, { joins: { a: { relationship: ',
      }),
    );
    assert.ok(edges(graph).includes('join b b -'));
    const ids = new Set(graph.nodes.map(({ id }) => id));
    assert.ok(graph.edges.every(({ from, to }) => ids.has(from) && ids.has(to)));
  });
});
