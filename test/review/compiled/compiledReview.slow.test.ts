/** Changes that no definition of a member shows, with the published compiler. */

import assert from 'node:assert/strict';
import { nothingCompiled, reviewCompiled } from '../../../src/review/compiled/compiledReview.ts';
import { seenTests } from '../../../src/review/compiled/seenMembers.ts';
import { withMetaChanges } from '../../../src/review/metaChanges.ts';
import { savedQueries, withAffected } from '../../../src/review/model/affectedQueries.ts';
import { modelChanges, type ReviewUse } from '../../../src/review/modelChanges.ts';
import { conclusionOf } from '../../../src/review/review.ts';
import { indexOf, type Texts } from '../../model/models.ts';
import { line, replaced } from '../editedModel.ts';
import { CompiledModel } from './compiledModel.ts';

const model: Texts = {
  'macros.jinja': `{% macro amount(column) %}{{ column | safe }} / 100{% endmacro %}\n`,
  'orders.yml': `{% from "macros.jinja" import amount %}
{% set schema = 'public' %}
cubes:
  - name: orders
    sql_table: {{ schema | safe }}.orders
    joins:
      - name: customers
        relationship: many_to_one
        sql: "{CUBE}.customer_id = {customers.id}"
    dimensions:
      - name: id
        sql: id
        type: number
        primary_key: true
      - name: status
        sql: status
        type: string
    measures:
      - name: count
        type: count
      - name: total
        type: sum
        sql: {{ amount('price') }}
      - name: average
        type: number
        sql: "{total} / {count}"
`,
  'customers.yml': `cubes:
  - name: customers
    sql_table: public.customers
    dimensions:
      - name: id
        sql: id
        type: number
        primary_key: true
      - name: city
        sql: city
        type: string
    measures:
      - name: count
        type: count
  - name: guests
    extends: customers
`,
  'views.yml': `views:
  - name: sales
    cubes:
      - join_path: orders
        includes: [total, status]
`,
};

const ownUses: ReviewUse[] = [
  { path: 'by_city.query.yml', text: 'measures: [orders.count]\ndimensions: [customers.city]\n' },
  { path: 'total.query.yml', text: 'measures: [sales.total]\n' },
  { path: 'guests.query.yml', text: 'dimensions: [guests.city]\n' },
  {
    path: 'a.test.yml',
    text: `tests:
  - name: viewers see the total
    query: { measures: [orders.total], as: { groups: [viewers] } }
    expect: { row_count: 1 }
  - name: the id is hidden
    query: { dimensions: [orders.id] }
    expect: { error: hidden }
`,
  },
];

const review = async (before: Texts, after: Texts, uses: readonly ReviewUse[] = ownUses) => {
  const [old, now] = [await CompiledModel.of(before), await CompiledModel.of(after)];
  assert.ok(old && now, 'both models compile');
  const sources = modelChanges(indexOf(before), indexOf(after), uses);
  const changes = withMetaChanges(sources, old.meta, now.meta, uses);
  const reviewed = await reviewCompiled({
    before: old,
    after: now,
    changes,
    queries: withAffected(savedQueries(uses), changes),
    seen: seenTests(uses),
    first: new Set(),
    budget: { statements: 1_000, ms: 60_000 },
    signal: new AbortController().signal,
  });
  return { ...reviewed, values: [] };
};
const edit = (from: string, to: string, uses?: readonly ReviewUse[]) => review(model, replaced(model, from, to), uses);
const affected = ({ compiled }: Awaited<ReturnType<typeof review>>) =>
  compiled.affected.map(({ name, effect }) => `${effect} ${name}`);

