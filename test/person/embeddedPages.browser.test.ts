import assert from 'node:assert/strict';
import { parseEvent } from '../../src/contract/messages/events.ts';
import { protocolNames } from '../../src/contract/messages/names.ts';
import { EmbedDesk } from '../emulator/embedded/embedDesk.ts';
import { EmbedHost } from './embedHost.ts';

const hour = 3_600_000;

describe('the embedded pages in a browser', function () {
  this.timeout(120_000);
  let desk: EmbedDesk;
  let host: EmbedHost;
  before(async () => {
    desk = await EmbedDesk.open();
    host = await EmbedHost.open();
  });
  after(async () => {
    await host?.close();
    await desk?.close();
  });

  /** Signed, with everything in place. */
  const openDashboard = async (more: object = {}, query = '') => {
    const id = await desk.mint({ publicDashboardId: desk.publicId, ...more });
    await host.embed(`${desk.url}/embed/dashboard/${desk.publicId}?session=${id}${query}`);
    return host.event('dashboard-loaded', 60_000);
  };
  const orders = () => host.frame().locator('[data-widget=orders] [data-value]');
  const reloaded = async (act: () => Promise<unknown>) => {
    await host.forget();
    await act();
    return host.event('dashboard-loaded');
  };

  afterEach('every event is as the specification has it', async () => {
    const names = protocolNames();
    for (const { data } of await host.heard())
      assert.equal(parseEvent(data, names).kind, 'known', JSON.stringify(data));
  });

  it('say ready first, then what is viewed, then that everything is painted', async () => {
    const loaded = await openDashboard();
    const heard = await host.heard();
    assert.deepEqual(
      heard.map(({ data }) => data.type),
      ['svc:event:ready', 'svc:event:view', 'svc:event:dashboard-loaded'],
    );
    const [ready, view] = heard.map(({ data }) => data);
    assert.deepEqual(ready.payload, {
      embedTenant: 'acme',
      deploymentId: desk.deploymentId,
      mode: 'signed',
      surface: 'dashboard',
      publicId: desk.publicId,
    });
    assert.equal(view.payload.publicId, desk.publicId);
    assert.equal(view.payload.title, 'Sales of the sample shop');
    assert.equal(loaded.payload.publicId, desk.publicId);
    assert.equal(loaded.payload.widgetCount, 8);
    assert.ok(loaded.payload.loadDurationMs >= 0);
    for (const { origin, data } of heard) {
      assert.equal(origin, desk.url);
      assert.equal(data.surface, 'dashboard');
      assert.ok(Math.abs(data.timestamp - Date.now()) < hour);
    }
  });

  it('show the numbers that the data API gives', async () => {
    await openDashboard();
    const token = await desk.token();
    const { body: session } = await desk.page('GET', 'session', token);
    const query = { measures: ['sales.count', 'sales.total_amount'] };
    const response = await fetch(`${session.dataApiUrl}/load`, {
      method: 'POST',
      headers: { authorization: token, 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    const { data } = (await response.json()) as { data: Record<string, string>[] };
    const shown = (widget: string) =>
      host.frame().locator(`[data-widget=${widget}] [data-value]`).getAttribute('data-value');
    assert.equal(Number(await shown('orders')), Number(data[0]!['sales.count']));
    assert.equal(Number(await shown('revenue')), Number(data[0]!['sales.total_amount']));
  });

  it('follow scheme, brand theme, language and zone of the host', async () => {
    await openDashboard();
    assert.equal(await host.attribute('data-scheme'), 'light');
    await host.act('set-color-scheme', { scheme: 'dark' });
    await host.frame().locator('html[data-scheme=dark]').waitFor();
    await host.act('set-color-scheme', { scheme: 'auto' });
    await host.frame().locator('html[data-scheme=light]').waitFor();
    await host.act('set-theme', { primaryColor: '#e5484d', borderRadius: '2px' });
    const primary = () =>
      host.frame().evaluate("getComputedStyle(document.documentElement).getPropertyValue('--primary')");
    assert.equal(await primary(), '#e5484d');
    const plain = await orders().textContent();
    await host.act('set-locale', { locale: 'de-DE' });
    await host.frame().locator('html[data-locale=de-DE]').waitFor();
    assert.equal(await orders().textContent(), plain?.replace(',', '.'));
    const zoned = await reloaded(() => host.act('set-timezone', { timezone: 'Asia/Tokyo' }));
    assert.equal(zoned.payload.widgetCount, 8, 'the queries are run again in the zone');
    assert.equal(await host.attribute('data-timezone'), 'Asia/Tokyo');
    await host.act('set-timezone', { timezone: '+02:00' });
    await host.act('set-timezone', { timezone: 'Nowhere/Land' });
    await host.act('set-locale', { locale: 'fr' });
    await host.frame().locator('html[data-locale=fr]').waitFor();
    assert.equal(await host.attribute('data-timezone'), 'Asia/Tokyo', 'bare offsets are ignored');
  });

  it('resolve language and zone: host, launch parameter, session, account, built-in', async () => {
    const said = async () => [await host.attribute('data-locale'), await host.attribute('data-timezone')];
    await desk.turn({ account: { locale: 'fr', timezone: 'Europe/Paris' } });
    await openDashboard();
    assert.deepEqual(await said(), ['fr', 'Europe/Paris']);
    const settings = { locale: 'de', timezone: 'Europe/Berlin' };
    await openDashboard({ settings });
    assert.deepEqual(await said(), ['de', 'Europe/Berlin']);
    await openDashboard({ settings }, '&locale=es&timezone=Europe/Madrid');
    assert.deepEqual(await said(), ['es', 'Europe/Madrid']);
    await host.act('set-locale', { locale: 'en' });
    await host.frame().locator('html[data-locale=en]').waitFor();
    await desk.turn({ account: {} });
    await openDashboard();
    assert.deepEqual(await said(), ['en', 'UTC']);
  });

  it('filter by the address and by the host, and say which filters are in force', async () => {
    await openDashboard();
    const all = Number(await orders().getAttribute('data-value'));
    const filter = (values: string[]) => `f_sales.customers_country=${JSON.stringify({ operator: 'equals', values })}`;
    await reloaded(() => host.act('set-filter', { filterUrlParameter: filter(['Portugal']) }));
    const some = Number(await orders().getAttribute('data-value'));
    assert.ok(some > 0 && some < all, `${some} of ${all}`);
    const chip = host.frame().locator('[data-filter="sales.customers_country"]');
    assert.match((await chip.textContent()) ?? '', /Portugal/);
    await reloaded(() => host.act('set-filter', { filterUrlParameter: filter([]) }));
    assert.equal(Number(await orders().getAttribute('data-value')), all);
    await openDashboard({}, `&${new URLSearchParams([filter(['Portugal']).split('=') as [string, string]])}`);
    assert.equal(Number(await orders().getAttribute('data-value')), some);
    await host.forget();
    await host.act('set-filter', { filterUrlParameter: 'nonsense' });
    assert.equal((await host.event('error')).payload.context, 'set-filter');
  });

  it('let a viewer choose several values of a filter', async () => {
    await openDashboard();
    const chip = host.frame().locator('[data-filter="sales.customers_country"]');
    await chip.locator('summary').click();
    const counts: number[] = [];
    for (const country of ['Portugal', 'Italy']) {
      await reloaded(() => chip.getByLabel(country).check());
      counts.push(Number(await orders().getAttribute('data-value')));
    }
    assert.ok(counts[0]! > 0 && counts[1]! > counts[0]!, String(counts));
    assert.match((await chip.locator('summary').textContent()) ?? '', /Portugal, Italy/);
  });

  it('run their queries again on refresh', async () => {
    await openDashboard();
    const { payload } = await reloaded(() => host.act('refresh'));
    assert.equal(payload.widgetCount, 8);
  });

  it('navigate, by the host and by the viewer, and tell both', async () => {
    await openDashboard();
    await host.forget();
    await host
      .frame()
      .getByRole('button', { name: /^Enlarge: Revenue by month/ })
      .click();
    const navigated = await host.event('navigate');
    const root = `/dashboard/${desk.publicId}`;
    assert.deepEqual(navigated.payload, { path: `${root}/revenue-by-month`, previousPath: root });
    assert.equal((await host.event('view')).payload.path, `${root}/revenue-by-month`);
    await host.event('dashboard-loaded');
    await host.forget();
    await host.act('navigate', { path: root });
    assert.deepEqual((await host.event('navigate')).payload, { path: root, previousPath: `${root}/revenue-by-month` });
    await host.forget();
    await host.act('navigate', { path: '/dashboard/another' });
    assert.equal((await host.event('error')).payload.context, 'navigate');
    assert.equal(
      (await host.heard()).some(({ data }) => data.type === 'svc:event:navigate'),
      false,
    );
  });

  it('tell the measure a viewer drills into', async () => {
    await openDashboard();
    await host.forget();
    await host.frame().locator('[data-widget=orders] [data-drill]').click();
    const { payload } = await host.event('drilldown');
    assert.equal(payload.member, 'sales.count');
    assert.equal(payload.widgetId, 'orders');
    assert.equal(payload.value, Number(await orders().getAttribute('data-value')));
    await host.forget();
    // The tallest bar stands at the left.
    const canvas = await host.frame().locator('[data-widget=orders-by-status] .canvas').boundingBox();
    await host.page.mouse.click(canvas!.x + canvas!.width * 0.25, canvas!.y + canvas!.height * 0.6);
    const bar = (await host.event('drilldown')).payload;
    assert.equal(bar.member, 'sales.count');
    const label = '[data-widget=orders-by-status] td[data-label=completed]';
    assert.equal(bar.value, Number(await host.frame().locator(label).getAttribute('data-value')));
  });

  it('offer downloads only where the address allows them, and never send the rows', async () => {
    await openDashboard();
    assert.equal(await host.frame().locator('[data-download]').count(), 0);
    await openDashboard({}, '&allowExport=true');
    const take = async (place: string, format: string) => {
      await host.forget();
      const menu = host.frame().locator(`${place} details.menu:has([data-download=${format}])`);
      const file = host.page.waitForEvent('download');
      await menu.locator('summary').click();
      await menu.locator(`[data-download=${format}]`).click();
      const { payload } = await host.event('download', 60_000);
      return { payload, name: (await file).suggestedFilename() };
    };
    const table = '[data-widget=revenue-by-city]';
    const csv = await take(table, 'csv');
    const rows = await host.frame().locator(`${table} tbody tr`).count();
    const widgetId = 'revenue-by-city';
    const title = 'Revenue by city';
    assert.deepEqual(csv.payload, { format: 'csv', target: 'widget', widgetId, title, rowCount: rows });
    assert.equal(csv.name, 'Revenue by city.csv');
    assert.deepEqual((await take(table, 'xlsx')).payload, {
      format: 'xlsx',
      target: 'widget',
      widgetId,
      title,
      rowCount: rows,
    });
    assert.deepEqual((await take(table, 'png')).payload, { format: 'png', target: 'widget', widgetId, title });
    const dashboard = { target: 'dashboard', title: 'Sales of the sample shop' };
    assert.deepEqual((await take('.head', 'png')).payload, { format: 'png', ...dashboard });
    assert.deepEqual((await take('.head', 'pdf')).payload, { format: 'pdf', ...dashboard });
  });

  it('warn half an hour before a session lapses, and go on with a fresh one without a reload', async () => {
    await openDashboard();
    await reloaded(() => host.act('set-filter', { filterUrlParameter: 'f_sales.customers_country=["Portugal"]' }));
    const filtered = await orders().getAttribute('data-value');
    await host.forget();
    desk.advanceClock(22.6 * hour);
    const { payload } = await host.event('session-expiring', 3_000);
    assert.ok(payload.expiresInMs > 0 && payload.expiresInMs <= 0.5 * hour, String(payload.expiresInMs));
    assert.ok(payload.expiresAt > Date.now());
    // Long enough for a page that would warn twice.
    await host.page.waitForTimeout(2_500);
    await host.act('set-session', { sessionId: await desk.mint({ publicDashboardId: desk.publicId }) });
    await host.page.waitForTimeout(1_500);
    const after = (await host.heard()).map(({ data }) => data.type);
    assert.deepEqual(after, ['svc:event:session-expiring'], 'once, and nothing is mounted anew');
    assert.equal(await orders().getAttribute('data-value'), filtered, 'what the viewer had is still there');
    desk.advanceClock(1 * hour);
    await host.page.waitForTimeout(1_500);
    assert.equal(await host.attribute('data-state'), 'active', 'the fresh session is in force');
  });

  it('keep going when a session id is refused', async () => {
    await openDashboard();
    await host.forget();
    await host.act('set-session', { sessionId: 'used-or-unknown' });
    const { payload } = await host.event('error');
    assert.equal(payload.name, 'EmbedSessionExchangeError');
    assert.equal(payload.context, 'session-renewal');
    assert.notEqual(payload.fatal, true);
    assert.equal(await host.attribute('data-state'), 'active');
    assert.equal((await reloaded(() => host.act('refresh'))).payload.widgetCount, 8);
  });

  it('stop when the session lapses, and come back fresh with a new one', async () => {
    await openDashboard();
    await reloaded(() => host.act('set-filter', { filterUrlParameter: 'f_sales.customers_country=["Portugal"]' }));
    const filtered = await orders().getAttribute('data-value');
    await host.forget();
    desk.advanceClock(24 * hour);
    const { payload } = await host.event('session-expired', 3_000);
    assert.ok(payload.expiredAt > Date.now());
    assert.equal((await host.event('session-expiring')).payload.expiresInMs, 0);
    await host.frame().locator('[data-failure=expired]').waitFor();
    await host.forget();
    await host.act('refresh');
    await host.act('set-session', { sessionId: 'unknown' });
    assert.equal((await host.event('error')).payload.name, 'EmbedSessionExchangeError');
    assert.equal(await host.attribute('data-state'), 'expired');
    await host.act('set-session', { sessionId: await desk.mint({ publicDashboardId: desk.publicId }) });
    await host.event('dashboard-loaded');
    assert.notEqual(await orders().getAttribute('data-value'), filtered, 'transient state is lost');
    assert.equal(await host.frame().locator('[data-failure]').count(), 0);
  });

  it('take an id once, and say readably why a page cannot be shown', async () => {
    const id = await desk.mint();
    await desk.exchange(id);
    await host.embed(`${desk.url}/embed/dashboard/${desk.publicId}?session=${id}`);
    const { payload } = await host.event('error');
    assert.equal(payload.fatal, true);
    assert.equal(payload.context, 'embed-render');
    await host.frame().getByRole('alert').getByText('This session cannot be used').waitFor();
    await host.embed(`${desk.url}/embed/dashboard/nothing-here`);
    assert.equal((await host.event('error')).payload.fatal, true);
    await host.frame().locator('[data-failure=not-found]').waitFor();
  });

  it('let a viewer who is signed in on the platform look without a session', async () => {
    await host.embed(`${desk.url}/embed/dashboard/${desk.publicId}`);
    await host.frame().getByRole('button', { name: 'Continue as developer' }).click();
    const { payload } = await host.event('ready');
    assert.deepEqual([payload.mode, payload.embedTenant], ['private', null]);
    await host.event('dashboard-loaded');
  });

  it('listen to their parent alone', async () => {
    await openDashboard();
    await host.frame().evaluate(`
      window.postMessage({ source: 'svc-embed', direction: 'action', type: 'svc:action:set-color-scheme', payload: { scheme: 'dark' }, timestamp: 1 }, '*')`);
    await host.act('set-locale', { locale: 'es' });
    await host.frame().locator('html[data-locale=es]').waitFor();
    assert.equal(await host.attribute('data-scheme'), 'light');
  });

  it('run as the creator’s app: paths, dashboards, a chat', async () => {
    await host.embed(`${desk.url}/embed/d/${desk.deploymentId}/app?session=${await desk.mint()}`);
    assert.deepEqual((await host.event('ready')).payload, {
      embedTenant: 'acme',
      deploymentId: desk.deploymentId,
      mode: 'signed',
      surface: 'app',
    });
    assert.equal((await host.event('view')).payload.path, '/');
    await host.forget();
    await host.act('navigate', { path: `/dashboard/${desk.publicId}` });
    assert.deepEqual((await host.event('navigate')).payload, {
      path: `/dashboard/${desk.publicId}`,
      previousPath: '/',
    });
    await host.frame().locator('[data-widget=orders][data-phase=ready]').waitFor();
    await host.frame().locator('[data-path="/chat"]').click();
    await host.forget();
    await host.frame().locator('[data-question]').fill('total amount by status');
    await host.frame().locator('[data-question]').press('Enter');
    await host.frame().locator('.turn[data-status=completed] [data-value]').first().waitFor();
    const asked = (await host.heard()).map(({ data }) => data).filter(({ type }) => type === 'svc:event:ai-query');
    assert.deepEqual(
      asked.map(({ payload }) => [payload.query, payload.status]),
      [
        ['total amount by status', 'submitted'],
        ['total amount by status', 'completed'],
      ],
    );
    assert.ok(asked.every(({ surface }) => surface === 'app'));
  });

  it('leave out what a session opts out of, one thing at a time', async () => {
    const dashboard = `/dashboard/${desk.publicId}`;
    const places: Record<string, [path: string, what: string]> = {
      showWorkbookShare: [dashboard, '[data-share]'],
      showDashboardSettings: [dashboard, '[data-settings]'],
      showMemberNames: ['/explore/sales', '.chip[title="sales.count"]'],
      showAiWidgets: [dashboard, '[data-ai=summary]'],
      showDashboardChat: [dashboard, '[data-ai=chat]'],
      showWorkbookChat: ['/', 'nav [data-path="/chat"]'],
    };
    const shown = async (settings: object) => {
      await host.embed(`${desk.url}/embed/d/${desk.deploymentId}/app?session=${await desk.mint({ settings })}`);
      await host.event('ready');
      const there: string[] = [];
      for (const [name, [path, what]] of Object.entries(places)) {
        await host.act('navigate', { path });
        await host.frame().locator(`nav [aria-current=page][data-path="${path}"]`).waitFor();
        if ((await host.frame().locator(what).count()) > 0) there.push(name);
      }
      return there;
    };
    const all = Object.keys(places);
    assert.deepEqual(await shown({}), all);
    for (const name of all)
      assert.deepEqual(
        await shown({ [name]: false }),
        all.filter((each) => each !== name),
      );
    const withoutAi = ['showWorkbookShare', 'showDashboardSettings', 'showMemberNames'];
    assert.deepEqual(await shown({ allowAi: false }), withoutAi, 'false disables every AI surface');
  });

  it('run as the chat, and without AI where the session says so', async () => {
    const chat = async (more: object) =>
      host.embed(`${desk.url}/embed/d/${desk.deploymentId}/chat?session=${await desk.mint(more)}`);
    await chat({});
    await host.event('ready');
    await host.frame().locator('[data-question]').fill('weather in Paris');
    await host.frame().locator('[data-question]').press('Enter');
    await host.frame().locator('.turn[data-status=error]').waitFor();
    const asked = (await host.heard()).map(({ data }) => data).filter(({ type }) => type === 'svc:event:ai-query');
    assert.deepEqual(
      asked.map(({ payload }) => payload.status),
      ['submitted', 'error'],
    );
    assert.equal(typeof asked[0].payload.chatId, 'string');
    assert.equal(asked[0].surface, 'chat');
    await chat({ settings: { allowAi: false } });
    await host.frame().locator('[data-no-ai]').waitFor();
    assert.equal(await host.frame().locator('[data-question]').count(), 0);
  });
});

describe('embedded pages that misbehave', function () {
  this.timeout(120_000);
  let desk: EmbedDesk;
  let host: EmbedHost;
  before(async () => {
    desk = await EmbedDesk.open();
    host = await EmbedHost.open();
  });
  after(async () => {
    await host?.close();
    await desk?.close();
  });
  const embed = async () => host.embed(`${desk.url}/embed/dashboard/${desk.publicId}?session=${await desk.mint()}`);

  it('say nothing', async () => {
    await desk.turn({ neverReady: true });
    await embed();
    await host.page.waitForTimeout(1_500);
    assert.deepEqual(await host.heard(), []);
    await desk.turn({ neverReady: false });
  });

  it('speak from a wrong origin', async () => {
    await desk.turn({ wrongOrigin: true });
    await embed();
    await host.event('ready');
    for (const { origin } of await host.heard()) assert.equal(origin, 'null');
    await desk.turn({ wrongOrigin: false });
  });

  it('flood their host', async () => {
    await desk.turn({ flood: 400 });
    await embed();
    await host.event('ready');
    await host.page.waitForFunction('window.heard.length > 500', undefined, { timeout: 20_000 });
    const heard = (await host.heard()).map(({ data }) => data);
    assert.ok(heard.some(({ source }) => source !== 'svc-embed'));
    assert.ok(heard.some(({ type }) => String(type).startsWith('svc:event:noise')));
    await desk.turn({ flood: false });
  });

  it('end with their sessions', async () => {
    await embed();
    await host.event('ready');
    await desk.turn({ expireSessions: 'now' });
    await host.event('session-expired', 3_000);
  });

  it('may not be framed', async () => {
    await desk.turn({ refuseFraming: true });
    await embed();
    await host.page.waitForTimeout(1_000);
    assert.deepEqual(await host.heard(), []);
    await desk.turn({ refuseFraming: false });
  });
});
