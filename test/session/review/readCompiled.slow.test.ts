import assert from 'node:assert/strict';
import { silentLog } from '../../../src/base/log.ts';
import { operations } from '../../../src/contract/operations.ts';
import type { RunningEmulator } from '../../../src/emulator/emulator.ts';
import { Client } from '../../../src/platform/client.ts';
import { readCompiled } from '../../../src/session/review/readCompiled.ts';
import { startTestEmulator } from '../../emulator/emulatorUnderTest.ts';

describe('the compiled models of a review', () => {
  let emulator: RunningEmulator;
  let client: Client;

  const start = async (buildMs: number) => {
    emulator = await startTestEmulator({ buildMs });
    client = new Client({ baseUrl: emulator.url, credential: { token: emulator.apiKey } });
  };
  afterEach(async () => {
    client.dispose();
    await emulator.close();
  });
  const sourceOf = async (source: string, waits: boolean) => {
    const { deploymentId, deployBranch: target } = emulator;
    const sides = await readCompiled({
      client,
      deploymentId,
      source,
      target,
      deadlineMs: 600_000,
      waits,
      log: silentLog,
    });
    sides.dispose();
    return sides.after.kind === 'missing' ? sides.after.reason.message : sides.after.kind;
  };

  it('are not known while a build runs that is not waited for', async () => {
    await start(3_600_000);
    const params = { deploymentId: emulator.deploymentId };
    const { branchName } = await client.call(operations.startDevMode, {
      params,
      body: { branchName: emulator.deployBranch },
    });
    const files = [{ path: 'model/cubes/extra.yml', content: 'cubes: []\n' }];
    await client.call(operations.putFiles, { params, body: { branchName, files } });
    assert.equal(await sourceOf(branchName, false), `${branchName} is not built.`);
  });

  it('are not known on a shared branch that the platform does not run, which the reason says', async () => {
    await start(0);
    const params = { deploymentId: emulator.deploymentId };
    await client.call(operations.createBranch, { params, body: { name: 'feature' } });
    assert.match(await sourceOf('feature', true), /does not run feature, .* staging environment: enable it/);
    await client.call(operations.setStagingEnvironment, { params, body: { branchName: 'feature', enabled: true } });
    assert.equal(await sourceOf('feature', true), 'compiled');
  });
});