describe('a change that no definition shows', () => {
  it('is found in a macro', async () => {
    const found = await edit('/ 100', '/ 1000');
    assert.deepEqual(affected(found), ['changed orders.total', 'changed orders.average', 'changed sales.total']);
    assert.deepEqual(found.compiled.affected[0]!.causes, []);
    assert.deepEqual(
      found.queries.map(({ path, test }) => test ?? path),
      ['total.query.yml', 'viewers see the total'],
    );
    assert.equal(conclusionOf(found), 'fine');
  });

  it('is found in a variable of a template', async () => {
    const found = await edit("schema = 'public'", "schema = 'archive'");
    assert.ok(affected(found).includes('changed sales.status'), affected(found).join());
    assert.equal(found.compiled.affected.length, 6);
  });

  it('is not explained by a new title of the cube', async () => {
    const titled = replaced(
      model,
      'sql_table: {{ schema | safe }}.orders',
      'sql_table: {{ schema | safe }}.orders\n    title: All',
    );
    const found = await review(model, replaced(titled, '/ 100', '/ 1000'));
    assert.deepEqual(found.model.map(line), ['cube orders: changed title']);
    assert.deepEqual(
      found.compiled.affected.map(({ causes }) => causes),
      [[], [], []],
    );
  });

  it('is found in a join, for the queries that use it', async () => {
    const found = await edit('{CUBE}.customer_id', '{CUBE}.buyer_id');
    assert.deepEqual(
      found.queries.map(({ path }) => path),
      ['by_city.query.yml'],
    );
  });

  it('is found in the SQL of a key, which decides what is counted', async () => {
    const found = await edit('sql: id', 'sql: uuid');
    assert.ok(affected(found).includes('changed orders.count'), affected(found).join());
  });

  it('is found in the table of a cube behind a view', async () => {
    const found = await edit('{{ schema | safe }}.orders', '{{ schema | safe }}.all_orders');
    for (const name of ['sales.total', 'sales.status']) {
      assert.ok(affected(found).includes(`changed ${name}`), affected(found).join());
    }
    assert.ok(found.queries.some(({ path }) => path === 'total.query.yml'));
  });

  it('is found in the relationship of a join, for the queries that use it', async () => {
    const found = await edit('relationship: many_to_one', 'relationship: one_to_many');
    assert.deepEqual(
      found.queries.map(({ path }) => path),
      ['by_city.query.yml'],
    );
  });

  it('is found in a helper of a program', async () => {
    const before: Texts = {
      'helpers.js': "export const cents = (column) => column + ' / 100';\n",
      'a.js':
        "import { cents } from './helpers';\ncube('a', { sql_table: 'a', measures: { total: { type: 'sum', sql: cents('price') } } });\n",
    };
    const found = await review(before, replaced(before, '/ 100', '/ 1000'), []);
    assert.deepEqual(affected(found), ['changed a.total']);
  });

  it('is a join that is added, which changes no query that did without it', async () => {
    const join = / {4}joins:\n(?: {6}.*\n)+/.exec(model['orders.yml']!)![0];
    const found = await review(replaced(model, join, ''), model);
    assert.deepEqual(affected(found), []);
    assert.deepEqual(found.compiled.failing, []);
    // The former model had no join path for it.
    assert.deepEqual(
      found.queries.map(({ path }) => path),
      ['by_city.query.yml'],
    );
    assert.ok(
      found.model.some(
        ({ kind, name, change }) => kind === 'join' && name === 'orders.customers' && change === 'added',
      ),
    );
  });

  it('lists the queries that need a removed join', async () => {
    const join = / {4}joins:\n(?: {6}.*\n)+/.exec(model['orders.yml']!)![0];
    const found = await edit(join, '');
    assert.deepEqual(
      found.compiled.failing.map(({ by }) => `${by.kind} ${by.name}`),
      ['query by_city.query.yml'],
    );
    assert.match(found.compiled.failing[0]!.reason, /^It is refused now: .*join path/);
    assert.equal(conclusionOf(found), 'breaking');
  });

  it('lists the queries of a child whose parent hides a member', async () => {
    const found = await edit(
      'sql: city\n        type: string',
      'sql: city\n        type: string\n        public: false',
    );
    const breaking = [...found.model.flatMap((one) => one.breaking), ...found.compiled.failing].map(
      ({ by }) => by.name,
    );
    assert.deepEqual([...new Set(breaking)].sort(), ['by_city.query.yml', 'guests.query.yml']);
    assert.deepEqual(
      found.compiled.consumers.map(({ name }) => name),
      ['customers.city', 'guests.city'],
    );
  });

  it('lists the tests of those from whom a policy hides a member', async () => {
    const policy =
      '    access_policy:\n      - group: "*"\n        member_level:\n          includes: "*"\n          excludes: [total]\n';
    const found = await edit('    joins:\n', `${policy}    joins:\n`);
    const breaking = [...found.model.flatMap((one) => one.breaking), ...found.compiled.failing].map(
      ({ by }) => by.name,
    );
    assert.ok(breaking.includes('viewers see the total'), breaking.join());
    assert.ok(!breaking.includes('the id is hidden'), 'it expects to be refused');
    assert.equal(conclusionOf(found), 'breaking');
  });

  it('lists a test with several runs once, if a change of the sources breaks it', async () => {
    const each = {
      path: 'each.test.yml',
      text: `tests:
  - name: the total of {status}
    each: [{ status: new }, { status: paid }]
    query: { measures: [orders.total], filters: [{ member: orders.status, operator: equals, values: ["{status}"] }] }
    expect: { row_count: 1 }
`,
    };
    const renamed = replaced(replaced(model, 'name: total', 'name: revenue'), '{total}', '{revenue}');
    const found = await review(model, replaced(renamed, '[total, status]', '[revenue, status]'), [each]);
    const [change] = found.model.filter(({ breaking }) => breaking.length > 0);
    assert.deepEqual(
      change!.breaking.map(({ by }) => by.name),
      ['the total of {status}'],
    );
    assert.deepEqual(found.compiled.failing, []);
  });

  it('lists the tests whose user sees other members than they expect', async () => {
    const tests = [
      {
        path: 'seen.test.yml',
        text: `tests:
  - name: viewers see the status
    as: { groups: [viewers] }
    expect: { visible: [orders.status], hidden: [orders.id] }
  - name: no user sees the id
    expect: { hidden: [orders.id] }
  - name: the count is public
    expect: { visible: [orders.count] }
`,
      },
    ];
    const failing = ({ compiled }: Awaited<ReturnType<typeof review>>) =>
      compiled.failing.map(({ by, reason }) => `${by.place?.range.start.line} ${by.name}: ${reason}`);
    const opened = await edit('primary_key: true', 'primary_key: true\n        public: true', tests);
    assert.deepEqual(failing(opened), [
      '1 viewers see the status: Its viewer sees orders.id now.',
      '4 no user sees the id: Its viewer sees orders.id now.',
    ]);
    assert.equal(conclusionOf(opened), 'breaking');
    const same = await review(model, model, tests);
    assert.deepEqual(failing(same), []);
    assert.deepEqual(same.compiled.compared.queries, 3);
  });

  it('does not list a test that expects hidden what a change hides', async () => {
    const tests = [
      { path: 'seen.test.yml', text: 'tests:\n  - name: no total\n    expect: { hidden: [orders.total] }\n' },
      { path: 'other.test.yml', text: 'tests:\n  - name: total\n    expect: { visible: [orders.total] }\n' },
    ];
    const hidden = await edit('- name: total', '- name: total\n        public: false', tests);
    const breaking = hidden.model.flatMap((one) => one.breaking).map(({ by }) => by.name);
    assert.deepEqual(
      breaking.filter((name) => name === 'total' || name === 'no total'),
      ['total'],
    );
  });

  it('lists the tests that expect a refusal which ends', async () => {
    const found = await edit('primary_key: true', 'primary_key: true\n        public: true');
    assert.deepEqual(
      found.compiled.failing.map(({ by, reason }) => `${by.name}: ${reason}`),
      ['the id is hidden: It expects the error “hidden”, but its query is not refused any more.'],
    );
    assert.deepEqual(found.queries, [], 'there is nothing to compare');
    assert.equal(conclusionOf(found), 'breaking');
  });
});

