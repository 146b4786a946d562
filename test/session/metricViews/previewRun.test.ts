import assert from 'node:assert/strict';
import { raceAbort } from '../../../src/base/async.ts';
import { CancelledError } from '../../../src/base/errors.ts';
import { metricViewOperations } from '../../../src/contract/dataModel/metricViews.ts';
import type { Client } from '../../../src/platform/client.ts';
import { runPreview } from '../../../src/session/metricViews/previewRun.ts';
import { type EmulatorUnderTest, emulatorUnderTest } from '../../emulator/emulatorUnderTest.ts';
import { waitFor } from '../../run/waitFor.ts';
import { clientOf } from '../workbench.ts';

const orders = `cubes:
  - name: orders
    sql_table: main.shop.orders
    measures: [{ name: count, type: count }]
`;

describe('runPreview', () => {
  let under: EmulatorUnderTest;
  let client: Client;
  let deploymentId: string;
  let step: (signal: AbortSignal) => Promise<void> = async () => {};
  const statuses: string[] = [];

  before(async () => {
    under = await emulatorUnderTest({ buildMs: 0, metricViewStep: (signal) => step(signal) });
    const deployment = await under.newDeployment({ 'model/cubes/orders.yml': orders });
    deploymentId = String(deployment.id);
    const admin = deployment.as(under.emulator.adminApiKey);
    await admin.done(admin.send('PUT', '/api/v1/tenant/settings', { databricksMetricViewsEnabled: true }));
    const env_variables = ['CUBEJS_DB_TYPE', 'CUBEJS_DS_LAKE_DB_TYPE'].map((name) => {
      return { name, value: 'databricks-jdbc' };
    });
    await deployment.done(deployment.control('PUT', '/env-vars', { env_variables }));
    const dev = await deployment.openDevMode();
    await deployment.done(deployment.put({ 'notes.md': 'Build again' }, dev));
    await deployment.done(deployment.commit(dev));
    await deployment.status('main', true);
    client = clientOf(under.emulator);
  });
  after(async () => {
    client.dispose();
    await under.close();
  });
  beforeEach(() => {
    step = async () => {};
    statuses.length = 0;
  });

  const run = (dataSourceName = 'default', signal = new AbortController().signal) => {
    const onStatus = ({ status }: { status: string }) => statuses.push(status);
    return runPreview(client, { deploymentId, dataSourceName }, { signal, onStatus, intervalsMs: [5] });
  };

  it('follows the conversion to its end, whose result can be read', async () => {
    const previewId = await run();
    assert.equal(statuses.at(-1), 'completed');
    const params = { deploymentId, previewId };
    const { metricViews } = await client.call(metricViewOperations.getMetricViewPreviewResult, { params });
    assert.deepEqual(
      metricViews.map(({ name }) => name),
      ['orders'],
    );
  });

  it('says why a conversion failed', async () => {
    await assert.rejects(run('lake'), /The conversion to metric views failed: No cube or view can be converted.*lake/);
  });

  it('passes on what the platform refuses', async () => {
    await assert.rejects(run('nowhere'), /'nowhere' is not a Databricks data source/);
  });

  it('ends the conversion on the platform when the user cancels', async () => {
    step = (signal) => raceAbort(new Promise(() => {}), signal);
    const abort = new AbortController();
    let started = '';
    const onStatus = ({ status, previewId }: { status: string; previewId: string }) => {
      statuses.push(status);
      started = previewId;
    };
    const running = runPreview(
      client,
      { deploymentId, dataSourceName: 'default' },
      { signal: abort.signal, onStatus, intervalsMs: [5] },
    );
    await waitFor('the conversion runs', () => statuses.includes('running'));
    abort.abort(new CancelledError());
    await assert.rejects(running, CancelledError);
    const params = { deploymentId, previewId: started };
    const { status } = await client.call(metricViewOperations.getMetricViewPreview, { params });
    assert.equal(status, 'cancelled');
  });

  it('says when another client cancelled it', async () => {
    step = (signal) => raceAbort(new Promise(() => {}), signal);
    let isCancelled = false;
    const onStatus = ({ previewId }: { previewId: string }) => {
      if (isCancelled) return;
      isCancelled = true;
      void client.call(metricViewOperations.cancelMetricViewPreview, { params: { deploymentId, previewId } });
    };
    const options = { signal: new AbortController().signal, onStatus, intervalsMs: [5] };
    await assert.rejects(runPreview(client, { deploymentId, dataSourceName: 'default' }, options), {
      code: 'cancelled-elsewhere',
    });
  });
});
