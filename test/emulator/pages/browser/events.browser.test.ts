/** Each row of the specification's event table, on each surface that has it. */

import assert from 'node:assert/strict';
import { eventRows, type SurfaceName } from '../../../contract/messages/specTables.ts';
import { hour, minute, useEmbedFixture } from './embedFixture.ts';

type Check = (surface: SurfaceName) => Promise<void>;

describe('events of the embedded pages', () => {
  const fixture = useEmbedFixture();

  const checks: Record<string, Check> = {
    async ready(surface) {
      const { client, host } = fixture();
      const dashboard = surface === 'dashboard' ? { publicId: client.publicId } : {};
      const expected = { embedTenant: 'acme', deploymentId: client.deploymentId, mode: 'signed', surface };
      await fixture().enter(surface);
      assert.deepEqual((await fixture().events('ready'))[0].payload, { ...expected, ...dashboard });
      const order = ['ready', 'view', ...(surface === 'dashboard' ? ['dashboard-loaded'] : [])];
      assert.deepEqual(await fixture().eventNames(), order);
      const { now } = await fixture().pollSession();
      const { timestamp } = (await fixture().events('ready'))[0];
      assert.ok(Math.abs(timestamp - now) < minute, 'times of the platform');
      await fixture().showNumbers();
      await host.act('set-session', { sessionId: await fixture().mint() });
      await host.act('refresh');
      await fixture().fence();
      await fixture().pollSession();
      assert.equal((await fixture().events('ready')).length, 1, 'once per session');
      await client.setSwitches({ signedIn: true });
      await fixture().embed(surface, '');
      const { payload } = await host.event('ready');
      await client.setSwitches({ signedIn: false });
      assert.deepEqual([payload.mode, payload.embedTenant], ['private', null]);
    },
    async view(surface) {
      const { client, host } = fixture();
      await fixture().enter(surface);
      const [{ payload }] = await fixture().events('view');
      const publicId = surface === 'dashboard' ? client.publicId : undefined;
      assert.deepEqual([payload.surface, payload.publicId], [surface, publicId]);
      assert.ok(payload.title.length > 0);
      if (surface === 'dashboard') assert.equal(payload.title, 'Sales of the sample shop');
      await fixture().clear();
      const paths = { dashboard: `/dashboard/${client.publicId}/orders`, app: '/explore/sales', chat: '/chat-1' };
      if (surface === 'chat') await fixture().ask('total amount by status');
      else await host.act('navigate', { path: paths[surface] });
      assert.equal((await host.event('view')).payload.path, paths[surface], 'on each navigation');
      assert.equal((await fixture().events('view')).length, 1);
    },
    async navigate(surface) {
      const { client, host } = fixture();
      await fixture().enter(surface);
      await fixture().clear();
      const root = surface === 'dashboard' ? `/dashboard/${client.publicId}` : '/';
      const paths = { dashboard: `${root}/revenue-by-month`, app: '/chat', chat: '/chat-1' };
      const enlarge = host.frame().getByRole('button', { name: /^Enlarge: Revenue by month/ });
      if (surface === 'dashboard') await enlarge.click();
      else if (surface === 'app') await fixture().locator('nav [data-path="/chat"]').click();
      else await fixture().ask('total amount by status');
      assert.deepEqual((await host.event('navigate')).payload, { path: paths[surface], previousPath: root });
      assert.equal((await host.event('view')).payload.path, paths[surface]);
    },
    async 'dashboard-loaded'(surface) {
      await fixture().enter(surface);
      const [{ payload }] = await fixture().events('dashboard-loaded');
      assert.equal(payload.publicId, fixture().client.publicId);
      assert.equal(payload.widgetCount, 8);
      assert.equal(await fixture().locator('[data-widget]').count(), 8);
      assert.ok(payload.loadDurationMs > 0);
      assert.equal(await fixture().locator('[data-widget]:not([data-phase=ready])').count(), 0);
    },
    async download(surface) {
      const { host } = fixture();
      await fixture().enter(surface, { query: '&allowExport=true' });
      const download = async (place: string, format: string) => {
        await fixture().clear();
        const menu = fixture().locator(`${place} details.menu:has([data-download=${format}])`);
        const file = host.page.waitForEvent('download');
        await menu.locator('summary').click();
        await menu.locator(`[data-download=${format}]`).click();
        const { payload } = await host.event('download');
        const name = (await file).suggestedFilename();
        await (await file).cancel();
        return { payload, name };
      };
      const widget = '[data-widget=revenue-by-city]';
      const about = { widgetId: 'revenue-by-city', title: 'Revenue by city', target: 'widget' };
      const rowCount = await fixture().locator(`${widget} tbody tr`).count();
      for (const format of ['csv', 'xlsx']) {
        const { payload, name } = await download(widget, format);
        assert.deepEqual(payload, { ...about, format, rowCount });
        assert.equal(name, `Revenue by city.${format}`);
      }
      assert.deepEqual((await download(widget, 'png')).payload, { ...about, format: 'png' });
      const dashboard = { target: 'dashboard', title: 'Sales of the sample shop' };
      for (const format of ['png', 'pdf'])
        assert.deepEqual((await download('.head', format)).payload, { format, ...dashboard });
      await fixture().enter(surface);
      assert.equal(await fixture().locator('[data-download]').count(), 0, 'only with `allowExport`');
    },
    async drilldown(surface) {
      const { host } = fixture();
      await fixture().enter(surface);
      await fixture().locator('[data-widget=orders] [data-drill]').click();
      const value = await fixture().orders();
      assert.deepEqual((await host.event('drilldown')).payload, { member: 'sales.count', value, widgetId: 'orders' });
      await fixture().clear();
      const box = await fixture().locator('[data-widget=orders-by-status] .canvas').boundingBox();
      // The first and tallest bar.
      await host.page.mouse.click(box!.x + box!.width * 0.25, box!.y + box!.height * 0.6);
      const { payload } = await host.event('drilldown');
      const cell = fixture().locator('[data-widget=orders-by-status] td[data-label=completed]');
      assert.equal(payload.member, 'sales.count');
      assert.equal(payload.value, Number(await cell.getAttribute('data-value')));
    },
    async 'ai-query'(surface) {
      await fixture().enter(surface);
      await fixture().ask('total amount by status');
      await fixture().ask('weather in Paris');
      await fixture().host.event('ai-query', 4);
      const payloads = (await fixture().events('ai-query')).map(({ payload }) => payload);
      const steps = payloads.map(({ query, status }) => `${query}: ${status}`);
      assert.deepEqual(steps, [
        'total amount by status: submitted',
        'total amount by status: completed',
        'weather in Paris: submitted',
        'weather in Paris: error',
      ]);
      assert.equal(new Set(payloads.map(({ chatId }) => chatId)).size, 1, 'one chat');
      assert.equal(typeof payloads[0].chatId, surface === 'dashboard' ? 'undefined' : 'string');
      assert.ok(payloads.every(({ agentId }) => typeof agentId === 'string'));
      assert.ok((await fixture().locator('.turn[data-status=completed] [data-value]').count()) > 0);
    },
    async 'session-expiring'(surface) {
      const { client, host } = fixture();
      await fixture().enter(surface);
      await fixture().moveToEnd(31 * minute);
      await fixture().pollSession();
      assert.deepEqual(await fixture().events('session-expiring'), [], 'not earlier than half an hour before');
      client.advanceClock(1.5 * minute);
      const { payload, timestamp } = await host.event('session-expiring');
      assert.ok(payload.expiresInMs > 29 * minute && payload.expiresInMs <= 30 * minute, String(payload.expiresInMs));
      assert.ok(Math.abs(payload.expiresAt - timestamp - payload.expiresInMs) < 5_000, 'the same moment');
      client.advanceClock(10 * minute);
      await fixture().pollSession();
      assert.equal((await fixture().events('session-expiring')).length, 1, 'once per session');
    },
    async 'session-expired'(surface) {
      const { host } = fixture();
      await fixture().enter(surface);
      await fixture().moveToEnd(-5 * minute);
      const { payload, timestamp } = await host.event('session-expired');
      assert.ok(Math.abs(timestamp - payload.expiredAt - 5 * minute) < 10_000, 'in epoch milliseconds');
      assert.equal((await host.event('session-expiring')).payload.expiresInMs, 0, '0 for a late warning');
      await fixture().locator('[data-failure=expired]').waitFor();
      await fixture().fence();
      assert.equal((await fixture().events('session-expired')).length, 1);
    },
    async error(surface) {
      const { client, host } = fixture();
      const used = await fixture().mint({}, surface);
      await client.exchange(used);
      await fixture().embed(surface, `?session=${used}`);
      const { payload } = await host.event('error');
      assert.deepEqual([payload.fatal, payload.context], [true, 'embed-render'], 'the whole surface failed');
      assert.ok(payload.message.length > 0 && payload.name.length > 0);
      await host.frame().getByRole('alert').getByText('This session cannot be used').waitFor();
      await fixture().enter(surface);
      await fixture().clear();
      await host.act('navigate', { path: '/no/such/path/anywhere' });
      assert.notEqual((await host.event('error')).payload.fatal, true);
      if (surface !== 'dashboard') return;
      await fixture().clear();
      const fault = { kind: 'status', status: 500, operation: 'data.load', times: 1 };
      await client.admin('POST', '/_emulator/faults', [fault]);
      await host.act('refresh');
      const partial = (await host.event('error')).payload;
      assert.deepEqual([partial.context, partial.fatal], ['embed-render', false], 'one widget failed');
      await client.admin('DELETE', '/_emulator/faults');
      await host.event('dashboard-loaded');
      await fixture().embed('dashboard', '');
      await host.embed(`${client.url}/embed/dashboard/nothing-here`);
      assert.equal((await host.event('error')).payload.fatal, true);
      await fixture().locator('[data-failure=not-found]').waitFor();
    },
  };

  for (const [name, { surfaces }] of Object.entries(eventRows))
    for (const surface of surfaces)
      it(`sends ${name} from ${surface}`, async () => {
        const check = checks[name];
        assert.ok(check, `no test for ${name}`);
        await check(surface);
      });

  it('never expires the session of the private mode', async () => {
    const { client, host } = fixture();
    await client.setSwitches({ signedIn: true });
    await fixture().embed('dashboard', '');
    await host.event('dashboard-loaded');
    client.advanceClock(30 * hour);
    await fixture().pollSession();
    await fixture().pollSession();
    await client.setSwitches({ signedIn: false });
    assert.deepEqual(await fixture().eventNames(), ['ready', 'view', 'dashboard-loaded']);
    assert.ok((await fixture().queries(() => host.act('refresh'), 8)).length >= 8, 'queries still run');
    assert.equal(await host.attribute('data-state'), 'active');
  });

  it('has sent every field of the table with each of its values', async () => {
    const seen = fixture().seenValues();
    for (const [name, { fields }] of Object.entries(eventRows))
      for (const { field, type } of fields) {
        const values = seen.get(`${name}.${field}`) ?? new Set();
        if (typeof type === 'string') assert.ok(values.size > 0, `${name}.${field} was never sent`);
        else assert.deepEqual([...values].sort(), [...type].sort(), `${name}.${field}`);
      }
  });
});
