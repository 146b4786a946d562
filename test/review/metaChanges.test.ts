import assert from 'node:assert/strict';
import type { DataMeta } from '../../src/contract/dataApi.ts';
import { metaChanges, withMetaChanges } from '../../src/review/metaChanges.ts';
import { modelChanges } from '../../src/review/modelChanges.ts';
import { indexOf } from '../model/models.ts';

const meta = (measures: Record<string, object>, cube: object = {}): DataMeta => ({
  cubes: [
    {
      name: 'orders',
      type: 'cube',
      connectedComponent: Object.keys(measures).length,
      measures: Object.entries(measures).map(([name, more]) => ({ name: `orders.${name}`, type: 'number', ...more })),
      dimensions: [],
      ...cube,
    },
  ],
});

describe('changes of compiled metadata', () => {
  it('are added, removed and changed parts with their aspects', () => {
    const before = meta({ a: { title: 'A' }, b: {}, c: { format: 'percent', isVisible: true } }, { title: 'Orders' });
    const after = meta(
      { a: { title: 'B', aggType: 'sum' }, c: { format: 'currency', isVisible: false }, d: {} },
      { title: 'All' },
    );
    assert.deepEqual(metaChanges(before, after), [
      { kind: 'cube', name: 'orders', change: 'changed', aspects: ['title'] },
      { kind: 'measure', name: 'orders.a', change: 'changed', aspects: ['title', 'type'] },
      { kind: 'measure', name: 'orders.b', change: 'removed', aspects: [] },
      { kind: 'measure', name: 'orders.c', change: 'changed', aspects: ['format', 'visibility'] },
      { kind: 'measure', name: 'orders.d', change: 'added', aspects: [] },
    ]);
  });

  it('do not list the members of an added or removed cube, nor what follows from other cubes', () => {
    const none: DataMeta = { cubes: [] };
    assert.deepEqual(metaChanges(none, meta({ a: {} })), [
      { kind: 'cube', name: 'orders', change: 'added', aspects: [] },
    ]);
    assert.deepEqual(metaChanges(meta({ a: {} }), none), [
      { kind: 'cube', name: 'orders', change: 'removed', aspects: [] },
    ]);
    assert.deepEqual(metaChanges(meta({ a: {} }), meta({ a: {} }, { connectedComponent: 7 })), []);
  });

  it('accept names of properties of objects and unreadable parts', () => {
    const odd = {
      cubes: [{ name: '__proto__', measures: [], dimensions: [], hierarchies: [null, 1, { name: 2 }] }],
    } as unknown as DataMeta;
    assert.deepEqual(metaChanges({ cubes: [] }, odd), [
      { kind: 'cube', name: '__proto__', change: 'added', aspects: [] },
    ]);
  });

  it('leave out what an access policy hides from the reader of the metadata, and what is made of it', () => {
    const view = (policy: string) =>
      `views:\n  - name: orders\n    cubes: []\n    access_policy:\n      - group: "*"\n        member_level: { ${policy} }\n`;
    const [open, closed] = [meta({ a: {}, b: {} }, { folders: ['a', 'b'] }), meta({ a: {} }, { folders: ['a'] })];
    const [before, after] = ['includes: "*"', 'excludes: [b]'].map((policy) => indexOf({ 'v.yml': view(policy) }));
    const changes = modelChanges(before!, after!, []);
    assert.deepEqual(
      withMetaChanges(changes, open, closed, []).map(({ kind, name }) => [kind, name]),
      [['access_policy', 'orders.*']],
    );
    assert.deepEqual(
      withMetaChanges([], open, closed, []).map(({ name }) => name),
      ['orders', 'orders.b'],
    );
  });

  it('break queries only with another type of data', () => {
    const generated = (type: string) =>
      `cubes:\n  - name: orders\n    sql_table: o\n    measures:\n{% for n in ['a'] %}\n      - { name: {{ n }}, type: ${type}, sql: x }\n{% endfor %}\n`;
    const uses = [{ path: 'q.query.yml', text: 'measures: [orders.a]\n' }];
    const breaking = (type: string, now: object) => {
      const [before, after] = [indexOf({ 'a.yml': generated('sum') }), indexOf({ 'a.yml': generated(type) })];
      const changes = modelChanges(before, after, uses);
      const all = withMetaChanges(changes, meta({ a: { aggType: 'sum' } }), meta({ a: now }), uses);
      return all.flatMap((one) => one.breaking.map(({ reason }) => `${one.name}: ${reason}`));
    };
    assert.deepEqual(breaking('avg', { aggType: 'avg' }), []);
    assert.deepEqual(breaking('string', { type: 'string' }), ['orders.a: orders.a has another type.']);
  });

  it('are added to those of the sources where a template made them, with the queries that they break', () => {
    const template = (states: string) =>
      `cubes:\n  - name: orders\n    sql_table: o\n    measures:\n      - name: total\n        type: sum\n        sql: x\n        title: T${states.length}\n{% for state in [${states}] %}\n      - name: n_{{ state }}\n        type: count\n{% endfor %}\n`;
    const [before, after] = [indexOf({ 'a.yml': template("'a', 'b'") }), indexOf({ 'a.yml': template("'a'") })];
    const uses = [{ path: 'q.query.yml', text: 'measures: [orders.n_b, orders.n_a]\n' }];
    const changes = modelChanges(before, after, uses);
    assert.deepEqual(
      changes.map(({ name }) => name),
      ['orders.total'],
    );
    const all = withMetaChanges(
      changes,
      meta({ total: { title: 'T8' }, n_a: {}, n_b: {} }),
      meta({ total: { title: 'T3' }, n_a: {} }),
      uses,
    );
    assert.deepEqual(
      all.map(({ kind, name, change, breaking }) => [
        kind,
        name,
        change,
        breaking.map(({ by, reason }) => `${by.name}: ${reason}`),
      ]),
      [
        ['measure', 'orders.n_b', 'removed', ['q.query.yml: orders.n_b is gone.']],
        ['measure', 'orders.total', 'changed', []],
      ],
    );
  });

  it('follow a rename into the views that the compiler makes of a view with `split`', () => {
    const model = (name: string) =>
      `cubes:\n  - name: orders\n    sql_table: o\n    measures:\n      - { name: ${name}, type: sum, sql: x }\nviews:\n  - name: v\n    cubes: [{ join_path: orders, split: true, includes: "*" }]\n`;
    const compiled = (name: string): DataMeta => ({
      cubes: [
        ...meta({ [name]: {} }).cubes,
        {
          name: 'v_orders',
          type: 'view',
          measures: [{ name: `v_orders.${name}`, aliasMember: `orders.${name}` }],
          dimensions: [],
        },
      ],
    });
    const uses = [{ path: 'q.query.yml', text: 'measures: [v_orders.a]\n' }];
    const changes = modelChanges(indexOf({ 'a.yml': model('a') }), indexOf({ 'a.yml': model('b') }), uses);
    const all = withMetaChanges(changes, compiled('a'), compiled('b'), uses);
    assert.deepEqual(
      all.map(({ name, change, previousName, breaking }) => [
        name,
        change,
        previousName,
        ...breaking.map(({ reason }) => reason),
      ]),
      [
        ['orders.b', 'renamed', 'orders.a'],
        ['v_orders.b', 'renamed', 'v_orders.a', 'v_orders.a is now named v_orders.b.'],
      ],
    );
  });

  it('follow renames into the name of a view that `split` makes', () => {
    const model = (cube: string, view: string) =>
      `cubes:\n  - name: ${cube}\n    sql_table: o\n    measures:\n      - { name: a, type: sum, sql: x }\n  - name: other\n    sql_table: p\n    measures:\n      - { name: b, type: count }\nviews:\n  - name: ${view}\n    cubes: [{ join_path: ${cube}, split: true, includes: "*" }, { join_path: other, includes: "*" }]\n`;
    const compiled = (cube: string, view: string): DataMeta => ({
      cubes: [
        { name: cube, type: 'cube', measures: [{ name: `${cube}.a` }], dimensions: [] },
        {
          ...{ name: `${view}_${cube}`, type: 'view', dimensions: [] },
          measures: [{ name: `${view}_${cube}.a`, aliasMember: `${cube}.a` }],
        },
      ],
    });
    const renames = (from: [string, string], to: [string, string]) => {
      const changes = modelChanges(indexOf({ 'a.yml': model(...from) }), indexOf({ 'a.yml': model(...to) }), []);
      const all = withMetaChanges(changes, compiled(...from), compiled(...to), []);
      return all
        .filter(({ change }) => change === 'renamed')
        .map(({ name, previousName }) => `${previousName} → ${name}`);
    };
    // The name of the view begins with that of the cube.
    const cubeOnly = renames(['orders', 'orders_view'], ['sales', 'orders_view']);
    assert.ok(cubeOnly.includes('orders_view_orders → orders_view_sales'), String(cubeOnly));
    const viewOnly = renames(['orders', 'shown'], ['orders', 'public']);
    assert.ok(viewOnly.includes('shown_orders → public_orders'), String(viewOnly));
    const both = renames(['orders', 'shown'], ['sales', 'public']);
    assert.ok(both.includes('shown_orders → public_sales'), String(both));
  });

  it('are not listed twice: renamed, hidden and included members', () => {
    const yaml = (text: string) => indexOf({ 'a.yml': text });
    const cube =
      'cubes:\n  - name: orders\n    sql_table: o\n    measures:\n      - name: a\n        type: sum\n        sql: x\n';
    const renamed = modelChanges(yaml(cube), yaml(cube.replace('name: a', 'name: b')), []);
    assert.equal(withMetaChanges(renamed, meta({ a: {} }), meta({ b: {} }), []), renamed);
    const hidden = modelChanges(yaml(cube), yaml(`${cube}        public: false\n`), []);
    assert.equal(withMetaChanges(hidden, meta({ a: {} }), meta({}), []), hidden);
    const heir = `${cube}  - name: heir\n    extends: orders\n    sql_table: h\n`;
    const both = (a: Record<string, object>): DataMeta => ({
      cubes: [
        ...meta(a).cubes,
        { name: 'heir', measures: Object.keys(a).map((name) => ({ name: `heir.${name}` })), dimensions: [] },
      ],
    });
    const hiddenInBoth = modelChanges(yaml(heir), yaml(heir.replace('sql: x', 'sql: x\n        public: false')), []);
    assert.equal(withMetaChanges(hiddenInBoth, both({ a: {} }), both({}), []), hiddenInBoth);
    const view = 'views:\n  - name: v\n    cubes: [{ join_path: orders, includes: "*" }]\n';
    const titled = modelChanges(yaml(cube + view), yaml(`${cube}        title: A\n${view}`), []);
    const withView = (title: string): DataMeta => ({
      cubes: [
        ...meta({ a: { title } }).cubes,
        { name: 'v', type: 'view', measures: [{ name: 'v.a', title }], dimensions: [] },
      ],
    });
    assert.equal(withMetaChanges(titled, withView('a'), withView('A'), []), titled);
  });

  it('are renames in the views that split makes, with the queries that still use the former names', () => {
    const sources = (view: string, member: string) =>
      indexOf({
        'a.yml': `cubes:\n  - name: orders\n    sql_table: o\n    measures:\n      - { name: ${member}, type: sum, sql: x }\nviews:\n  - name: ${view}\n    cubes: [{ join_path: orders, split: true, includes: "*" }]\n`,
      });
    const compiled = (view: string, member: string): DataMeta => ({
      cubes: [
        ...meta({ [member]: {} }).cubes,
        {
          name: `${view}_orders`,
          type: 'view',
          measures: [{ name: `${view}_orders.${member}`, aliasMember: `orders.${member}` }],
          dimensions: [],
        },
      ],
    });
    const uses = [{ path: 'q.query.yml', text: 'measures: [v_orders.a]\n' }];
    const listed = (view: string, member: string) =>
      withMetaChanges(
        modelChanges(sources('v', 'a'), sources(view, member), uses),
        compiled('v', 'a'),
        compiled(view, member),
        uses,
      ).map(({ name, change, previousName, breaking }) => [name, change, previousName, breaking.length]);
    assert.deepEqual(listed('v', 'b'), [
      ['orders.b', 'renamed', 'orders.a', 0],
      ['v_orders.b', 'renamed', 'v_orders.a', 1],
    ]);
    assert.deepEqual(listed('w', 'a'), [
      ['w', 'renamed', 'v', 0],
      ['w_orders', 'renamed', 'v_orders', 1],
    ]);
  });
});
