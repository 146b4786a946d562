import assert from 'node:assert/strict';
import { silentLog } from '../../../src/base/log.ts';
import { Connections } from '../../../src/session/connections.ts';
import { Folders } from '../../../src/session/folders.ts';
import type { ViewId } from '../../../src/ui/manifest/ids.ts';
import { ShownDeployments } from '../../../src/ui/tree/shownDeployments.ts';
import { memoryOf } from './memory.ts';

const url = 'https://acme.example.com';

describe('the deployments that a view shows', () => {
  const setUp = (bound: readonly string[]) => {
    const connections = new Connections({
      secrets: { get: async () => undefined, store: async () => {}, delete: async () => {} },
      records: { read: () => [], write: async () => {} },
      openPlatform: async () => assert.fail('nothing is opened'),
      environment: { url, apiKey: 'secret-key' },
      log: silentLog,
    });
    const folders = new Folders(async () => assert.fail('no folder is opened'));
    folders.set(
      bound.map((deploymentId, at) => ({
        workspaceFolder: `/${at}`,
        name: `folder-${at}`,
        binding: { connectionId: url, deploymentId, projectFolder: `/${at}`, modelFolder: 'model' },
      })),
    );
    const stored = new Map<string, unknown>();
    const view = (id: ViewId) => new ShownDeployments(id, { connections, folders, memory: memoryOf(stored) });
    return { stored, view, connections };
  };
  const ids = (shown: ShownDeployments) => shown.targets.map(({ deploymentId }) => deploymentId);
  const target = (deploymentId: string, deploymentName: string) => ({
    connectionId: url,
    deploymentId,
    deploymentName,
  });

  for (const viewId of ['dataModel.content', 'dataModel.dbtSyncs'] as const) {
    it(`are in ${viewId} the bound ones, each once, and the last one that the user chose`, async () => {
      const { view, stored } = setUp(['7', '7', '8']);
      const shown = view(viewId);
      assert.deepEqual(ids(shown), ['7', '8']);
      let changes = 0;
      shown.onChange(() => {
        changes += 1;
      });
      await shown.choose(target('9', 'Nine'));
      await shown.choose(target('10', 'Ten'));
      assert.deepEqual([ids(shown), changes], [['7', '8', '10'], 2]);
      assert.equal(shown.targets[2]!.deploymentName, 'Ten');
      assert.ok(!JSON.stringify([...stored]).includes('secret-key'));
      assert.deepEqual(ids(view(viewId)), ['7', '8', '10'], 'also after a reload of the window');
      await shown.choose(target('7', 'Seven'));
      assert.deepEqual(ids(shown), ['7', '8']);
    });
  }

  it('are chosen for each view', async () => {
    const { view } = setUp([]);
    await view('dataModel.content').choose(target('9', 'Nine'));
    assert.deepEqual([ids(view('dataModel.content')), ids(view('dataModel.dbtSyncs'))], [['9'], []]);
  });

  it('are only those of connections that exist', async () => {
    const { view, connections } = setUp(['7']);
    const shown = view('dataModel.content');
    await connections.remove(url);
    assert.deepEqual(ids(shown), []);
  });
});
