import assert from 'node:assert/strict';
import { hashOf } from '../../../src/base/hash.ts';
import type { RunningEmulator } from '../../../src/emulator/emulator.ts';
import type { Client } from '../../../src/platform/client.ts';
import { DbtSyncs } from '../../../src/session/dbt/dbtSyncs.ts';
import { planAccept, readGeneratedFiles } from '../../../src/session/dbt/generatedFiles.ts';
import { jaffleShop } from '../../emulator/dbt/manifests.ts';
import { startTestEmulator } from '../../emulator/emulatorUnderTest.ts';
import { waitFor } from '../../run/waitFor.ts';
import { clientOf } from '../workbench.ts';

const hour = 60 * 60_000;

describe('generated files of a dbt sync', () => {
  let emulator: RunningEmulator;
  let client: Client;
  let syncs: DbtSyncs;
  let now = Date.now();

  before(async () => {
    emulator = await startTestEmulator({ buildMs: 0, clock: () => now });
    client = clientOf(emulator);
    syncs = new DbtSyncs(client, String(emulator.deploymentId), [5]);
    syncs.watch();
  });
  after(async () => {
    syncs.dispose();
    client.dispose();
    await emulator.close();
  });

  const run = async (output: 'branch' | 'files') => {
    const syncJobId = await syncs.start({ manifest: jaffleShop(), output });
    await waitFor('the sync has ended', () => !syncs.isRunning(syncJobId) && syncs.state().runs.phase === 'ready');
    return { deploymentId: String(emulator.deploymentId), syncJobId };
  };

  it('are held for one hour, after which the reason is given', async () => {
    const params = await run('files');
    const files = await readGeneratedFiles(client, params);
    assert.deepEqual(files.map(({ path }) => path).sort(), ['model/cubes/customers.yml', 'model/cubes/orders.yml']);
    assert.match(files.find(({ path }) => path.endsWith('orders.yml'))!.content, /name: orders/);
    now += hour;
    await assert.rejects(readGeneratedFiles(client, params), { code: 'files-gone', message: /one hour/ });
  });

  it('do not exist for a sync that commits to a branch', async () => {
    await assert.rejects(readGeneratedFiles(client, await run('branch')), { code: 'files-gone' });
  });
});

describe('planAccept', () => {
  const file = (path: string, content = 'new') => ({ path, content });
  const hash = (text: string) => hashOf(Buffer.from(text));
  const statesOf = (...args: Parameters<typeof planAccept>) =>
    Object.fromEntries(
      planAccept(...args).map(({ path, state, edited }) => [path, edited ? `${state}, edited` : state]),
    );

  it('tells new, changed and unchanged files apart', () => {
    const local = new Map([
      ['model/changed.yml', hash('old')],
      ['model/same.yml', hash('new')],
    ]);
    const files = [file('model/new.yml'), file('model/changed.yml'), file('model/same.yml')];
    assert.deepEqual(statesOf(files, { modelFolder: 'model', local, remote: new Map(local) }), {
      'model/new.yml': 'new',
      'model/changed.yml': 'changed',
      'model/same.yml': 'unchanged',
    });
  });

  it('takes a file as edited unless the branch has the same', () => {
    const local = new Map([
      ['model/a.yml', hash('mine')],
      ['model/b.yml', hash('pushed')],
    ]);
    const files = [file('model/a.yml'), file('model/b.yml')];
    const remote = new Map([
      ['model/a.yml', hash('theirs')],
      ['model/b.yml', hash('pushed')],
    ]);
    assert.deepEqual(statesOf(files, { modelFolder: 'model', local, remote }), {
      'model/a.yml': 'changed, edited',
      'model/b.yml': 'changed',
    });
    assert.deepEqual(statesOf(files, { modelFolder: 'model', local, remote: undefined }), {
      'model/a.yml': 'changed, edited',
      'model/b.yml': 'changed, edited',
    });
  });

  it('refuses paths outside of the model folder, and names that no folder should have', () => {
    const hostile = [
      '../escape.yml',
      'model/../../escape.yml',
      'model/cubes/../../.ssh/config',
      'cube.js',
      'models/a.yml',
      'model',
      'model/.env',
      'model/.git/hooks/post-commit',
      'model/con.yml',
      'C:/model/a.yml',
      'model\\a.yml',
      'model/a\u202e.yml',
      '',
    ];
    const plan = planAccept(
      hostile.map((path) => file(path)),
      { modelFolder: 'model', local: new Map(), remote: undefined },
    );
    assert.deepEqual(
      plan.filter(({ state }) => state !== 'refused').map(({ path }) => path),
      [],
    );
    for (const { path, reason } of plan) assert.ok(reason && reason.message !== '', path);
  });

  it('refuses two files that are one on some computers', () => {
    const plan = planAccept([file('model/Orders.yml'), file('model/orders.yml'), file('model/a.yml')], {
      modelFolder: 'model',
      local: new Map(),
      remote: undefined,
    });
    assert.deepEqual(
      plan.map(({ state }) => state),
      ['refused', 'refused', 'new'],
    );
  });
});
