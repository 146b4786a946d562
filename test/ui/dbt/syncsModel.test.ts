import assert from 'node:assert/strict';
import { silentLog } from '../../../src/base/log.ts';
import type { RunningEmulator } from '../../../src/emulator/emulator.ts';
import type { Client } from '../../../src/platform/client.ts';
import { Connections } from '../../../src/session/connections.ts';
import { Folders } from '../../../src/session/folders.ts';
import { PlatformSession } from '../../../src/session/platformSession.ts';
import { syncRows } from '../../../src/ui/dbt/syncRows.ts';
import { SyncsModel } from '../../../src/ui/dbt/syncsModel.ts';
import { plainLocalizer } from '../../../src/ui/shell/localizer.ts';
import { ShownDeployments } from '../../../src/ui/tree/shownDeployments.ts';
import { jaffleShop } from '../../emulator/dbt/manifests.ts';
import { startTestEmulator } from '../../emulator/emulatorUnderTest.ts';
import { waitFor } from '../../run/waitFor.ts';
import { clientOf } from '../../session/workbench.ts';
import { put, removeTemporaryFolders, temporaryFolder } from '../../sync/temporary.ts';
import { memoryOf } from '../tree/memory.ts';

describe('the model of the dbt Syncs view', () => {
  let emulator: RunningEmulator;
  let requests: string[];
  let connections: Connections;
  let folders: Folders;
  let model: SyncsModel;
  let shown: ShownDeployments;
  let project: string;
  const hour = 60 * 60_000;
  let now = Date.now();

  const recording = (apiKey = emulator.apiKey): Client => {
    const client = clientOf({ url: emulator.url, apiKey });
    const { call, pages } = client;
    client.call = ((...args: Parameters<Client['call']>) => {
      requests.push(args[0].id);
      return call.apply(client, args);
    }) as Client['call'];
    client.pages = ((...args: Parameters<Client['pages']>) => {
      requests.push(args[0].id);
      return pages.apply(client, args);
    }) as Client['pages'];
    return client;
  };

  before(async () => {
    emulator = await startTestEmulator({
      buildMs: 0,
      clock: () => now,
      users: [{ username: 'reader', actions: ['DeploymentRead'] }],
    });
  });
  after(() => emulator.close());
  beforeEach(() => {
    requests = [];
    project = temporaryFolder();
  });
  afterEach(() => {
    model.dispose();
    folders.dispose();
    connections.dispose();
    removeTemporaryFolders();
  });

  const open = ({ bound = true, apiKey = emulator.apiKey } = {}) => {
    connections = new Connections({
      secrets: { get: async () => undefined, store: async () => {}, delete: async () => {} },
      records: { read: () => [], write: async () => {} },
      openPlatform: async ({ baseUrl }) => new PlatformSession(recording(apiKey), baseUrl, silentLog),
      environment: { url: emulator.url, apiKey, adminApiKey: undefined },
      log: silentLog,
    });
    folders = new Folders(async () => {
      throw new Error('The session is not needed');
    });
    const binding = { connectionId: emulator.url, deploymentId: String(emulator.deploymentId), modelFolder: 'model' };
    if (bound) {
      folders.set([{ workspaceFolder: project, name: 'shop', binding: { ...binding, projectFolder: project } }]);
    }
    shown = new ShownDeployments('dataModel.dbtSyncs', { connections, folders, memory: memoryOf() });
    model = new SyncsModel({ connections, folders, shown, storageFolder: temporaryFolder(), intervalsMs: [5] });
    return { connectionId: binding.connectionId, deploymentId: binding.deploymentId };
  };
  const rows = () => syncRows(model.state(), { l10n: plainLocalizer, time: () => 'then' });

  it('requests nothing until it is loaded, then one page of the bound deployment', async () => {
    open();
    assert.deepEqual(requests, []);
    assert.deepEqual(rows(), []);
    await model.load();
    await model.load();
    assert.deepEqual(
      requests.filter((id) => id !== 'getSpec' && id !== 'getMe'),
      ['listDbtSyncs'],
    );
    assert.equal(rows()[0]?.label, 'No syncs yet');
  });

  it('shows no deployment without a bound folder, until one is chosen', async () => {
    const target = open({ bound: false });
    await model.load();
    assert.deepEqual([requests, model.state()], [[], []]);
    await shown.choose({ ...target, deploymentName: 'Shop' });
    await model.load();
    assert.deepEqual(
      model.state().map(({ target: { deploymentName }, bound }) => [deploymentName, bound]),
      [['Shop', false]],
    );
  });

  it('says which permission is missing, and asks the platform for nothing', async () => {
    open({ apiKey: emulator.keys.reader! });
    await model.load();
    assert.ok(!requests.includes('listDbtSyncs'));
    assert.equal(rows()[0]?.kind, 'failure');
    assert.match(rows()[0]!.accessibleLabel!, /SchemaRead/);
  });

  it('compares the generated files with the bound folder, and explains when they are gone', async () => {
    const target = open();
    model.setVisible(true);
    await model.load();
    const syncs = await model.syncsOf(target);
    const syncJobId = await syncs.start({ manifest: jaffleShop(), output: 'files' });
    await waitFor('the sync has ended', () => syncs.state().runs.items[0]?.status === 'COMPLETED');
    const sync = { ...target, syncJobId };
    put(project, 'model/cubes/orders.yml', 'cubes: []\n');
    const states = async () =>
      Object.fromEntries((await model.compare(sync)).map(({ path, state, edited }) => [path, [state, edited]]));
    assert.deepEqual(await states(), {
      'model/cubes/customers.yml': ['new', false],
      'model/cubes/orders.yml': ['changed', true],
    });
    put(project, 'model/cubes/customers.yml', await model.content({ ...sync, file: 'model/cubes/customers.yml' }));
    assert.deepEqual((await states())['model/cubes/customers.yml'], ['unchanged', false]);
    assert.equal(requests.filter((id) => id === 'listDbtSyncFiles').length, 1, 'they are read once');
    const [run] = rows();
    assert.equal(run?.children[0]?.description, '1 to accept');

    now += hour;
    const later = new SyncsModel({ connections, folders, shown, storageFolder: temporaryFolder() });
    await later.loadFiles(sync);
    await later.load();
    const [gone] = syncRows(later.state(), { l10n: plainLocalizer, time: () => 'then' });
    assert.match(gone!.children[0]!.children[0]!.label, /one hour/);
    later.dispose();
  });

  it('starts again with another session of the connection', async () => {
    const target = open();
    await model.load();
    const before = await model.syncsOf(target);
    connections.get(emulator.url)!.reset();
    assert.equal(model.state()[0]?.syncs, undefined);
    assert.notEqual(await model.syncsOf(target), before);
  });
});
