import assert from 'node:assert/strict';
import { UserError } from '../../../src/base/errors.ts';
import { Value } from '../../../src/base/event.ts';
import { silentLog } from '../../../src/base/log.ts';
import { embedAccessOperations } from '../../../src/contract/embedding/embedAccess.ts';
import { embedSessionOperations } from '../../../src/contract/embedding/embedSessions.ts';
import type { RunningEmulator } from '../../../src/emulator/emulator.ts';
import type { Connection } from '../../../src/session/connection.ts';
import { Connections } from '../../../src/session/connections.ts';
import type { Memory } from '../../../src/session/dashboard/recentPreviewStates.ts';
import { EmbedTenants } from '../../../src/session/embedding/embedTenants.ts';
import { KnownGroups } from '../../../src/session/embedding/knownGroups.ts';
import { accessChange, accessChoices } from '../../../src/session/embedding/workbookAccess.ts';
import { openPlatform } from '../../../src/session/openPlatform.ts';
import type { PlatformSession } from '../../../src/session/platformSession.ts';
import { EmbeddingModel } from '../../../src/ui/embedding/embeddingModel.ts';
import type { EmbeddingRow } from '../../../src/ui/embedding/embeddingRows.ts';
import { plainLocalizer } from '../../../src/ui/shell/localizer.ts';
import { findRow } from '../../../src/ui/tree/row.ts';
import { startTestEmulator } from '../../emulator/emulatorUnderTest.ts';

