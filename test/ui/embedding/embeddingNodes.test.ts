import assert from 'node:assert/strict';
import { silentLog } from '../../../src/base/log.ts';
import { embedAccessOperations } from '../../../src/contract/embedding/embedAccess.ts';
import { embedSessionOperations } from '../../../src/contract/embedding/embedSessions.ts';
import type { RunningEmulator } from '../../../src/emulator/emulator.ts';
import { Connection } from '../../../src/session/connection.ts';
import type { Memory } from '../../../src/session/dashboard/recentPreviewStates.ts';
import { EmbedTenants } from '../../../src/session/embedding/embedTenants.ts';
import { KnownGroups } from '../../../src/session/embedding/knownGroups.ts';
import { accessChange, accessChoices } from '../../../src/session/embedding/workbookAccess.ts';
import { openPlatform } from '../../../src/session/openPlatform.ts';
import type { PlatformSession } from '../../../src/session/platformSession.ts';
import { connectionNode, type EmbeddingNode } from '../../../src/ui/embedding/embeddingNodes.ts';
import { plainLocalizer } from '../../../src/ui/shell/localizer.ts';
import { startTestEmulator } from '../../emulator/emulatorUnderTest.ts';

describe('the Embedding view', () => {
  let emulator: RunningEmulator;
  let platform: PlatformSession;
  let tenants: EmbedTenants;
  const stored = new Map<string, unknown>();
  const memory: Memory = {
    get: (key) => stored.get(key),
    update: async (key, value) => void stored.set(key, value),
  };
  const connect = (admin: boolean) =>
    openPlatform(
      {
        baseUrl: emulator.url,
        credential: { token: emulator.apiKey },
        ...(admin && { admin: { token: emulator.adminApiKey } }),
      },
      new Connection(
        { id: emulator.url, label: 'test' },
        'environment',
        async () => assert.fail(),
        openPlatform as never,
      ),
      silentLog,
    );
  before(async () => {
    emulator = await startTestEmulator({ buildMs: 0 });
    platform = await connect(true);
    tenants = new EmbedTenants(platform, new KnownGroups(memory));
  });
  after(async () => {
    tenants.dispose();
    platform.dispose();
    await emulator.close();
  });

  const root = (of = tenants) =>
    connectionNode(
      'c',
      'Shop',
      async () => of,
      plainLocalizer,
      () => {},
    );
  /** The children of the node with these labels from the root down. */
  const children = async (...labels: string[]): Promise<EmbeddingNode[]> => {
    let node = root();
    for (const label of labels) {
      const found = (await node.children!()).find((each) => each.label === label);
      assert.ok(found, label);
      node = found;
    }
    return node.children!();
  };
  const texts = async (...labels: string[]) =>
    (await children(...labels)).map(({ label, description }) => [label, description].filter(Boolean).join(': '));

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
    assert.deepEqual(await texts('acme', 'Groups'), ['analysts', 'managers']);
    assert.deepEqual(new KnownGroups(memory).ids(platform.connectionId, 'acme'), []);
    other.dispose();
  });

  it('sends only the access that changed', async () => {
    const [deployment] = await children('acme', 'Workbooks');
    const sales = (await deployment!.children!()).find(({ label }) => label === 'Sales')!;
    const { deploymentId = '', workbook } = sales.target!;
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
    const [tenant] = await root(new EmbedTenants(large, new KnownGroups(memory))).children!();
    const [users] = await tenant!.children!();
    assert.deepEqual(requests, ['listEmbedTenants']);
    const first = await users!.children!();
    assert.deepEqual([first.length, first.at(-1)!.label], [101, 'Load More']);
    const loadMore = (node: EmbeddingNode) => (node.command!.arguments[0] as () => Promise<void>)();
    await loadMore(first.at(-1)!);
    await loadMore((await users!.children!()).at(-1)!);
    const all = await users!.children!();
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
    const personal = await connect(false);
    const own = new EmbedTenants(personal, new KnownGroups(memory));
    const [acme] = await root(own).children!();
    const [, , workbooks] = await acme!.children!();
    const [deployment] = await workbooks!.children!();
    const [failure] = await deployment!.children!();
    assert.equal(failure!.icon, 'warning');
    assert.match(failure!.label, /administrator|admin/);
    own.dispose();
    personal.dispose();
  });
});
