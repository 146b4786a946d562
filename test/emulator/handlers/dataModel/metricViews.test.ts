/** The content of a Databricks metric view for the cubes and views of a model. Spec: group H. */

import assert from 'node:assert/strict';
import { parse } from 'yaml';
import { covers } from '../../../contract/specRows.ts';
import { waitFor } from '../../../run/waitFor.ts';
import { type DeploymentClient, type EmulatorUnderTest, emulatorUnderTest } from '../../emulatorUnderTest.ts';

const cubes = `cubes:
  - name: orders
    sql_table: main.shop.orders
    description: All orders
    joins:
      - name: customers
        sql: "{CUBE}.customer_id = {customers.id}"
        relationship: many_to_one
      - name: items
        sql: "{CUBE}.id = {items.order_id}"
        relationship: one_to_many
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: status, sql: "lower({CUBE}.status)", type: string, title: State, description: Where it is }
      - { name: created_at, sql: created_at, type: time }
      - { name: customer_name, sql: "{customers.name}", type: string }
      - { name: hidden, sql: hidden, type: string, public: false }
      - { name: own, sql: "{SECURITY_CONTEXT.user.unsafeValue()}", type: string }
    measures:
      - { name: count, type: count }
      - { name: total, sql: amount, type: sum }
      - { name: paid, sql: amount, type: sum, filters: [{ sql: "{CUBE}.status = 'paid'" }] }
      - { name: share, sql: "{paid} / {total}", type: number }
      - { name: buyers, sql: customer_id, type: count_distinct_approx }
      - { name: running, sql: amount, type: sum, rolling_window: { trailing: unbounded } }
      - { name: twice, sql: "2 * {running}", type: number }
    segments:
      - { name: open, sql: "{CUBE}.status = 'open'" }
  - name: customers
    sql: SELECT * FROM main.shop.customers WHERE NOT deleted
    joins:
      - { name: regions, sql: "{CUBE}.region_id = {regions.id}", relationship: many_to_one }
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: name, sql: name, type: string }
    measures:
      - { name: count, type: count }
    access_policy:
      - { group: finance }
  - name: regions
    sql_table: main.shop.regions
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: name, sql: name, type: string }
  - name: items
    sql_table: main.shop.items
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: order_id, sql: order_id, type: number }
    measures:
      - { name: quantity, sql: quantity, type: sum }
  - name: elsewhere
    sql_table: elsewhere
    data_source: other
    measures:
      - { name: count, type: count }
`;
const views = `views:
  - name: sales
    description: For the sales team
    cubes:
      - { join_path: orders, includes: [count, total, status] }
      - { join_path: orders.customers, includes: [name], prefix: true }
      - { join_path: orders.customers.regions, includes: [{ name: name, alias: region }] }
      - { join_path: orders.items, includes: [quantity] }
`;

interface Field {
  name: string;
  expr: string;
  display_name: string;
  comment?: string;
}
interface MetricView {
  version: string;
  source: string;
  comment?: string;
  joins?: object[];
  dimensions: Field[];
  measures: Field[];
}

const root = '/databricks-metric-view-previews';

