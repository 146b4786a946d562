/** The embedded pages as the viewer sees and uses them, beyond the messages. */

import assert from 'node:assert/strict';
import { assertNoLayoutFaults } from '../../../webview/shared/layoutFaults.ts';
import { useEmbedFixture } from './embedFixture.ts';

describe('views of the embedded pages', () => {
  const fixture = useEmbedFixture();

  it('shows the numbers of the data API', async () => {
    const { client } = fixture();
    await fixture().enter('dashboard');
    const token = await client.token();
    const { body: session } = await client.page('GET', 'session', token);
    const response = await fetch(`${session.dataApiUrl}/load`, {
      method: 'POST',
      headers: { authorization: token, 'content-type': 'application/json' },
      body: JSON.stringify({ query: { measures: ['sales.count', 'sales.total_amount'] } }),
    });
    const { data } = (await response.json()) as { data: Record<string, string>[] };
    assert.equal(await fixture().orders(), Number(data[0]!['sales.count']));
    const revenue = await fixture().locator('[data-widget=revenue] [data-value]').getAttribute('data-value');
    assert.equal(Number(revenue), Number(data[0]!['sales.total_amount']));
  });

  it('keeps the texts of a dashboard apart at every width', async () => {
    const { page } = fixture().host;
    await fixture().enter('dashboard');
    const before = await page.locator('iframe').getAttribute('style');
    for (const width of [260, 300, 420, 500, 700, 1200]) {
      await page
        .locator('iframe')
        .evaluate((frame, style) => frame.setAttribute('style', style), `width: ${width}px; height: 900px`);
      await fixture()
        .host.frame()
        .evaluate('new Promise((done) => setTimeout(() => requestAnimationFrame(done), 300))');
      await assertNoLayoutFaults(fixture().host.frame(), `${width} px`);
    }
    await page.locator('iframe').evaluate((frame, style) => frame.setAttribute('style', style), before ?? '');
  });

  it('formats numbers for the locale and loads the widgets again for a time zone', async () => {
    const { host } = fixture();
    await fixture().enter('dashboard');
    const text = () => fixture().locator('[data-widget=orders] [data-value]').textContent();
    const english = await text();
    await host.act('set-locale', { locale: 'de-DE' });
    await fixture().locator('html[data-locale=de-DE]').waitFor();
    assert.equal(await text(), english?.replace(',', '.'));
    const { payload } = await fixture().reload(() => host.act('set-timezone', { timezone: 'Asia/Tokyo' }));
    assert.equal(payload.widgetCount, 8);
  });

  it('resolves locale and time zone: host, launch parameter, session, account, default', async () => {
    const { client, host } = fixture();
    const resolved = async () => [await host.attribute('data-locale'), await host.attribute('data-timezone')];
    const setAccount = (locale: string | null, timezone: string | null) =>
      client.setAppConfig({ embedding: { locale }, timezoneSettings: { timezone } });
    await setAccount('fr', 'Europe/Paris');
    await fixture().enter('dashboard');
    assert.deepEqual(await resolved(), ['fr', 'Europe/Paris']);
    const session = { settings: { locale: 'de', timezone: 'Europe/Berlin' } };
    await fixture().enter('dashboard', { session });
    assert.deepEqual(await resolved(), ['de', 'Europe/Berlin']);
    await fixture().enter('dashboard', { session, query: '&locale=es&timezone=Europe/Madrid' });
    assert.deepEqual(await resolved(), ['es', 'Europe/Madrid']);
    await host.act('set-locale', { locale: 'en' });
    await fixture().locator('html[data-locale=en]').waitFor();
    await setAccount(null, null);
    await fixture().enter('dashboard');
    assert.deepEqual(await resolved(), ['en', 'UTC']);
  });

  it('applies the account’s theme where it is global, and the session’s before it', async () => {
    const { client } = fixture();
    const primary = () =>
      fixture()
        .locator('html')
        .evaluate((root) => root.style.getPropertyValue('--primary'));
    const appTheme = { palette: { primaryColor: '#00aa77' }, logoUrl: null };
    await client.setAppConfig({ appTheme });
    await fixture().enter('dashboard');
    assert.notEqual(await primary(), '#00aa77');
    await client.setAppConfig({ applyThemeGlobally: true });
    await fixture().enter('dashboard');
    assert.equal(await primary(), '#00aa77');
    await fixture().enter('dashboard', { session: { embedTheme: { primaryColor: '#e5484d' } } });
    assert.equal(await primary(), '#e5484d');
    await client.setAppConfig({ applyThemeGlobally: false });
  });

  it('offers pictures only where the dashboard restricts downloads of data', async () => {
    const { client } = fixture();
    const path = `/api/v1/deployments/${client.deploymentId}/workbooks/by-slug/sales`;
    const { config } = (await client.admin('PUT', path, {})).body.dashboard;
    const restrict = async (restrictDataDownload: boolean) => {
      const { status } = await client.admin('PUT', path, { dashboard: { restrictDataDownload, config } });
      assert.equal(status, 200);
    };
    const widgets = '[data-widget] [data-download=';
    const counts = async () => {
      await fixture().enter('dashboard', { query: '&allowExport=true' });
      const count = (format: string) => fixture().locator(`${widgets}${format}]`).count();
      return [await count('csv'), await count('xlsx'), await count('png')];
    };
    await restrict(true);
    assert.deepEqual(await counts(), [0, 0, 8]);
    await restrict(false);
    assert.deepEqual(await counts(), [8, 8, 8]);
  });

  it('filters by the address and by the host, and shows the active filters', async () => {
    const { host } = fixture();
    const filter = (values: readonly string[]) => JSON.stringify({ operator: 'equals', values });
    const setFilter = (values: readonly string[]) =>
      fixture().reload(() =>
        host.act('set-filter', { filterUrlParameter: `f_sales.customers_country=${filter(values)}` }),
      );
    await fixture().enter('dashboard');
    const all = await fixture().orders();
    await setFilter(['Portugal']);
    const some = await fixture().orders();
    assert.ok(some > 0 && some < all, `${some} of ${all}`);
    const chip = fixture().locator('[data-filter="sales.customers_country"]');
    assert.match((await chip.textContent()) ?? '', /Portugal/);
    await setFilter([]);
    assert.equal(await fixture().orders(), all);
    const query = new URLSearchParams({ 'f_sales.customers_country': filter(['Portugal']) });
    await fixture().enter('dashboard', { query: `&${query}` });
    assert.equal(await fixture().orders(), some);
    await fixture().clear();
    await host.act('set-filter', { filterUrlParameter: 'nonsense' });
    assert.equal((await host.event('error')).payload.context, 'set-filter');
  });

  it('keeps the list of a filter open while the viewer selects values', async () => {
    await fixture().enter('dashboard');
    const chip = fixture().locator('[data-filter="sales.customers_country"]');
    await chip.locator('summary').click();
    const counts: number[] = [];
    for (const country of ['Portugal', 'Italy']) {
      await fixture().reload(() => chip.getByLabel(country).check());
      counts.push(await fixture().orders());
    }
    assert.ok(counts[0]! > 0 && counts[1]! > counts[0]!, String(counts));
    assert.match((await chip.locator('summary').textContent()) ?? '', /Portugal, Italy/);
    await fixture().locator('h1').click();
    assert.equal(await chip.getAttribute('open'), null, 'a click elsewhere closes it');
  });

  it('keeps the filters of an enlarged widget', async () => {
    const { client, host } = fixture();
    await fixture().enter('dashboard');
    await fixture().reload(() =>
      host.act('set-filter', { filterUrlParameter: 'f_sales.customers_country=["Portugal"]' }),
    );
    const some = await fixture().orders();
    await fixture().reload(() => host.act('navigate', { path: `/dashboard/${client.publicId}/orders` }));
    assert.equal(await fixture().orders(), some);
    await fixture().reload(() => fixture().locator('[data-back]').click());
    assert.equal(await fixture().locator('[data-widget]').count(), 8);
  });

  it('summarizes the numbers of a dashboard', async () => {
    await fixture().enter('dashboard');
    await fixture().clear();
    await fixture().locator('[data-ai=summary]').click();
    await fixture().host.event('ai-query', 2);
    const texts = await fixture().locator('.figure').allTextContents();
    const summary = (await fixture().locator('[role=status]').textContent()) ?? '';
    for (const text of texts) assert.ok(summary.includes(text), `${text} in ${summary}`);
  });

  it('shows a private dashboard after the sign-in', async () => {
    const { host } = fixture();
    await fixture().embed('dashboard', '');
    await host.frame().getByRole('button', { name: 'Continue as Developer' }).click();
    const { payload } = await host.event('ready');
    assert.deepEqual([payload.mode, payload.embedTenant], ['private', null]);
    await host.event('dashboard-loaded');
  });

  it('hides what each setting of the session switches off', async () => {
    const dashboard = `/dashboard/${fixture().client.publicId}`;
    const places: Record<string, [path: string, selector: string]> = {
      showWorkbookShare: [dashboard, '[data-share]'],
      showDashboardSettings: [dashboard, '[data-settings]'],
      showMemberNames: ['/explore/sales', '[data-member-name="sales.count"]'],
      showGroupByCube: ['/explore/sales', '[data-group-by-cube]'],
      showAiWidgets: [dashboard, '[data-ai=summary]'],
      showDashboardChat: [dashboard, '[data-ai=chat]'],
      showWorkbookChat: ['/', 'nav [data-path="/chat"]'],
    };
    const shown = async (settings: object) => {
      await fixture().enter('app', { session: { settings } });
      const found: string[] = [];
      for (const [name, [path, selector]] of Object.entries(places)) {
        await fixture().host.act('navigate', { path });
        await fixture().locator(`nav [aria-current=page][data-path="${path}"]`).waitFor();
        if ((await fixture().locator(selector).count()) > 0) found.push(name);
      }
      return found;
    };
    const all = Object.keys(places);
    assert.deepEqual(await shown({}), all);
    for (const name of all) {
      const others = all.filter((each) => each !== name);
      assert.deepEqual(await shown({ [name]: false }), others);
    }
    const withoutAi = ['showWorkbookShare', 'showDashboardSettings', 'showMemberNames', 'showGroupByCube'];
    assert.deepEqual(await shown({ allowAi: false }), withoutAi, '`allowAi` switches off every AI feature');
  });

  it('groups the members of a view by the cubes that they come from', async () => {
    await fixture().enter('app');
    await fixture().host.act('navigate', { path: '/explore/sales' });
    assert.equal(await fixture().locator('[data-cube]').count(), 0);
    await fixture().locator('[data-group-by-cube] input').check();
    const cubes = () => fixture().locator('[data-cube]').allTextContents();
    assert.deepEqual(await cubes(), ['Orders', 'Customers', 'Products']);
    await fixture().locator('[data-group-by-cube] input').uncheck();
    assert.deepEqual(await cubes(), []);
  });

  it('saves an answer of the chat to the workspace, unless the session forbids that', async () => {
    for (const surface of ['app', 'chat'] as const) {
      await fixture().enter(surface);
      await fixture().ask('total amount by status');
      await fixture().locator('[data-save]').click();
      await fixture().locator('[data-saved="Total Amount by Status"]').waitFor();
      await fixture().enter(surface, { session: { settings: { allowChatWorkspaceAuthoring: false } } });
      await fixture().ask('total amount by status');
      assert.equal(await fixture().locator('[data-save]').count(), 0);
    }
    await fixture().enter('dashboard');
    await fixture().ask('total amount by status');
    assert.equal(await fixture().locator('[data-save]').count(), 0, 'a published dashboard has no workspace');
  });

  it('has no chat where the session switches AI off', async () => {
    await fixture().enter('chat', { session: { settings: { allowAi: false } } });
    await fixture().locator('[data-no-ai]').waitFor();
    assert.equal(await fixture().locator('[data-question]').count(), 0);
  });
});
