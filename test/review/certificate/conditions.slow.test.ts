/** Slices are not proved equal where code that reads the caller or the filters of a query changes. */

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { bundlePath } from '../../../src/base/bundlePath.ts';
import { Database } from '../../../src/database/database.ts';
import { attributesMessage } from '../../../src/review/certificate/conclusion.ts';
import { conditionsOf, contextWith } from '../../../src/review/certificate/conditions.ts';
import { indexOf, type Texts } from '../../model/models.ts';
import { temporaryFolder } from '../../vscode/process/temporaryFolder.ts';
import { certificateOf } from './certificateOf.ts';

const yaml = (sql: string) => `cubes:
  - name: orders
    sql: "${sql}"
    public: false
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: status, sql: status, type: string }
      - { name: amount, sql: amount, type: number }
      - { name: created_at, sql: created_at, type: time }
    measures:
      - { name: count, type: count }
  - name: plain
    sql_table: plain
    measures:
      - { name: count, type: count }
views:
  - name: sales
    cubes:
      - { join_path: orders, includes: [count, status, amount, created_at] }
`;

const javaScript = (sql: string) => `cube('orders', {
  sql: \`${sql}\`,
  dimensions: { status: { sql: 'status', type: 'string' } },
  measures: { count: { type: 'count' } },
});
`;

const inYaml = (sql: string): Texts => ({ 'a.yml': yaml(sql) });
const inJavaScript = (sql: string): Texts => ({ 'a.js': javaScript(sql) });
const select = 'SELECT * FROM orders WHERE';

/** Without attributes and filters, both have the same SQL. */
const changes: Readonly<Record<string, [before: Texts, after: Texts]>> = {
  'the column of an attribute': [
    inYaml(`${select} {SECURITY_CONTEXT.region.filter('region')}`),
    inYaml(`${select} {SECURITY_CONTEXT.region.filter('country')}`),
  ],
  'another attribute': [
    inYaml(`${select} {SECURITY_CONTEXT.region.filter('region')}`),
    inYaml(`${select} {SECURITY_CONTEXT.area.filter('region')}`),
  ],
  'a filter that is gone': [inYaml(`${select} {SECURITY_CONTEXT.region.filter('region')}`), inYaml(`${select} 1 = 1`)],
  'an attribute in an attribute': [
    inJavaScript(`${select} \${SECURITY_CONTEXT.user.region.filter('region')}`),
    inJavaScript(`${select} \${SECURITY_CONTEXT.user.area.filter('region')}`),
  ],
  'an attribute when the model is compiled': [
    inYaml(`${select} tenant = '{{ COMPILE_CONTEXT.securityContext.tenant | safe }}'`),
    inYaml(`${select} tenant = '{{ COMPILE_CONTEXT.securityContext.company | safe }}'`),
  ],
  'a condition on an attribute': [
    inJavaScript(`${select} \${COMPILE_CONTEXT.securityContext.region ? 'region = 1' : '1 = 1'}`),
    inJavaScript(`${select} \${COMPILE_CONTEXT.securityContext.region ? 'region = 2' : '1 = 1'}`),
  ],
  'an attribute that stops the model': [
    inJavaScript(`${select} \${COMPILE_CONTEXT.securityContext.region ? 'a' : '1 = 1'}`),
    inJavaScript(`${select} \${COMPILE_CONTEXT.securityContext.region ? missing() : '1 = 1'}`),
  ],
  'the column of a filter': [
    inYaml(`${select} {FILTER_PARAMS.orders.status.filter('status')}`),
    inYaml(`${select} {FILTER_PARAMS.orders.status.filter('state')}`),
  ],
  'the column of a filter on a number': [
    inYaml(`${select} {FILTER_PARAMS.orders.amount.filter('amount')}`),
    inYaml(`${select} {FILTER_PARAMS.orders.amount.filter('total')}`),
  ],
  'the column of a filter on a time': [
    inYaml(`${select} {FILTER_PARAMS.orders.created_at.filter('created_at')}`),
    inYaml(`${select} {FILTER_PARAMS.orders.created_at.filter('paid_at')}`),
  ],
  'the filter of another member': [
    inJavaScript(`${select} \${FILTER_PARAMS.orders.status.filter('status')}`),
    inJavaScript(`${select} \${FILTER_PARAMS.orders.state.filter('status')}`),
  ],
};

const both = `${select} {SECURITY_CONTEXT.region.filter('region')} AND {FILTER_PARAMS.orders.status.filter('status')}`;

