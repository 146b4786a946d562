/** Rules of the contract: embed access, tenant workbooks, embeddable dashboards. Spec: group E and its rules, Embed, Errors. */

import assert from 'node:assert/strict';
import { operations } from '../../../../src/contract/operations.ts';
import { type Platform, platformUnderTest } from '../../platformUnderTest.ts';
import { mint, setAccess, signedIn } from '../../signed.ts';
import { covers } from '../../specRows.ts';

type Source = 'tenant' | 'allEmbedUsers' | 'folder';

export function embedAccessRules(): void {
  describe('group E: embed access', () => {
    let platform: Platform;
    let params: { deploymentId: number };
    let embedTenantName: string;
    let publicId: string;
    before(async () => {
      platform = await platformUnderTest();
      params = { deploymentId: platform.emulator.deploymentId };
      embedTenantName = platform.emulator.embedTenant;
      publicId = platform.emulator.dashboardPublicId;
    });
    const workbooks = (accessSource?: Source, more: { first?: number } = {}, tenant = embedTenantName) =>
      platform.listAll(
        operations.listEmbedTenantWorkbooks,
        {
          params: { ...params, embedTenantName: tenant },
          query: { ...(accessSource === undefined ? {} : { accessSource }), ...more },
        },
        'admin',
      );
    const names = async (...args: Parameters<typeof workbooks>) =>
      (await workbooks(...args)).map(({ name }) => name).sort();
    const idOf = async (name: string) => (await workbooks()).find((workbook) => workbook.name === name)!.id;

    it('E: lists the workbooks that a tenant’s users may read, by access source', async () => {
      const all = await names();
      assert.deepEqual(all, ['Delivery', 'Price list', 'Sales']);
      const bySource = await Promise.all((['tenant', 'allEmbedUsers', 'folder'] as const).map((one) => names(one)));
      assert.deepEqual(bySource, [['Sales'], ['Delivery'], ['Price list']]);
      const sales = (await workbooks('tenant'))[0]!;
      assert.equal(sales.dashboardPublicId, publicId);
    });

    it('E: pages by first and after', async () => {
      assert.deepEqual(await names(undefined, { first: 1 }), await names());
      const page = (await platform.call(
        operations.listEmbedTenantWorkbooks,
        { params: { ...params, embedTenantName }, query: { first: 2 } },
        'admin',
      )) as { items: unknown[]; data: unknown[]; count: number; pageInfo: { hasNextPage: boolean; endCursor: string } };
      assert.equal(page.items.length, 2);
      assert.equal(page.pageInfo.hasNextPage, true);
      assert.equal(typeof page.pageInfo.endCursor, 'string');
      assert.deepEqual(page.data, page.items, 'Conventions: the deprecated fields are present');
    });

    it('E: the listing needs administrator privileges, a known tenant, a known source', async () => {
      const path = { params: { ...params, embedTenantName } };
      assert.equal((await platform.sendRaw(operations.listEmbedTenantWorkbooks, path)).status, 403);
      const when = 'the embed tenant is unknown';
      const unknown = { params: { ...params, embedTenantName: 'no-such' } };
      await platform.assertRefused(operations.listEmbedTenantWorkbooks, when, unknown, { caller: 'admin' });
      const query = { accessSource: 'elsewhere' };
      const admin = `Bearer ${platform.keyOf('admin')}`;
      assert.equal(
        (await platform.sendRaw(operations.listEmbedTenantWorkbooks, { ...path, query }, admin)).status,
        400,
      );
    });

    it('E: access is read and set; tenants that are not named keep theirs', async () => {
      const path = { params: { ...params, workbookId: await idOf('Sales') } };
      await mint(platform, { embedTenantName: 'another', externalId: 'x' });
      const actionOf = async (tenant: string) =>
        (await platform.call(operations.getEmbedAccess, path)).tenants!.find(
          (entry) => entry.embedTenantName === tenant,
        )?.action;
      assert.deepEqual([await actionOf(embedTenantName), await actionOf('another')], ['read', 'none']);
      assert.deepEqual(await names(undefined, {}, 'another'), ['Delivery']);
      const grant = { tenants: [{ embedTenantName: 'another', action: 'read' as const }] };
      await platform.call(operations.setEmbedAccess, { ...path, body: grant });
      assert.deepEqual([await actionOf(embedTenantName), await actionOf('another')], ['read', 'read']);
      assert.deepEqual(await names('tenant', {}, 'another'), ['Sales']);
      const all = { allEmbedUsers: { action: 'read' as const } };
      const after = await platform.call(operations.setEmbedAccess, { ...path, body: all });
      assert.equal(after.allEmbedUsers?.action, 'read');
      assert.deepEqual(await names('allEmbedUsers', {}, 'another'), ['Delivery', 'Sales']);
      const none = {
        tenants: [{ embedTenantName: 'another', action: 'none' as const }],
        allEmbedUsers: { action: 'none' as const },
      };
      await platform.call(operations.setEmbedAccess, { ...path, body: none });
      assert.deepEqual(await names(undefined, {}, 'another'), ['Delivery']);
    });

    it('Embed: the actions are read and none', async () => {
      const path = { params: { ...params, workbookId: await idOf('Sales') } };
      for (const body of [{ allEmbedUsers: { action: 'write' } }, { tenants: [{ embedTenantName, action: '' }] }]) {
        assert.equal((await platform.sendRaw(operations.setEmbedAccess, { ...path, body })).status, 400);
      }
    });

    it(covers('Errors: the caller lacks access', '403; an unknown workbook is 404'), async () => {
      const path = { params: { ...params, workbookId: await idOf('Sales') } };
      const stranger = 'the caller lacks edit access to the workbook';
      await platform.assertRefused(operations.getEmbedAccess, stranger, path, { caller: 'colleague' });
      await platform.assertRefused(operations.setEmbedAccess, stranger, { ...path, body: {} }, { caller: 'colleague' });
      const missing = { params: { ...params, workbookId: 999_999 } };
      await platform.assertRefused(operations.getEmbedAccess, 'the deployment has no such workbook', missing);
      await platform.assertRefused(operations.setEmbedAccess, 'the deployment has no such workbook', {
        ...missing,
        body: {},
      });
      const body = { tenants: [{ embedTenantName: 'no-such', action: 'read' }] };
      await platform.assertRefused(operations.setEmbedAccess, 'the embed tenant is unknown', { ...path, body });
    });

    it('notes: embedding of a dashboard is disallowed and allowed', async () => {
      const patch = (allowEmbed: boolean) =>
        platform.call(operations.setDashboardEmbedding, { params: { publicId }, body: { allowEmbed } });
      assert.equal((await patch(false)).allowEmbed, false);
      const body = { ...params, externalId: 'x', publicDashboardId: publicId };
      const admin = `Bearer ${platform.keyOf('admin')}`;
      assert.equal((await platform.sendRaw(operations.generateEmbedSession, { body }, admin)).status, 400);
      assert.equal((await patch(true)).allowEmbed, true);
      await mint(platform, { publicDashboardId: publicId });
    });

    it('Errors: allowing embedding needs edit access to the workbook (403) and a dashboard (404)', async () => {
      const body = { allowEmbed: true };
      const { setDashboardEmbedding } = operations;
      const stranger = 'the caller lacks edit access to the workbook';
      await platform.assertRefused(
        setDashboardEmbedding,
        stranger,
        { params: { publicId }, body },
        { caller: 'colleague' },
      );
      const unknown = { params: { publicId: 'no-such' }, body };
      await platform.assertRefused(setDashboardEmbedding, 'the dashboard is unknown', unknown);
      for (const wrong of [{}, { allowEmbed: 'yes' }]) {
        assert.equal(
          (await platform.sendRaw(setDashboardEmbedding, { params: { publicId }, body: wrong })).status,
          400,
        );
      }
    });

    it('E: users with rights on the workbook and embed viewers run a widget’s Python', async () => {
      const input = { params: { publicId }, body: { widgetId: 'revenue-by-month', filters: [] } };
      const run = await platform.call(operations.runDashboardPython, input);
      // Code is not trusted here.
      assert.equal(run.status, 'failed');
      assert.match(run.error ?? '', /Python.*--trust-model/);
      await platform.call(operations.runDashboardPython, input, await signedIn(platform));
      const { runDashboardPython } = operations;
      const missing = { ...input, params: { publicId: 'no-such' } };
      await platform.assertRefused(runDashboardPython, 'the dashboard is unknown', missing);
      const stranger = 'the caller lacks edit access to the workbook';
      await platform.assertRefused(runDashboardPython, stranger, input, { caller: 'colleague' });
      const outside = await signedIn(platform, { embedTenantName: 'without-access', externalId: 'eve' });
      const noAccess = 'the embed viewer may not read the workbook';
      await platform.assertRefused(runDashboardPython, noAccess, input, { caller: outside });
      await setAccess(platform, 'without-access', 'read');
      await platform.call(runDashboardPython, input, outside);
      await setAccess(platform, 'without-access', 'none');
      const none = { ...input, body: { widgetId: 'no-such' } };
      await platform.assertRefused(runDashboardPython, 'the dashboard has no such widget', none);
      const plain = { ...input, body: { widgetId: 'revenue' } };
      await platform.assertRefused(runDashboardPython, 'the widget has no Python', plain);
      const wrong = { ...input, body: { widgetId: 'revenue-by-month', filter: [] } };
      const refused = await platform.sendRaw(runDashboardPython, wrong);
      assert.equal(refused.status, 400);
      assert.match(refused.text, /filter/);
    });
  });
}
