import assert from 'node:assert/strict';
import { silentLog } from '../../../src/base/log.ts';
import { deploymentOperations } from '../../../src/contract/deployments/deployments.ts';
import type { Client } from '../../../src/platform/client.ts';
import { PlatformError } from '../../../src/platform/platformError.ts';
import { PlatformSession } from '../../../src/session/platformSession.ts';
import {
  advanceToReady,
  type CreationOptions,
  type CreationSource,
  creationMethodOf,
} from '../../../src/ui/operate/creation.ts';
import { rebuildProduction } from '../../../src/ui/operate/rebuild.ts';
import { plainLocalizer } from '../../../src/ui/shell/localizer.ts';
import { type EmulatorUnderTest, emulatorUnderTest } from '../../emulator/emulatorUnderTest.ts';
import { clientOf } from '../../session/workbench.ts';

describe('the creation of a deployment', () => {
  let under: EmulatorUnderTest;
  let client: Client;
  const steps: string[] = [];

  before(async () => {
    under = await emulatorUnderTest();
    client = clientOf({ url: under.emulator.url, apiKey: under.emulator.apiKey });
  });
  beforeEach(() => {
    steps.length = 0;
  });
  after(async () => {
    client.dispose();
    await under.close();
  });

  const create = (source: CreationSource) =>
    client.call(deploymentOperations.createDeployment, {
      body: { name: `From ${source}`, creationMethod: creationMethodOf(source) },
    });
  const options = (more: Partial<CreationOptions> = {}): CreationOptions => ({
    l10n: plainLocalizer,
    connectRepository: () => assert.fail('there is no repository to connect'),
    onStep: (step) => steps.push(step),
    signal: new AbortController().signal,
    ...more,
  });

  it('goes to its end with the demo model', async () => {
    const end = await advanceToReady(client, await create('demo'), options({ source: 'demo' }));
    assert.equal(end.creationStep, 'ready');
    assert.deepEqual(steps, ['project', 'demo', 'ready']);
  });

  it('waits for the files of an upload, and says what is missing when it is continued', async () => {
    const end = await advanceToReady(client, await create('upload'), options({ source: 'upload' }));
    assert.equal(end.creationStep, 'upload');
    await assert.rejects(advanceToReady(client, end, options()), (failure: unknown) => {
      assert.ok(failure instanceof PlatformError);
      assert.equal(failure.status, 409);
      assert.match(failure.message, /'upload' is not finished: the production branch has no files yet/);
      return true;
    });
  });

  it('connects the repository at its step', async () => {
    const stopped = new Error('connected');
    const connectRepository = () => Promise.reject(stopped);
    await assert.rejects(
      advanceToReady(client, await create('github'), options({ source: 'github', connectRepository })),
      stopped,
    );
    assert.deepEqual(steps, ['project', 'github']);
  });

  it('stops before the next step when it is cancelled', async () => {
    const abort = new AbortController();
    const created = await create('demo');
    const onStep = () => abort.abort(new Error('cancelled'));
    await assert.rejects(advanceToReady(client, created, options({ onStep, signal: abort.signal })), /cancelled/);
    const params = { deploymentId: created.id };
    const { creationStep } = await client.call(deploymentOperations.getDeployment, { params });
    assert.equal(creationStep, 'project');
  });

  it('ends when the build of production completed it', async () => {
    const deployment = await under.newDeployment();
    await deployment.status('main', true);
    const created = { id: deployment.id, name: 'Test', creationStep: 'project' };
    assert.equal((await advanceToReady(client, created, options())).creationStep, 'ready');
  });
});

describe('building production again', () => {
  it('builds it without a change, and leaves no branch', async () => {
    const under = await emulatorUnderTest();
    const client = clientOf({ url: under.emulator.url, apiKey: under.emulator.apiKey });
    try {
      const control = await under.newDeployment();
      const before = await control.status('main', true);
      const { main, ...others } = await control.branches();
      const session = new PlatformSession(client, under.emulator.url, silentLog).deployment(control.id);
      await rebuildProduction(session, 'main', '1');
      const after = await control.status('main', true);
      assert.notEqual(after.buildJobId, before.buildJobId);
      assert.equal(after.status, 'built');
      assert.deepEqual(await control.branches(), { main, ...others });
    } finally {
      client.dispose();
      await under.close();
    }
  });

  it('deletes its branch when production cannot be built', async () => {
    const calls: string[] = [];
    const refused = new Error('refused');
    const deployment = {
      createBranch: async (name: string) => void calls.push(`create ${name}`),
      mergeToProduction: async () => Promise.reject(refused),
      deleteBranch: async (name: string) => void calls.push(`delete ${name}`),
    };
    await assert.rejects(rebuildProduction(deployment as never, 'main', '1'), refused);
    assert.deepEqual(calls, ['create rebuild-1', 'delete rebuild-1']);
  });
});
