/** The length of the history of dbt syncs. docs/emulator.md: the last 200 runs are kept. */

import assert from 'node:assert/strict';
import { DeploymentClient, type EmulatorUnderTest, emulatorUnderTest } from '../emulatorUnderTest.ts';
import { manifestOf, model } from './manifests.ts';

describe('the history of dbt syncs', () => {
  let under: EmulatorUnderTest;
  let client: DeploymentClient;
  let release = () => {};
  before(async () => {
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const held = [released];
    under = await emulatorUnderTest({ sample: false, dbtStep: () => held.pop() ?? Promise.resolve() });
    client = new DeploymentClient(under.emulator.url, under.emulator.apiKey, under.emulator.deploymentId);
  });
  after(() => under.close());

  it('keeps the last 200 runs, and one that is running', async () => {
    const body = { manifest: manifestOf({ nodes: model('visits', { columns: { id: {} } }) }), output: 'files' };
    const jobs: string[] = [];
    for (let count = 0; count < 202; count += 1)
      jobs.push((await client.done(client.control('POST', '/dbt-sync', body))).syncJobId);
    const statusOf = async (index: number) => (await client.control('GET', `/dbt-sync/${jobs[index]}`)).status;
    assert.deepEqual(await Promise.all([0, 1, 2, 3, 201].map(statusOf)), [200, 404, 404, 200, 200]);
    await client.done(client.control('DELETE', `/dbt-sync/${jobs[0]}`));
    release();
    const { items } = await client.done(client.control('GET', '/dbt-sync?status=CANCELLED'));
    assert.deepEqual(
      items.map(({ syncJobId }: { syncJobId: string }) => syncJobId),
      [jobs[0]],
    );
  });
});