describe('the Embedding view', () => {
  let emulator: RunningEmulator;
  let platform: PlatformSession;
  let tenants: EmbedTenants;
  let model: EmbeddingModel;
  const models: EmbeddingModel[] = [];
  const stored = new Map<string, unknown>();
  const memory: Memory = {
    get: (key) => stored.get(key),
    update: async (key, value) => void stored.set(key, value),
  };
  /** A view of a platform. */
  const viewOf = async (platformOf: (connection: Connection) => Promise<PlatformSession> | PlatformSession) => {
    const connections = new Connections({
      secrets: { get: async () => undefined, store: async () => {}, delete: async () => {} },
      records: { read: () => [], write: async () => {} },
      openPlatform: async (_endpoint, connection) => platformOf(connection),
      environment: { url: emulator.url, apiKey: emulator.apiKey },
      log: silentLog,
    });
    const own = new EmbeddingModel(connections, new KnownGroups(memory), plainLocalizer);
    models.push(own);
    return own;
  };
  const connect = (admin: boolean) => (connection: Connection) =>
    openPlatform(
      {
        baseUrl: emulator.url,
        credential: { token: emulator.apiKey },
        ...(admin && { admin: { token: emulator.adminApiKey } }),
      },
      connection,
      silentLog,
    );
  before(async () => {
    emulator = await startTestEmulator({ buildMs: 0 });
    model = await viewOf(connect(true));
    tenants = await model.tenantsOf(model.rows()[0]!.target);
    platform = tenants.platform;
  });
  after(async () => {
    for (const each of models) each.dispose();
    platform.dispose();
    await emulator.close();
  });

  /** The rows below the row with these labels from the connection down. Expands what is on the way. */
  const below = async (from: EmbeddingModel, ...labels: string[]): Promise<readonly EmbeddingRow[]> => {
    let row = from.rows()[0]!;
    await from.load(row);
    row = from.rows()[0]!;
    for (const label of labels) {
      const { id } = row.children.find((each) => each.label === label) ?? assert.fail(label);
      const find = () => findRow(from.rows(), id)!.row;
      await from.load(find());
      row = find();
    }
    return row.children as readonly EmbeddingRow[];
  };
  const texts = async (...labels: string[]) =>
    (await below(model, ...labels)).map(({ label, description }) => [label, description].filter(Boolean).join(': '));
  const children = (...labels: string[]) => below(model, ...labels);

  it('shows tenants with their users, groups and readable workbooks, and why they are readable', async () => {
    assert.deepEqual(await texts(), ['acme: Acme Ltd.']);
    assert.deepEqual(await texts('acme'), ['Users', 'Groups', 'Workbooks']);
    assert.deepEqual(await texts('acme', 'Users'), [
      'ada: Ada Park · analysts',
      'ben: Ben Ochoa · analysts',
      'cleo: Cleo Lind · managers',
    ]);
    assert.deepEqual(await texts('acme', 'Groups'), ['analysts', 'managers']);
    assert.deepEqual(
      (await texts('acme', 'Groups', 'analysts')).map((text) => text.split(':')[0]),
      ['ada', 'ben'],
    );
    const [deployment] = await texts('acme', 'Workbooks');
    assert.deepEqual(await texts('acme', 'Workbooks', deployment!), [
      'Sales: for the tenant',
      'Delivery: for all embed users',
      'Price list: by its folder',
    ]);
  });

  it('adds and removes members, and keeps a new group while it has none', async () => {
    const tenant = tenants.tenant('acme');
    const group = await tenant.createGroup('partners', 'Read only');
    const id = Number(group.id);
    assert.ok((await texts('acme', 'Groups')).includes('partners: no members'));
    const ada = tenant.users.value.items.find(({ externalId }) => externalId === 'ada')!;
    await tenant.addMembers(id, [Number(ada.id)]);
    assert.deepEqual(await texts('acme', 'Groups', 'partners'), ['ada: Ada Park · analysts · partners']);
    await assert.rejects(tenant.deleteGroup(id), /members/);
    await tenant.removeMembers(id, [Number(ada.id)]);
    assert.deepEqual(await texts('acme', 'Groups', 'partners'), ['No members']);
    await tenant.deleteGroup(id);
    assert.deepEqual(await texts('acme', 'Groups'), ['analysts', 'managers']);
  });

  it('forgets a group that another user deleted', async () => {
    const tenant = tenants.tenant('acme');
    const { id } = await tenant.createGroup('short-lived', '');
    const other = new EmbedTenants(platform, new KnownGroups({ get: () => undefined, update: async () => {} }));
    await other.tenant('acme').deleteGroup(Number(id));
    assert.ok((await texts('acme', 'Groups')).includes('short-lived: no members'), 'it is known until Refresh');
    await model.reload((await children('acme')).find(({ label }) => label === 'Groups'));
    assert.deepEqual(await texts('acme', 'Groups'), ['analysts', 'managers']);
    assert.deepEqual(new KnownGroups(memory).ids(platform.connectionId, 'acme'), []);
    other.dispose();
  });

  it('sends only the access that changed', async () => {
    const [deployment] = await children('acme', 'Workbooks');
    const workbooks = await children('acme', 'Workbooks', deployment!.label);
    const sales = workbooks.find(({ label }) => label === 'Sales')!;
    const { deploymentId = '', workbook } = sales.target;
    const params = { deploymentId, workbookId: workbook!.id };
    const choices = accessChoices(await platform.admin.call(embedAccessOperations.getEmbedAccess, { params }), 'acme');
    assert.deepEqual(choices, [
      { reader: null, mayRead: false },
      { reader: 'acme', mayRead: true },
    ]);
    assert.equal(accessChange(choices, ['acme']), undefined);
    assert.deepEqual(accessChange(choices, ['acme', null]), { allEmbedUsers: { action: 'read' } });
    assert.deepEqual(accessChange(accessChoices({}, 'new'), ['new']), {
      tenants: [{ embedTenantName: 'new', action: 'read' }],
    });
    const body = accessChange(choices, [])!;
    assert.deepEqual(body, { tenants: [{ embedTenantName: 'acme', action: 'none' }] });
    await platform.admin.call(embedAccessOperations.setEmbedAccess, { params, body });
    await tenants.tenant('acme').workbooks(deploymentId).reload();
    assert.ok(!(await texts('acme', 'Workbooks', deployment!.label)).some((text) => text.startsWith('Sales')));
  });

  it('loads users page by page, and only those of an expanded tenant', async () => {
    const requests: string[] = [];
    const large = {
      connectionId: 'c',
      require: async () => {},
      deployments: new Value(undefined),
      admin: {
        async *pages({ id }: { id: string }, { query: { first } }: { query: { first: number } }) {
          const count = id === 'listEmbedTenants' ? 1 : 250;
          for (let from = 0; from < count; from += first) {
            requests.push(id);
            const items = Array.from({ length: Math.min(first, count - from) }, (_, index) => ({
              ...{ id: from + index, name: 'large', externalId: `user-${from + index}` },
            }));
            yield { items, hasNextPage: from + first < count };
          }
        },
      },
    } as unknown as PlatformSession;
    const view = await viewOf(() => large);
    await below(view, 'large');
    assert.deepEqual(requests, ['listEmbedTenants']);
    const first = await below(view, 'large', 'Users');
    assert.deepEqual([first.length, first.at(-1)!.label], [101, 'Load More']);
    await view.loadMore(first.at(-1)!);
    await view.loadMore((await below(view, 'large', 'Users')).at(-1)!);
    const all = await below(view, 'large', 'Users');
    assert.deepEqual([all.length, all.at(-1)!.label], [250, 'user-249']);
    assert.deepEqual(requests.slice(1), ['listEmbedUsers', 'listEmbedUsers', 'listEmbedUsers']);
  });

  it('deletes a tenant with its data', async () => {
    const body = { deploymentId: emulator.deploymentId, embedTenantName: 'guests', externalId: 'guest' };
    await platform.admin.call(embedSessionOperations.generateEmbedSession, { body });
    await tenants.list.reload();
    assert.deepEqual(await texts('guests', 'Users'), ['guest']);
    await tenants.tenant('guests').delete();
    await tenants.list.reload();
    assert.deepEqual(await texts(), ['acme: Acme Ltd.']);
  });

  it('says what a user without an administrator’s key lacks', async () => {
    const view = await viewOf(connect(false));
    const [deployment] = await below(view, 'acme', 'Workbooks');
    const [failure] = await below(view, 'acme', 'Workbooks', deployment!.label);
    assert.deepEqual([failure!.kind, failure!.command], ['failure', 'dataModel.view.refreshRow']);
    assert.match(failure!.label, /administrator|admin/);
  });

  it('shows why a platform cannot be opened, and tries again', async () => {
    let fails = true;
    const view = await viewOf(async (connection) => {
      if (fails) throw new UserError('The key is not accepted.');
      return connect(true)(connection);
    });
    const [failure] = await below(view);
    assert.deepEqual([failure!.label, failure!.context], ['The key is not accepted.', ';failure;']);
    fails = false;
    await view.reload(failure);
    assert.deepEqual(
      (await below(view)).map(({ label }) => label),
      ['acme'],
    );
  });
});
