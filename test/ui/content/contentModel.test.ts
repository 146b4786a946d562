import assert from 'node:assert/strict';
import { UserError } from '../../../src/base/errors.ts';
import { silentLog } from '../../../src/base/log.ts';
import type { RunningEmulator } from '../../../src/emulator/emulator.ts';
import { Connections } from '../../../src/session/connections.ts';
import { Folders } from '../../../src/session/folders.ts';
import { PlatformSession } from '../../../src/session/platformSession.ts';
import { ContentModel } from '../../../src/ui/content/contentModel.ts';
import { ShownDeployments } from '../../../src/ui/tree/shownDeployments.ts';
import { startTestEmulator } from '../../emulator/emulatorUnderTest.ts';
import { clientOf } from '../../session/workbench.ts';
import { memoryOf } from '../tree/memory.ts';

describe('the model of the Content view', () => {
  let emulator: RunningEmulator;
  const models: ContentModel[] = [];

  before(async () => {
    emulator = await startTestEmulator({ buildMs: 0 });
  });
  after(async () => {
    for (const model of models) model.dispose();
    await emulator.close();
  });

  const setUp = (bound: string[] = [String(emulator.deploymentId)]) => {
    let opened = 0;
    let failure: unknown;
    const connections = new Connections({
      secrets: { get: async () => undefined, store: async () => {}, delete: async () => {} },
      records: { read: () => [], write: async () => {} },
      openPlatform: async (_endpoint, connection) => {
        opened += 1;
        if (failure) throw failure;
        const client = clientOf({ url: emulator.url, apiKey: emulator.apiKey });
        return new PlatformSession(client, connection.id, silentLog);
      },
      environment: { url: emulator.url, apiKey: emulator.apiKey },
      log: silentLog,
    });
    const connectionId = connections.list.value[0]!.id;
    const folders = new Folders(async () => assert.fail('no folder is opened in these tests'));
    folders.set(
      bound.map((deploymentId) => ({
        workspaceFolder: `/${deploymentId}`,
        name: `folder-${deploymentId}`,
        binding: { connectionId, deploymentId, projectFolder: `/${deploymentId}`, modelFolder: 'model' },
      })),
    );
    const stored = new Map<string, unknown>();
    const memory = memoryOf(stored);
    const shown = new ShownDeployments('dataModel.content', { connections, folders, memory });
    const model = new ContentModel({
      connections,
      folders,
      shown,
      memory,
      connectionName: () => 'here',
      dashboardsOf: () => ['configured'],
    });
    models.push(model);
    return {
      model,
      connections,
      target: { connectionId, deploymentId: bound[0] ?? '' },
      stored,
      requests: () => opened,
      fail: (cause: unknown) => {
        failure = cause;
      },
    };
  };

  it('opens no connection before a list is loaded', async () => {
    const { model, target, requests } = setUp();
    const [shown] = model.state();
    assert.deepEqual([shown?.target, shown?.content, shown?.dashboards], [target, undefined, ['configured']]);
    await model.load({ target });
    assert.equal(requests(), 0, 'a deployment has no list of its own');
    await model.load({ target, list: { name: 'folders' } });
    assert.deepEqual([requests(), model.state()[0]!.content!.folders.items.length], [1, 2]);
  });

  it('keeps why a connection is not open, until it is loaded again', async () => {
    const { model, target, fail, requests } = setUp();
    fail(new UserError('closed'));
    await model.load({ target, list: { name: 'folders' } });
    assert.match(String(model.state()[0]!.failure), /closed/);
    await model.load({ target, list: { name: 'folders' } });
    assert.equal(requests(), 1, 'a failed load is repeated only when the user asks');
    fail(undefined);
    await model.reload();
    await model.load({ target, list: { name: 'folders' } });
    assert.deepEqual([model.state()[0]!.failure, model.state()[0]!.content?.folders.phase], [undefined, 'ready']);
  });

  it('shows nothing of a closed session', async () => {
    const { model, target, connections } = setUp();
    await model.load({ target, list: { name: 'reports' } });
    assert.ok(model.state()[0]!.content);
    connections.list.value[0]!.reset();
    assert.equal(model.state()[0]!.content, undefined);
    await model.load({ target, list: { name: 'reports' } });
    assert.equal(model.state()[0]!.content!.reports.get(undefined)!.items.length, 2);
  });

  it('remembers duplicated workbooks of a deployment until they are deleted', async () => {
    const { model, target } = setUp();
    const copies = () => model.state()[0]!.copies.map(({ name }) => name);
    await model.rememberCopy({ ...target, id: 1, name: 'One', slug: 'one' });
    await model.rememberCopy({ ...target, id: 2, name: 'Two', slug: 'two' });
    await model.rememberCopy({ ...target, deploymentId: 'other', id: 2, name: 'Other', slug: 'other' });
    await model.rememberCopy({ ...target, id: '1', name: 'Renamed', slug: 'one' });
    assert.deepEqual(copies(), ['Renamed', 'Two']);
    assert.ok(model.isCopy({ ...target, id: 2 }) && !model.isCopy({ ...target, id: 3 }));
    await model.forgetCopies(target, [1]);
    assert.deepEqual(copies(), ['Two']);
  });
});