describe('a certificate of code that reads attributes or filters', () => {
  const script = `CREATE TABLE orders AS SELECT 1 AS id, 'paid' AS status, 'paid' AS state, 10 AS amount, 10 AS total, 1 AS region,
      2 AS country, DATE '2026-01-01' AS created_at, DATE '2026-01-01' AS paid_at, 'undefined' AS tenant, true AS a;
    CREATE TABLE plain AS SELECT 1 AS id`;
  const folder = temporaryFolder('conditions');
  const file = path.join(folder.path, 'tables.sql');
  writeFileSync(file, script);
  const database = new Database({
    bundlePath: bundlePath('database.cjs'),
    source: { kind: 'duckdb', scripts: [file] },
  });
  after(() => {
    database.dispose();
    folder.remove();
  });

  for (const [name, [before, after]] of Object.entries(changes)) {
    it(`does not prove slices equal after another change: ${name}`, async () => {
      const { slices, notCompared } = await certificateOf(before, after);
      const ofOrders = notCompared.filter(({ measure, by }) => /^(sales|orders)\./.test(measure ?? by ?? ''));
      assert.ok(ofOrders.length > 0, JSON.stringify(slices));
      assert.equal(slices.equal, 'a.yml' in before ? 1 : 0, 'only those of the other cube');
    });

    it(`proves all slices equal without a change: ${name}`, async () => {
      const { slices } = await certificateOf(before, before);
      assert.equal(slices.notCompared, 0);
      assert.ok(slices.equal > 0);
    });
  }

  for (const [name, [before, after]] of Object.entries(changes)) {
    it(`does not call the values the same if the SQL differs without filters and attributes, too: ${name}`, async () => {
      const texts = Object.entries(after).map(([name, text]) => [name, text.replace(select, `${select} 2 = 2 AND`)]);
      const { slices, notCompared } = await certificateOf(before, Object.fromEntries(texts), { database });
      assert.deepEqual([slices.differs, slices.refused], [0, 0]);
      // The total does not depend on which dimensions a change adds.
      const reason = notCompared.find(({ measure, by }) => /\.count$/.test(measure ?? '') && by === null)?.reason;
      assert.equal(reason, 'conditions', JSON.stringify(slices));
    });

    it(`compares values if other SQL has nothing to do with filters and attributes: ${name}`, async () => {
      const texts = Object.entries(before).map(([name, text]) => [name, text.replace(select, `${select} 2 = 2 AND`)]);
      const { slices } = await certificateOf(before, Object.fromEntries(texts), { database });
      assert.ok(slices.same > 0);
      assert.deepEqual([slices.notCompared, slices.differs, slices.refused], [0, 0, 0]);
    });
  }

  it('proves a rename equal', async () => {
    const renamed = yaml(both).replaceAll('name: status', 'name: state').replace('count, status', 'count, state');
    const after = renamed.replace('FILTER_PARAMS.orders.status', 'FILTER_PARAMS.orders.state');
    const { slices } = await certificateOf(inYaml(both), { 'a.yml': after });
    assert.equal(slices.notCompared, 0);
  });

  it('says for which callers it holds', async () => {
    const saidOf = async (texts: Texts) => {
      const { attributes } = await certificateOf(texts, texts);
      if (!attributes) return undefined;
      const { text, args } = attributesMessage(attributes);
      return text.message.replace('{0}', String(args[0]));
    };
    assert.equal(
      await saidOf(inYaml(both)),
      'Code reads region: compared without them, and with the name of each as its value. Other values are not compared.',
    );
    assert.equal(await saidOf(inYaml(`${select} 1 = 1`)), undefined);
    const policy = yaml(select).replace(
      '    public: false\n',
      '    access_policy: [{ group: "*", row_level: { filters: [{ member: status, operator: equals, values: ["{ securityContext.status }"] }] } }]\n',
    );
    assert.equal(
      await saidOf({ 'a.yml': policy.replace(select, 'SELECT 1') }),
      undefined,
      'policies are compared apart',
    );
    const list = inJavaScript(
      `SELECT \${(COMPILE_CONTEXT.securityContext.regions || []).map((one) => one.id).join()} AS id`,
    );
    assert.equal(await saidOf(list), 'Code reads regions: only compared for a caller without attributes.');
    const alias = inJavaScript(`SELECT \${(({ securityContext }) => securityContext?.a || 1)(COMPILE_CONTEXT)} AS id`);
    assert.match((await saidOf(alias))!, /^Code reads a, and attributes without a name: compared without/);
  });
});

describe('the conditions of a model', () => {
  it('are the attributes and filters that its code names', () => {
    const code = `
      {{ COMPILE_CONTEXT.securityContext.tenant }} {{ COMPILE_CONTEXT['securityContext']['tier'] }}
      {{ COMPILE_CONTEXT.security_context.get('zone') }} {SECURITY_CONTEXT.cubeCloud.userAttributes.plan.filter('a')}
      {{ userAttributes.region }} {{ user_attributes['area'] }} {{ 'x' in COMPILE_CONTEXT.securityContext.groups }}
      {SECURITY_CONTEXT.user.id.unsafeValue()} {FILTER_PARAMS.orders.status.filter('s')} {FILTER_PARAMS . CUBE . day.filter('d')}`;
    const { attributes, hasOthers, filtered } = conditionsOf([indexOf({ 'macros.jinja': code })]);
    assert.deepEqual(attributes, [
      'tenant',
      'tier',
      'user.id',
      'userAttributes.area',
      'userAttributes.plan',
      'userAttributes.region',
      'zone',
    ]);
    assert.equal(hasOthers, false);
    assert.deepEqual([...filtered], ['orders.status', 'CUBE.day']);
  });

  it('are read in time from a text that goes on with white space', () => {
    for (const start of ['securityContext', 'userAttributes.a', 'FILTER_PARAMS', 'securityContext.get']) {
      const found = conditionsOf([indexOf({ 'macros.jinja': `${start}${' '.repeat(1_000_000)}x` })]);
      assert.equal(found.hasOthers, start === 'securityContext', start);
    }
  });

  it('are values of a context that a name cannot break', () => {
    const context = contextWith(['__proto__.polluted', 'constructor', 'a', 'a.b']);
    assert.equal(JSON.stringify(context.constructor), '"attribute_constructor"');
    assert.equal(({} as { polluted?: unknown }).polluted, undefined);
    assert.deepEqual(JSON.parse(JSON.stringify(context)).a, { b: 'attribute_a_b' });
  });
});
