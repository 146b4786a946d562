import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../../vscode/process/temporaryFolder.ts';
import { DataApiClient } from '../data/dataApiClient.ts';
import { type DeploymentClient, type EmulatorUnderTest, emulatorUnderTest } from '../emulatorUnderTest.ts';
import { semanticShop } from './manifests.ts';

const tables = `
CREATE TABLE customers (customer_id INTEGER, first_name TEXT, first_order DATE, is_active BOOLEAN);
INSERT INTO customers VALUES (1, 'Ada', '2026-01-05', true), (2, 'Grace', '2026-01-06', false);
CREATE TABLE orders (order_id INTEGER, customer_id INTEGER, order_date TIMESTAMP, status TEXT, amount INTEGER);
INSERT INTO orders VALUES
  (1, 1, '2026-01-05T10:00:00.000', 'placed', 10),
  (2, 1, '2026-01-06T10:00:00.000', 'shipped', 60),
  (3, 2, '2026-01-06T11:00:00.000', 'shipped', 100),
  (4, 1, '2026-02-01T10:00:00.000', 'placed', 30);
`;

/** The manifest with its relations in the only database of the emulator. */
function manifest() {
  const text = JSON.stringify(semanticShop()).replaceAll('\\"jaffle\\".\\"main\\"', '\\"main\\"');
  return JSON.parse(text) as unknown;
}

describe('queries of cubes that a dbt sync generated', () => {
  const folder = temporaryFolder('dbt-queries');
  let under: EmulatorUnderTest;
  let client: DeploymentClient;
  let data: DataApiClient;
  before(async () => {
    const file = path.join(folder.path, 'tables.sql');
    writeFileSync(file, tables);
    under = await emulatorUnderTest({ source: file, dbtStep: async () => {} });
    client = await under.newDeployment({ 'cube.js': 'module.exports = {};\n' });
    const { branchName, syncJobId } = await client.done(client.control('POST', '/dbt-sync', { manifest: manifest() }));
    const status = async () => (await client.done(client.control('GET', `/dbt-sync/${syncJobId}`))).status;
    while ((await status()) !== 'COMPLETED') await new Promise((resolve) => setTimeout(resolve, 5));
    await client.done(client.build('POST', '/merge', { branchName }));
    const { status: built, errorText } = await client.status('main', true);
    assert.deepEqual([built, errorText ?? null], ['built', null]);
    data = await DataApiClient.of(client);
  });
  after(async () => {
    await under.close();
    folder.remove();
  });

  it('count and sum by a dimension of the semantic model', async () => {
    const rows = await data.rows({
      measures: ['orders.revenue', 'orders.order_count', 'orders.buyers', 'orders.large_orders'],
      dimensions: ['orders.status'],
      order: { 'orders.status': 'asc' },
    });
    assert.deepEqual(
      rows.map((row) => Object.values(row).map(String)),
      [
        ['placed', '40', '2', '1', '0'],
        ['shipped', '160', '2', '2', '2'],
      ],
    );
  });

  it('join along a test of a relationship, without multiplying rows', async () => {
    const rows = await data.rows({
      measures: ['orders.revenue', 'customers.customers'],
      dimensions: ['customers.first_name'],
      order: { 'customers.first_name': 'asc' },
    });
    assert.deepEqual(
      rows.map((row) => Object.values(row).map(String)),
      [
        ['Ada', '100', '1'],
        ['Grace', '100', '1'],
      ],
    );
  });

  it('compute metrics: filtered, derived, ratio and cumulative', async () => {
    const [row] = await data.rows({
      measures: ['orders.large_revenue', 'orders.small_revenue', 'orders.revenue_per_buyer'],
    });
    assert.deepEqual(Object.values(row!).map(Number), [160, 40, 100]);
    const days = await data.rows({
      measures: ['orders.revenue', 'orders.revenue_ever', 'orders.revenue_7d', 'orders.revenue_mtd'],
      timeDimensions: [
        { dimension: 'orders.ordered_at', granularity: 'month', dateRange: ['2026-01-01', '2026-02-28'] },
      ],
    });
    const of = (name: string) => days.map((day) => Number(day[`orders.${name}`]));
    assert.deepEqual(of('revenue'), [170, 30]);
    assert.deepEqual(of('revenue_ever'), [170, 200]);
  });
});
