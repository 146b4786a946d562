import assert from 'node:assert/strict';
import { dbtSyncOperations } from '../../../src/contract/dataModel/dbtSyncs.ts';
import type { RunningEmulator } from '../../../src/emulator/emulator.ts';
import type { Client } from '../../../src/platform/client.ts';
import { readSyncResult } from '../../../src/session/dbt/syncResult.ts';
import { manifestOf, model } from '../../emulator/dbt/manifests.ts';
import { startTestEmulator } from '../../emulator/emulatorUnderTest.ts';
import { clientOf } from '../workbench.ts';

describe('readSyncResult', () => {
  let emulator: RunningEmulator;
  let client: Client;
  let step: () => Promise<void> = async () => {};
  const signal = new AbortController().signal;
  const manifest = manifestOf({ nodes: model('visits', { columns: { id: {} } }) });

  before(async () => {
    emulator = await startTestEmulator({ buildMs: 0, dbtStep: () => step() });
    client = clientOf(emulator);
  });
  after(async () => {
    client.dispose();
    await emulator.close();
  });
  const start = async () => {
    const deploymentId = String(emulator.deploymentId);
    const body = { manifest, output: 'branch' } as const;
    const { syncJobId } = await client.call(dbtSyncOperations.startDbtSync, { params: { deploymentId }, body });
    return { deploymentId, syncJobId };
  };

  it('waits for a result that is later than the end of the sync', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    step = () => held;
    const reading = readSyncResult(client, await start(), signal, Array(400).fill(5));
    release();
    const { cubeCount, generatedFiles } = await reading;
    assert.deepEqual([cubeCount, generatedFiles?.length], [1, 1]);
  });

  it('passes on why there is none', async () => {
    step = async () => {
      throw new Error('No space left');
    };
    await assert.rejects(readSyncResult(client, await start(), signal, Array(40).fill(5)), /ended without a result/);
    const unknown = { deploymentId: String(emulator.deploymentId), syncJobId: 'unknown' };
    await assert.rejects(readSyncResult(client, unknown, signal, [1]), { kind: 'not-found' });
  });
});
