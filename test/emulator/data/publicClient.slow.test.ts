/** The data API with the public client of this kind of API. Spec: rule I, Authentication 6 and 7. */

import assert from 'node:assert/strict';
import cube, { type CubeApi, type ProgressResult, RequestError } from '@cubejs-client/core';
import { DeploymentClient, type EmulatorUnderTest, emulatorUnderTest } from '../emulatorUnderTest.ts';
import { restUrl, tokenOf } from './dataApiClient.ts';

describe('a public client of the data API', () => {
  let under: EmulatorUnderTest;
  let client: DeploymentClient;
  let apiUrl: string;
  let api: CubeApi;
  before(async () => {
    under = await emulatorUnderTest();
    client = new DeploymentClient(under.emulator.url, under.emulator.apiKey, under.emulator.deploymentId);
    await client.status('main', true);
    apiUrl = await restUrl(client);
    api = cube(() => tokenOf(client), { apiUrl });
  });
  after(() => under.close());

  it('reads the metadata', async () => {
    const meta = await api.meta();
    const orders = meta.cubes.find(({ name }) => name === 'orders')!;
    assert.ok(orders.measures.some(({ name }) => name === 'orders.count'));
    const query = { measures: ['orders.count'] };
    const allowed = meta.membersForQuery(query, 'dimensions').map(({ name }) => name);
    assert.ok(allowed.includes('orders.status'), String(allowed));
    assert.equal(meta.defaultTimeDimensionNameFor('orders.count'), 'orders.created_at');
  });

  it('loads rows, and makes a table, a series and a pivot of them', async () => {
    const result = await api.load({
      measures: ['orders.count'],
      timeDimensions: [{ dimension: 'orders.created_at', granularity: 'year' }],
      dimensions: ['orders.status'],
    });
    const rows = result.rawData();
    const total = rows.reduce((sum, row) => sum + Number(row['orders.count']), 0);
    assert.equal(total, 3000);
    const pivot = { x: ['orders.created_at.year'], y: ['orders.status'] };
    const series = result.series(pivot);
    assert.ok(series.length > 1);
    assert.equal(
      series.flatMap((each) => each.series).reduce((sum, { value }) => sum + value, 0),
      total,
    );
    assert.equal(result.tablePivot(pivot).length, result.chartPivot(pivot).length);
    assert.deepEqual(
      result.tableColumns().map(({ key }) => key),
      ['orders.created_at.year', 'orders.status', 'orders.count'],
    );
  });

  it('loads several queries at once, compact, and with a total; and reads their SQL', async () => {
    const query = { measures: ['orders.count'], dimensions: ['orders.status'], limit: 2, total: true };
    const result = await api.load(query);
    assert.equal(result.rawData().length, 2);
    assert.ok(result.totalRows()! > 2);
    const compact = await api.load(query, {}, undefined, 'compact' as never);
    assert.deepEqual((compact as unknown as typeof result).rawData(), result.rawData());
    const both = await api.load([query, { measures: ['orders.count'] }] as never);
    assert.deepEqual(
      both.decompose().map((each) => each.rawData().length),
      [2, 1],
    );
    assert.match((await api.sql(query)).sql(), /count/i);
  });

  it('waits while the answer is “Continue wait”', async () => {
    const rule = { kind: 'continue-wait', operation: 'data.load', times: 2 };
    const admin = client.as(under.emulator.adminApiKey);
    await admin.done(admin.send('POST', '/_emulator/faults', [rule]));
    const waits: ProgressResult[] = [];
    const result = await api.load({ measures: ['orders.count'] }, { progressCallback: (wait) => waits.push(wait) });
    assert.deepEqual([result.rawData(), waits.length], [[{ 'orders.count': '3000' }], 2]);
  });

  it('gets the error and its status', async () => {
    const refused = async (load: Promise<unknown>, status: number, text: RegExp) =>
      assert.rejects(load, (failure) => {
        assert.ok(failure instanceof RequestError, String(failure));
        assert.equal(failure.status, status);
        assert.match(failure.message, text);
        return true;
      });
    await refused(api.load({ measures: ['orders.nothing'] }), 400, /nothing/);
    await refused(cube('no token', { apiUrl }).load({ measures: ['orders.count'] }), 401, /token/i);
    const { items } = await client.done(client.control('GET', '/environments'));
    const path = `/environments/${items[0].id}/tokens-for-meta-sync`;
    const { token } = (await client.control('POST', path, { security_context: {} })).body.data;
    const metadata = cube(token, { apiUrl });
    assert.ok((await metadata.meta()).cubes.length > 0);
    await refused(metadata.load({ measures: ['orders.count'] }), 403, /metadata/);
  });
});
