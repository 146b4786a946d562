import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { EmulatorOptions, RunningEmulator } from '../../../src/emulator/emulator.ts';
import { temporaryFolder } from '../../vscode/process/temporaryFolder.ts';
import { DeploymentClient, startTestEmulator } from '../emulatorUnderTest.ts';
import { jaffleShop, manifestOf, model } from './manifests.ts';

describe('the dbt syncs of an emulator with a data folder', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  const running: RunningEmulator[] = [];
  beforeEach(() => {
    folder = temporaryFolder('emulator-dbt');
  });
  afterEach(async () => {
    for (const emulator of running.splice(0)) await emulator.close();
    folder.remove();
  });
  const start = async (options: EmulatorOptions = {}) => {
    const emulator = await startTestEmulator({
      dataDir: folder.path,
      sample: false,
      dbtStep: async () => {},
      ...options,
    });
    running.push(emulator);
    const { url, apiKey, deploymentId } = emulator;
    return { emulator, client: new DeploymentClient(url, apiKey, deploymentId) };
  };
  const ended = async (client: DeploymentClient, job: string): Promise<Record<string, unknown>> => {
    for (;;) {
      const status = await client.done(client.control('GET', `/dbt-sync/${job}`));
      if (['COMPLETED', 'FAILED'].includes(status.status as string)) return status;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };

  it('stay with their log, result, files and branch after a restart', async () => {
    const first = await start();
    const known = async (client: DeploymentClient) => {
      const { items } = await client.done(client.control('GET', '/dbt-sync'));
      const of = async (job: string) => ({
        status: await client.done(client.control('GET', `/dbt-sync/${job}`)),
        logs: (await client.done(client.control('GET', `/dbt-sync/${job}/logs`))).items,
        result: await client.done(client.control('GET', `/dbt-sync/${job}/result`)),
      });
      const jobs = (items as { syncJobId: string; output: string }[]).map(({ syncJobId }) => syncJobId);
      return { items, jobs: await Promise.all(jobs.map(of)), branches: await client.branches() };
    };
    for (const output of ['branch', 'files']) {
      const body = { manifest: jaffleShop(), output };
      const { syncJobId } = await first.client.done(first.client.control('POST', '/dbt-sync', body));
      await ended(first.client, syncJobId);
    }
    const before = await known(first.client);
    const filesOf = async (client: DeploymentClient) => {
      const [latest] = before.items as { syncJobId: string }[];
      return (await client.done(client.control('GET', `/dbt-sync/${latest!.syncJobId}/generated-files`))).items;
    };
    const files = await filesOf(first.client);
    assert.equal(files.length, 2);
    await first.emulator.close();
    const second = await start();
    assert.deepEqual(await known(second.client), before);
    assert.deepEqual(await filesOf(second.client), files);
  });

  it('are UNKNOWN in the history, and failed with the reason, when a restart interrupts them', async () => {
    let reached = () => {};
    const held = new Promise<void>((resolve) => {
      reached = resolve;
    });
    const first = await start({
      dbtStep: (phase, signal) =>
        new Promise((resolve, reject) => {
          if (phase !== 'WRITING_CUBE_FILES') return resolve();
          reached();
          signal.addEventListener('abort', () => reject(new Error('Aborted')));
        }),
    });
    const { syncJobId, branchName } = await first.client.done(
      first.client.control('POST', '/dbt-sync', { manifest: jaffleShop() }),
    );
    await held;
    await first.emulator.close();
    const { client } = await start();
    const { items } = await client.done(client.control('GET', '/dbt-sync?status=UNKNOWN'));
    assert.deepEqual(
      items.map((run: { syncJobId: string; phases: { outcome: string }[] }) => [
        run.syncJobId,
        run.phases.at(-1)?.outcome,
      ]),
      [[syncJobId, 'unknown']],
    );
    const { status, error } = await client.done(client.control('GET', `/dbt-sync/${syncJobId}`));
    assert.equal(status, 'FAILED');
    assert.match(error, /restarted/);
    assert.equal((await client.branches())[branchName], undefined);
    assert.equal((await client.control('GET', `/dbt-sync/${syncJobId}/result`)).status, 409);
    assert.equal((await client.control('DELETE', `/dbt-sync/${syncJobId}`)).status, 409);
  });

  it('have ended when the emulator has closed, so that nothing is written afterwards', async () => {
    let reached = () => {};
    const isRunning = new Promise<void>((resolve) => {
      reached = resolve;
    });
    let end = () => {};
    const { emulator, client } = await start({
      dbtStep: () =>
        new Promise((_resolve, reject) => {
          end = () => reject(new Error('Aborted'));
          reached();
        }),
    });
    await client.done(client.control('POST', '/dbt-sync', { manifest: jaffleShop() }));
    await isRunning;
    let closed = false;
    const closing = emulator.close().then(() => {
      closed = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 300));
    assert.equal(closed, false, 'it waits for the sync');
    end();
    await closing;
  });

  it('have a log of limited length, which says what it leaves out', async () => {
    const nodes: Record<string, unknown> = {};
    for (let index = 0; index < 600; index += 1) Object.assign(nodes, model(`m${index}`, { relation_name: null }));
    const { client } = await start();
    const { syncJobId } = await client.done(client.control('POST', '/dbt-sync', { manifest: manifestOf({ nodes }) }));
    assert.equal((await ended(client, syncJobId)).status, 'COMPLETED');
    const { items } = await client.done(client.control('GET', `/dbt-sync/${syncJobId}/logs`));
    const warnings = (items as { level: string; message: string }[]).filter(({ level }) => level === 'warning');
    assert.equal(warnings.length, 501);
    assert.match(warnings.at(-1)!.message, /^100 more/);
  });

  it('start in a state that an older emulator saved', async () => {
    const first = await start();
    await first.emulator.close();
    const file = path.join(folder.path, 'state.json');
    const state = JSON.parse(readFileSync(file, 'utf8')) as { deployments: Record<string, unknown>[] };
    for (const deployment of state.deployments) delete deployment.dbt;
    writeFileSync(file, JSON.stringify(state));
    const { client } = await start();
    assert.deepEqual((await client.done(client.control('GET', '/dbt-sync'))).items, []);
    const { syncJobId } = await client.done(client.control('POST', '/dbt-sync', { manifest: jaffleShop() }));
    assert.equal((await ended(client, syncJobId)).status, 'COMPLETED');
  });
});