describe('Databricks metric views', () => {
  let under: EmulatorUnderTest;
  let client: DeploymentClient;
  const activate = (databricksMetricViewsEnabled: boolean) => {
    const admin = client.as(under.emulator.adminApiKey);
    return admin.done(admin.send('PUT', '/api/v1/tenant/settings', { databricksMetricViewsEnabled }));
  };
  before(async () => {
    under = await emulatorUnderTest();
    client = await under.newDeployment({ 'model/cubes.yml': cubes, 'model/views.yml': views });
    await activate(true);
    const env_variables = [{ name: 'CUBEJS_DB_TYPE', value: 'databricks-jdbc' }];
    await client.done(client.control('PUT', '/env-vars', { env_variables }));
    const dev = await client.openDevMode();
    await client.done(client.put({ 'notes.md': 'Build again' }, dev));
    await client.done(client.commit(dev));
    assert.equal((await client.status('main', true)).errorText, null);
  });
  after(() => under.close());
  const start = async (body?: object): Promise<string> => {
    const { status, body: answer } = await client.control('POST', root, body);
    assert.equal(status, 202, JSON.stringify(answer));
    return answer.previewId;
  };
  const ended = async (id: string) => {
    const read = () => client.done(client.control('GET', `${root}/${id}`));
    const hasEnded = async () => ['completed', 'failed', 'cancelled'].includes((await read()).status);
    await waitFor(`the end of preview ${id}`, hasEnded);
    return read();
  };
  const resultOf = async (body?: object) => {
    const id = await start(body);
    assert.equal((await ended(id)).error, null);
    return client.done(client.control('GET', `${root}/${id}/result`));
  };
  const viewOf = async (name: string) => {
    const { metricViews } = await resultOf({ names: [name] });
    assert.deepEqual(
      metricViews.map((view: { name: string }) => view.name),
      [name],
    );
    const [{ yaml, warnings }] = metricViews;
    return { view: parse(yaml) as MetricView, warnings: warnings as string[] };
  };
  const expressions = (fields: readonly Field[]) =>
    Object.fromEntries(fields.map(({ name, expr }) => [name, plain(expr)]));
  const plain = (sql: string) => sql.replace(/\s+/g, ' ');

  it('have the source, dimensions and measures of a cube as SQL of Databricks', async () => {
    const { view } = await viewOf('orders');
    assert.equal(view.version, '1.1');
    assert.equal(view.source, 'main.shop.orders');
    assert.equal(view.comment, 'All orders');
    assert.deepEqual(expressions(view.dimensions), {
      status: 'lower(source.status)',
      created_at: 'source.created_at',
      customer_name: 'customers.name',
    });
    assert.deepEqual(expressions(view.measures), {
      count: 'count(source.id)',
      total: 'sum(source.amount)',
      paid: "sum(CASE WHEN (source.status = 'paid') THEN source.amount END)",
      share: "(sum(CASE WHEN (source.status = 'paid') THEN source.amount END) / sum(source.amount))",
      buyers: 'approx_count_distinct(source.customer_id)',
    });
    const status = view.dimensions.find(({ name }) => name === 'status');
    assert.deepEqual([status?.display_name, status?.comment], ['State', 'Where it is']);
    assert.deepEqual(view.joins, [
      {
        name: 'customers',
        source: 'SELECT * FROM main.shop.customers WHERE NOT deleted',
        on: 'source.customer_id = customers.id',
      },
    ]);
  });

  it('say what they leave out, and why', async () => {
    const { warnings } = await viewOf('orders');
    const text = warnings.join('\n');
    assert.match(text, /orders\.running .*rolling window/);
    assert.match(text, /orders\.twice .*'orders\.running' has a rolling window/);
    assert.match(text, /orders\.own .*depends on/);
    assert.match(text, /Segments/);
    assert.doesNotMatch(text, /hidden/);
    assert.match((await viewOf('customers')).warnings.join('\n'), /Access policies/);
  });

  it('have the joins of a view, one inside the other, without those that multiply rows', async () => {
    const { view, warnings } = await viewOf('sales');
    assert.equal(view.source, 'main.shop.orders');
    assert.deepEqual(view.joins, [
      {
        name: 'customers',
        source: 'SELECT * FROM main.shop.customers WHERE NOT deleted',
        on: 'source.customer_id = customers.id',
        joins: [{ name: 'regions', source: 'main.shop.regions', on: 'customers.region_id = regions.id' }],
      },
    ]);
    assert.deepEqual(expressions(view.dimensions), {
      status: 'lower(source.status)',
      customers_name: 'customers.name',
      region: 'customers.regions.name',
    });
    assert.deepEqual(expressions(view.measures), { count: 'count(source.id)', total: 'sum(source.amount)' });
    assert.match(warnings.join('\n'), /sales\.quantity .*'items' multiplies rows/);
  });

  it('are made of every public cube and view of the data source; the others are named with the reason', async () => {
    const { metricViews, skipped, buildJobId } = await resultOf();
    const names = metricViews.map(({ name }: { name: string }) => name).sort();
    assert.deepEqual(names, ['customers', 'items', 'orders', 'regions', 'sales']);
    assert.deepEqual(
      skipped.map(({ name }: { name: string }) => name),
      ['elsewhere'],
    );
    assert.equal(buildJobId, (await client.status('main')).buildJobId);
  });

  it('fail as a whole when nothing can be converted', async () => {
    const preview = await ended(await start({ names: ['none'] }));
    assert.equal(preview.status, 'failed');
    assert.match(preview.error, /none/);
  });

  it(covers('Limits: retention of a metric view preview'), async () => {
    const id = await start({ names: ['regions'] });
    const { createdAt, expiresAt } = await ended(id);
    const day = 24 * 3_600_000;
    assert.equal(Date.parse(expiresAt) - Date.parse(createdAt), 7 * day);
    under.emulator.advanceClock(7 * day - 60_000);
    assert.equal((await client.control('GET', `${root}/${id}/result`)).status, 200);
    under.emulator.advanceClock(60_000);
    for (const path of [`${root}/${id}`, `${root}/${id}/result`]) {
      assert.equal((await client.control('GET', path)).status, 404);
    }
  });
});
