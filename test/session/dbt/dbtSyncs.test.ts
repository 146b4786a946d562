import assert from 'node:assert/strict';
import { raceAbort } from '../../../src/base/async.ts';
import type { RunningEmulator } from '../../../src/emulator/emulator.ts';
import type { Client } from '../../../src/platform/client.ts';
import { DbtSyncs } from '../../../src/session/dbt/dbtSyncs.ts';
import { manifestOf, model } from '../../emulator/dbt/manifests.ts';
import { startTestEmulator } from '../../emulator/emulatorUnderTest.ts';
import { waitFor } from '../../run/waitFor.ts';
import { clientOf } from '../workbench.ts';

type Step = (phase: string, signal: AbortSignal) => Promise<void>;

describe('DbtSyncs', () => {
  let emulator: RunningEmulator;
  let client: Client;
  let syncs: DbtSyncs;
  let step: Step;
  let requests: string[];
  const body = { manifest: manifestOf({ nodes: model('visits', { columns: { id: {} } }) }), output: 'files' } as const;

  before(async () => {
    emulator = await startTestEmulator({ buildMs: 0, dbtStep: (phase, signal) => step(phase, signal) });
    const real = clientOf(emulator);
    client = Object.create(real) as Client;
    client.call = (async (...args: Parameters<Client['call']>) => {
      requests.push(args[0].id);
      return real.call(...args);
    }) as Client['call'];
    client.pages = ((...args: Parameters<Client['pages']>) => {
      requests.push(args[0].id);
      return real.pages(...args);
    }) as Client['pages'];
    client.dispose = () => real.dispose();
  });
  after(async () => {
    client.dispose();
    await emulator.close();
  });
  beforeEach(() => {
    step = async () => {};
    requests = [];
    syncs = new DbtSyncs(client, String(emulator.deploymentId), [5]);
  });
  afterEach(() => {
    emulator.faults.clear();
    syncs.dispose();
  });

  const newest = () => syncs.state().runs.items[0];
  const ended = () => waitFor('the sync has ended', () => newest() !== undefined && newest()!.status !== 'RUNNING');
  /** Lets syncs stop in a phase until `release`. */
  const hold = (held: string) => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    step = async (phase, signal) => {
      if (phase === held) await raceAbort(released, signal);
    };
    return release;
  };

  it('requests nothing before it is loaded, and then one page', async () => {
    assert.deepEqual(requests, []);
    assert.equal(syncs.state().runs.phase, 'idle');
    await syncs.load();
    await syncs.load();
    assert.deepEqual(requests, ['listDbtSyncs']);
  });

  it('follows a running sync through its phases to its entry in the history', async () => {
    const release = hold('WRITING_CUBE_FILES');
    const watch = syncs.watch();
    const id = await syncs.start(body);
    assert.equal(newest()?.syncJobId, id);
    const live = () => syncs.state().live.get(id);
    await waitFor('the phase is shown', () => live()?.status?.progress?.stage === 'WRITING_CUBE_FILES');
    assert.equal(live()?.status?.progress?.percentComplete, 50);
    assert.ok(syncs.isRunning(id));
    release();
    await ended();
    assert.equal(newest()?.status, 'COMPLETED');
    assert.deepEqual(
      newest()?.phases?.map(({ phase }) => phase),
      ['INITIALIZING', 'PROCESSING_MANIFEST', 'WRITING_CUBE_FILES', 'FINALIZING'],
    );
    assert.equal(syncs.isRunning(id), false);
    watch.dispose();
  });

  it('polls only while a client watches', async () => {
    const release = hold('FINALIZING');
    await syncs.start(body);
    const watch = syncs.watch();
    await waitFor('it polls', () => requests.filter((each) => each === 'getDbtSyncStatus').length > 1);
    watch.dispose();
    const count = requests.length;
    await syncs.reload();
    assert.equal(requests.length, count + 1, 'only the reload');
    release();
    const again = syncs.watch();
    await ended();
    again.dispose();
  });

  it('stops polling when nothing runs', async () => {
    const watch = syncs.watch();
    await syncs.start(body);
    await ended();
    const count = requests.length;
    await syncs.reload();
    assert.equal(requests.length, count + 1);
    watch.dispose();
  });

  it('survives an outage', async () => {
    const release = hold('FINALIZING');
    const watch = syncs.watch();
    const id = await syncs.start(body);
    await waitFor('it is polled', () => syncs.state().live.has(id));
    emulator.faults.set([{ kind: 'status', operation: 'getDbtSyncStatus', status: 503, times: 0 }]);
    await waitFor('the outage is shown', () => syncs.state().live.get(id)?.failure !== undefined);
    assert.equal(syncs.state().live.get(id)?.ended, false);
    emulator.faults.clear();
    release();
    await ended();
    assert.equal(newest()?.status, 'COMPLETED');
    watch.dispose();
  });

  it('shows a new sync although the platform does not know it yet', async () => {
    const watch = syncs.watch();
    emulator.faults.set([{ kind: 'status', operation: 'getDbtSyncStatus', status: 404, times: 3 }]);
    const id = await syncs.start(body);
    assert.equal(newest()?.syncJobId, id);
    await ended();
    assert.equal(newest()?.status, 'COMPLETED');
    watch.dispose();
  });

  it('cancels a running sync', async () => {
    hold('PROCESSING_MANIFEST');
    const id = await syncs.start(body);
    await syncs.cancel(id);
    assert.equal(newest()?.status, 'CANCELLED');
    await assert.rejects(syncs.cancel(id), { kind: 'conflict' });
  });

  it('filters by status and trigger, on the platform', async () => {
    hold('PROCESSING_MANIFEST');
    const cancelled = await syncs.start(body);
    await syncs.cancel(cancelled);
    await syncs.setFilter({ status: 'CANCELLED' });
    assert.ok(syncs.state().runs.items.length > 0);
    assert.ok(syncs.state().runs.items.every(({ status }) => status === 'CANCELLED'));
    await syncs.setFilter({ status: 'CANCELLED', trigger: 'webhook' });
    assert.deepEqual(syncs.state().runs.items, []);
    await syncs.setFilter({});
    assert.ok(syncs.state().runs.items.some(({ status }) => status === 'COMPLETED'));
  });

  it('lists a started sync until it ends, even if the filter excludes it', async () => {
    await syncs.setFilter({ status: 'FAILED' });
    const release = hold('FINALIZING');
    const watch = syncs.watch();
    const id = await syncs.start(body);
    assert.equal(newest()?.syncJobId, id);
    release();
    await waitFor('it is gone', () => newest()?.syncJobId !== id);
    watch.dispose();
  });

  it('says how a sync ended, also if the filter excludes it or it was cancelled', async () => {
    await syncs.setFilter({});
    const completed = await syncs.start(body);
    assert.equal(await syncs.untilEnded(completed), 'COMPLETED');
    await syncs.setFilter({ status: 'FAILED' });
    const excluded = await syncs.start(body);
    assert.equal(await syncs.untilEnded(excluded), 'COMPLETED');
    await syncs.setFilter({});
    hold('PROCESSING_MANIFEST');
    const cancelled = await syncs.start(body);
    const end = syncs.untilEnded(cancelled);
    await syncs.cancel(cancelled);
    assert.equal(await end, 'CANCELLED');
  });
});