describe('the values to compare', () => {
  it('are those of the rest of a query with a new member, unless a filter only names a hidden one', async () => {
    const fresh = 'name: fresh\n        type: sum\n        sql: paid\n      - name: average';
    const found = await edit('name: average', fresh, [
      { path: 'new.query.yml', text: 'measures: [orders.count, orders.fresh]\n' },
      {
        path: 'hidden.query.yml',
        text: 'measures: [orders.count, orders.fresh]\nfilters: [{ member: orders.id, operator: equals, values: ["1"] }]\n',
      },
    ]);
    assert.deepEqual(
      found.queries.map(({ path, newMembers }) => [path, newMembers]),
      [
        ['new.query.yml', ['orders.fresh']],
        ['hidden.query.yml', ['orders.fresh']],
      ],
    );
    assert.equal(conclusionOf(found), 'fine');
  });

  it('are not those of a query or test of new members only', async () => {
    const fresh = 'name: fresh\n        type: sum\n        sql: paid\n      - name: average';
    const found = await edit('name: average', fresh, [
      { path: 'new.query.yml', text: 'measures: [orders.fresh]\ndimensions: []\n' },
      {
        path: 'new.test.yml',
        text: `tests:
  - { name: fresh, query: { measures: [orders.fresh] }, expect: { row_count: 1 } }
  - { name: no fresh, query: { measures: [orders.fresh] }, expect: { error: Division } }
`,
      },
    ]);
    assert.deepEqual([found.queries, found.compiled.failing], [[], []]);
    assert.equal(conclusionOf(found), 'fine');
  });
});

describe('a change of public names', () => {
  it('affects consumers where nothing in the project uses them', async () => {
    const removed = await edit('includes: [total, status]', 'includes: [total]');
    assert.deepEqual(removed.compiled.consumers, [{ kind: 'dimension', name: 'sales.status', change: 'removed' }]);
    assert.equal(conclusionOf(removed), 'consumers');
    const renamed = await edit('[total, status]', '[total, { name: status, alias: state }]');
    assert.deepEqual(renamed.compiled.consumers, [
      { kind: 'dimension', name: 'sales.status', change: 'renamed', newName: 'sales.state' },
    ]);
    assert.equal(conclusionOf(renamed), 'consumers');
    const retyped = await edit('sql: status\n        type: string', 'sql: status\n        type: number');
    assert.deepEqual(
      retyped.compiled.consumers.map(({ name, change }) => [name, change]),
      [
        ['orders.status', 'type'],
        ['sales.status', 'type'],
      ],
    );
    assert.equal(conclusionOf({ ...retyped, compiled: nothingCompiled, model: [] }), 'fine');
  });

  it('does not make SQL differ that only follows a rename', async () => {
    const texts = {
      ...model,
      'orders.yml': model['orders.yml']!.replace('name: total', 'name: revenue').replace('{total}', '{revenue}'),
    };
    const views = model['views.yml']!.replace('total', 'revenue');
    const found = await review(model, { ...texts, 'views.yml': views });
    assert.deepEqual(affected(found), []);
    assert.deepEqual(found.model.map(line), [
      'measure orders.revenue: renamed from orders.total',
      'measure sales.revenue: renamed from sales.total',
    ]);
  });
});
