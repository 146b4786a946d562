/** Rules of the contract: workbooks and dashboards. Spec: “Reports and workbooks”, group F and its name rules, Versioning 4. */

import assert from 'node:assert/strict';
import { operations } from '../../../../src/contract/operations.ts';
import { type Caller, isoInstant, type Platform, platformUnderTest } from '../../platformUnderTest.ts';
import { signedIn } from '../../signed.ts';

const field = { id: 'orders', type: 'FIELD', title: 'Orders', chart: 'number', query: { measures: ['sales.count'] } };

export function workbookRules(): void {
  describe('group F: workbooks', () => {
    let platform: Platform;
    let params: { deploymentId: number };
    before(async () => {
      platform = await platformUnderTest();
      params = { deploymentId: platform.emulator.deploymentId };
    });
    type Input = Parameters<typeof platform.call<typeof operations.upsertWorkbook>>[1]['body'];
    const put = (slug: string, body: Input, caller: Caller = 'user') =>
      platform.call(operations.upsertWorkbook, { params: { ...params, slug }, body }, caller);
    const publish = (slug: string, widgets: object[], more: object = {}) =>
      put(slug, { dashboard: { config: { widgets: widgets as (typeof field)[] }, ...more } });
    const duplicate = async (workbookId: number, body?: object, caller: Caller = 'user') => {
      const input = { params: { ...params, workbookId }, body };
      return platform.call(operations.duplicateWorkbook, input, caller);
    };

    it('F: PUT by slug creates a workbook, and changes what is given', async () => {
      const created = await put('figures', { name: 'Figures' });
      const me = await platform.call(operations.getMe, {});
      assert.deepEqual([created.slug, created.name, created.user?.id], ['figures', 'Figures', me.id]);
      assert.ok(Number.isInteger(created.id));
      assert.deepEqual([created.folderPath, created.dashboard, created.dashboardDraft], [[], null, null]);
      assert.match(created.createdAt!, isoInstant);
      const { items } = await platform.call(operations.listFolders, { params });
      const inner = items!.find(({ parentId }) => parentId !== null)!;
      const moved = await put('figures', { folderId: inner.id });
      const path = [...inner.folderPath!, { id: inner.id, name: inner.name }];
      assert.deepEqual([moved.id, moved.name, moved.folderPath], [created.id, 'Figures', path]);
      assert.equal((await put('figures', { folderId: null })).folderId, null);
    });

    it('Errors: a workbook of another user is 403, an unknown folder 404', async () => {
      const body = { name: 'Mine' };
      const when = 'the caller lacks edit access to the workbook';
      const input = { params: { ...params, slug: 'figures' }, body };
      await platform.assertRefused(operations.upsertWorkbook, when, input, { caller: 'colleague' });
      assert.equal((await put('figures', { name: 'Figures 2' }, 'admin')).name, 'Figures 2');
      const unknown = { ...input, body: { folderId: 999_999 } };
      await platform.assertRefused(operations.upsertWorkbook, 'the folder is unknown', unknown);
    });

    it('Other name rules: publishing a dashboard needs an id on every widget', async () => {
      const { id: _, ...withoutId } = field;
      const at = { params: { ...params, slug: 'no-ids' } };
      const when = 'a widget of a published dashboard has no id';
      const body = { dashboard: { config: { widgets: [field, withoutId] } } };
      const text = await platform.assertRefused(operations.upsertWorkbook, when, { ...at, body });
      assert.match(text, /widgets\.1\.id/);
      const twice = { dashboard: { config: { widgets: [field, field] } } };
      await platform.assertRefused(operations.upsertWorkbook, 'two widgets have the same id', { ...at, body: twice });
      const { dashboard } = await put('no-ids', {});
      assert.equal(dashboard, null, 'a refused request changes nothing');
    });

    it('Other name rules: a draft may omit widget ids, and the server assigns them', async () => {
      const { id: _, ...withoutId } = field;
      const draft = { title: 'Draft', config: { widgets: [field, withoutId, { type: 'DIVIDER' }] } };
      const { dashboardDraft, dashboard } = await put('drafts', { dashboardDraft: draft });
      const ids = dashboardDraft!.config!.widgets!.map(({ id }) => id);
      assert.equal(ids[0], field.id);
      assert.equal(new Set(ids).size, 3);
      assert.ok(ids.every((id) => id.length > 0));
      assert.deepEqual([dashboardDraft!.title, dashboard], ['Draft', null]);
      assert.equal((await put('drafts', { dashboardDraft: null })).dashboardDraft, null);
    });

    it('Versioning 4: TABS_CONTAINER is accepted and becomes a container with tabs', async () => {
      const tabs = { id: 'tabs', type: 'TABS_CONTAINER', config: { tabs: ['a', 'b'] } };
      const others = ['PARENT', 'SPACER', 'DIVIDER', 'CONTAINER'].map((type) => ({ id: type, type }));
      const { dashboard } = await publish('containers', [tabs, field, ...others]);
      const container = { id: 'tabs', type: 'CONTAINER', config: { tabs: ['a', 'b'], layout: 'tabs' } };
      assert.deepEqual(dashboard!.config!.widgets, [container, field, ...others]);
      const { dashboardDraft } = await put('containers', { dashboardDraft: { config: { widgets: [tabs] } } });
      assert.deepEqual(dashboardDraft!.config!.widgets, [container]);
    });

    it('Reports and workbooks: a dashboard has the named fields, and keeps its public id', async () => {
      const config = {
        kind: 'APP' as const,
        app: { pages: [] },
        filters: [{ member: 'sales.status', operator: 'is_not_empty' }],
        widgets: [field],
      };
      const dashboard = {
        title: 'Board',
        allowEmbed: true,
        restrictDataDownload: true,
        useBoardDashboards: true,
        config,
      };
      const { dashboard: published } = await put('board', { dashboard });
      const { id, publicId, aiWidgetThreads, ...shown } = published!;
      assert.equal(typeof id, 'number');
      assert.deepEqual(shown, { ...dashboard, fromSharedWorkspace: true });
      assert.deepEqual(aiWidgetThreads, []);
      const again = await publish('board', [field]);
      assert.deepEqual([again.dashboard!.publicId, again.dashboard!.allowEmbed], [publicId, true]);
      assert.equal((await put('board', { shared: false })).dashboard!.fromSharedWorkspace, false);
    });

    it('F: an embedded page shows a published dashboard, if it allows embedding', async () => {
      const { id, dashboard } = await publish('embedded', [field, { id: 'line', type: 'DIVIDER' }], {
        allowEmbed: true,
      });
      const body = { allEmbedUsers: { action: 'read' as const } };
      await platform.call(operations.setEmbedAccess, { params: { ...params, workbookId: id }, body });
      const viewer = await signedIn(platform);
      const path = `/embed/_page/dashboards/${dashboard!.publicId}`;
      const shown = await platform.sendRaw({ method: 'GET', path }, {}, viewer.token);
      const { widgets, title } = shown.body as { widgets: { id: string }[]; title: string };
      assert.deepEqual([title, widgets.map((widget) => widget.id)], [dashboard!.title, [field.id]]);
      await publish('embedded', [field], { allowEmbed: false });
      assert.equal((await platform.sendRaw({ method: 'GET', path }, {}, viewer.token)).status, 403);
    });

    it('F: a copy belongs to the caller, is private by default, and is not published', async () => {
      const { id } = await publish('original', [field], { title: 'Board' });
      const folderId = (await platform.call(operations.listFolders, { params })).items![0]!.id;
      await put('original', { folderId });
      const copy = await duplicate(Number(id), undefined, 'colleague');
      const colleague = await platform.call(operations.getMe, {}, 'colleague');
      assert.deepEqual([copy.user?.id, copy.shared, copy.dashboard], [colleague.id, false, null]);
      assert.notEqual(copy.id, id);
      assert.deepEqual(copy.dashboardDraft!.config!.widgets, [field]);
      const second = await duplicate(Number(id), { shared: true });
      assert.equal(second.shared, true);
      assert.deepEqual([copy.folderId, second.folderId], [null, folderId]);
      assert.equal(new Set(['original', copy.slug, second.slug]).size, 3);
      const when = 'the caller may not read the workbook';
      const mine = await duplicate(Number(id), { shared: false });
      const input = { params: { ...params, workbookId: mine.id } };
      await platform.assertRefused(operations.duplicateWorkbook, when, input, { caller: 'colleague' });
      const unknown = { params: { ...params, workbookId: 999_999 } };
      await platform.assertRefused(operations.duplicateWorkbook, 'the deployment has no such workbook', unknown);
      const wrong = { params: { ...params, workbookId: id }, body: { shared: 'yes' } };
      assert.equal((await platform.sendRaw(operations.duplicateWorkbook, wrong)).status, 400);
    });

    it('F: the thread of an AI widget is stored by its id and checksum alone', async () => {
      const { id } = await publish('summary', [field, { id: 'text', type: 'FIELD' }]);
      const path = { params: { ...params, workbookId: Number(id) } };
      const set = (body: { widgetId: string; threadId: string; checksum?: string }) =>
        platform.call(operations.setAiWidgetThread, { ...path, body });
      await set({ widgetId: 'text', threadId: 't1', checksum: 'c1' });
      await set({ widgetId: field.id, threadId: 't2' });
      await set({ widgetId: 'text', threadId: 't3', checksum: 'c3' });
      const { dashboard } = await put('summary', {});
      const sorted = dashboard!.aiWidgetThreads!.toSorted((a, b) => a.widgetId.localeCompare(b.widgetId));
      assert.deepEqual(sorted, [
        { widgetId: field.id, threadId: 't2', checksum: null },
        { widgetId: 'text', threadId: 't3', checksum: 'c3' },
      ]);
      const more = { widgetId: 'text', threadId: 't1', summary: 'Orders rose' };
      assert.equal((await platform.sendRaw(operations.setAiWidgetThread, { ...path, body: more })).status, 400);
      const refused = (when: string, input: object, caller: Caller = 'user') =>
        platform.assertRefused(operations.setAiWidgetThread, when, input, { caller });
      const body = { widgetId: 'text', threadId: 't' };
      await refused('the caller lacks edit access to the workbook', { ...path, body }, 'colleague');
      const unknown = { params: { ...params, workbookId: 999_999 }, body };
      await refused('the deployment has no such workbook', unknown);
      await refused('the dashboard has no such widget', { ...path, body: { ...body, widgetId: 'none' } });
      const { id: bare } = await put('bare', {});
      const unpublished = { params: { ...params, workbookId: bare }, body };
      await refused('the workbook has no published dashboard', unpublished);
      const { dashboard: republished } = await publish('summary', [field]);
      assert.deepEqual(
        republished!.aiWidgetThreads!.map(({ widgetId }) => widgetId),
        [field.id],
      );
    });
  });
}
