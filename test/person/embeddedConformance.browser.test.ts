/** The emulator's embedded pages against the specification's tables: each row of events, actions and session states, on each surface. */

import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { Request } from 'playwright-core';
import {
  actionRows,
  eventRows,
  payloadFits,
  type SessionRow,
  type SurfaceName,
  sessionRows,
  surfaces,
} from '../contract/messages/specTables.ts';
import { EmbedDesk } from '../emulator/embedded/embedDesk.ts';
import { EmbedHost, type Heard } from './embedHost.ts';

const minute = 60_000;
const hour = 60 * minute;
/** The pages ask about their session this often, and a little more. */
const aLook = 1_500;

describe('the embedded pages, row by row', function () {
  this.timeout(120_000);
  let desk: EmbedDesk;
  let host: EmbedHost;
  /** Everything that was heard, by the surface that was embedded. */
  const all: { surface: SurfaceName; heard: Heard }[] = [];
  let surface: SurfaceName = 'dashboard';

  before(async () => {
    desk = await EmbedDesk.open();
    host = await EmbedHost.open();
  });
  after(async () => {
    await host?.close();
    await desk?.close();
  });

  const keep = async () => {
    for (const heard of await host.heard()) all.push({ surface, heard });
  };
  const forget = async () => {
    await keep();
    await host.forget();
  };
  afterEach(keep);

  const pathOf = (of: SurfaceName) =>
    of === 'dashboard' ? `/embed/dashboard/${desk.publicId}` : `/embed/d/${desk.deploymentId}/${of}`;
  const boundTo = (of: SurfaceName) => (of === 'dashboard' ? { publicDashboardId: desk.publicId } : {});
  const mint = (more: object = {}) => desk.mint({ ...boundTo(surface), ...more });
  /** Embeds a surface with a session of its own, and waits until it shows what it shows. */
  const enter = async (of: SurfaceName, query = '', more: object = {}) => {
    await keep();
    surface = of;
    await host.embed(`${desk.url}${pathOf(of)}?session=${await mint(more)}${query}`);
    await host.event('ready');
    if (of === 'dashboard') await host.event('dashboard-loaded', 60_000);
    await host.event('view');
  };
  const typed = async (name: string) =>
    (await host.heard()).map(({ data }) => data).filter(({ type }) => type === `svc:event:${name}`);
  const types = async () => (await host.heard()).map(({ data }) => String(data.type).replace('svc:event:', ''));
  const frame = () => host.frame();
  const ask = async (question: string) => {
    if (surface === 'dashboard' && (await frame().locator('[data-question]').count()) === 0)
      await frame().locator('[data-ai=chat]').click();
    if (surface === 'app' && (await frame().locator('[data-question]').count()) === 0)
      await host.act('navigate', { path: '/chat' });
    await frame().locator('[data-question]').fill(question);
    await frame().locator('[data-question]').press('Enter');
    await frame().locator('.turn[data-status=completed], .turn[data-status=error]').last().waitFor();
  };
  /** Something that runs a query. */
  const showNumbers = async () => {
    if (surface === 'dashboard') return;
    if (surface === 'app') {
      await host.act('navigate', { path: '/explore/sales' });
      await frame().locator('[data-value]').first().waitFor({ state: 'attached' });
    } else await ask('total amount by status');
  };
  /** The queries that `act` makes the page run. */
  const queries = async (act: () => Promise<unknown>, least: number) => {
    const seen: Request[] = [];
    const note = (request: Request) => {
      if (/\/v1\/load$/.test(request.url())) seen.push(request);
    };
    host.page.on('request', note);
    try {
      await act();
      for (const end = Date.now() + 15_000; seen.length < least && Date.now() < end; ) await pause(50);
      await pause(200);
    } finally {
      host.page.off('request', note);
    }
    return seen.map((request) => ({
      ...(request.postDataJSON() as { query: { timezone?: string } }),
      token: request.headers().authorization,
    }));
  };
  const mark = () => frame().evaluate('window.mark = 1');
  const marked = () => frame().evaluate('window.mark');
  /** Puts the one session there is to `left` milliseconds before its end. */
  const leave = async (left: number) => {
    const { body } = await desk.page('GET', 'session', await token());
    desk.advanceClock(body.expiresAt - body.now - left);
  };
  /** The token the page itself uses now. */
  const token = async (): Promise<string> => {
    const request = await host.page.waitForRequest(/\/embed\/_page\/session$/, { timeout: 10_000 });
    return request.headers().authorization!;
  };

  describe('events', () => {
    const stories: Record<string, (of: SurfaceName) => Promise<void>> = {
      async ready(of) {
        await enter(of);
        const expected = { embedTenant: 'acme', deploymentId: desk.deploymentId, mode: 'signed', surface: of };
        const own = of === 'dashboard' ? { publicId: desk.publicId } : {};
        assert.deepEqual((await typed('ready'))[0].payload, { ...expected, ...own });
        assert.equal((await types())[0], 'ready', 'the first event');
        await showNumbers();
        await host.act('set-session', { sessionId: await mint() });
        await host.act('refresh');
        await pause(aLook);
        assert.equal((await typed('ready')).length, 1, 'once per session');
        await forget();
        // Private: nobody's tenant, and known to the platform.
        await desk.turn({ signedIn: true });
        await host.embed(`${desk.url}${pathOf(of)}`);
        const { payload } = await host.event('ready');
        await desk.turn({ signedIn: false });
        assert.deepEqual([payload.mode, payload.embedTenant], ['private', null]);
      },
      async view(of) {
        await enter(of);
        const [loaded] = await typed('view');
        assert.equal(loaded.payload.surface, of);
        assert.equal(loaded.payload.publicId, of === 'dashboard' ? desk.publicId : undefined);
        assert.ok(loaded.payload.title.length > 0);
        await forget();
        const path = { dashboard: `/dashboard/${desk.publicId}/orders`, app: '/explore/sales', chat: '/chat-1' }[of];
        if (of === 'chat') await ask('total amount by status');
        else await host.act('navigate', { path });
        assert.equal((await host.event('view')).payload.path, path, 'and on each navigation');
        assert.equal((await typed('view')).length, 1);
      },
      async navigate(of) {
        await enter(of);
        await forget();
        const from = of === 'dashboard' ? `/dashboard/${desk.publicId}` : '/';
        if (of === 'dashboard') {
          await frame()
            .getByRole('button', { name: /^Enlarge: Revenue by month/ })
            .click();
        } else if (of === 'app') await frame().locator('nav [data-path="/chat"]').click();
        else await ask('total amount by status');
        const { payload } = await host.event('navigate');
        const path = { dashboard: `${from}/revenue-by-month`, app: '/chat', chat: '/chat-1' }[of];
        assert.deepEqual(payload, { path, previousPath: from });
      },
      async 'dashboard-loaded'(of) {
        await enter(of);
        const [{ payload }] = await typed('dashboard-loaded');
        assert.equal(payload.publicId, desk.publicId);
        assert.equal(payload.widgetCount, await frame().locator('[data-widget]').count());
        assert.ok(payload.loadDurationMs > 0);
        assert.equal(await frame().locator('[data-widget]:not([data-phase=ready])').count(), 0, 'all are rendered');
      },
      async download(of) {
        await enter(of, '&allowExport=true');
        const take = async (place: string, format: string) => {
          await forget();
          const menu = frame().locator(`${place} details.menu:has([data-download=${format}])`);
          const file = host.page.waitForEvent('download');
          await menu.locator('summary').click();
          await menu.locator(`[data-download=${format}]`).click();
          const { payload } = await host.event('download', 60_000);
          await (await file).cancel();
          return payload;
        };
        const widgetId = 'revenue-by-city';
        const about = { widgetId, title: 'Revenue by city', target: 'widget' };
        const rowCount = await frame().locator(`[data-widget=${widgetId}] tbody tr`).count();
        for (const format of ['csv', 'xlsx'])
          assert.deepEqual(await take(`[data-widget=${widgetId}]`, format), { ...about, format, rowCount });
        assert.deepEqual(await take(`[data-widget=${widgetId}]`, 'png'), { ...about, format: 'png' });
        for (const format of ['png', 'pdf'])
          assert.deepEqual(await take('.head', format), {
            format,
            target: 'dashboard',
            title: 'Sales of the sample shop',
          });
        await enter(of);
        assert.equal(await frame().locator('[data-download]').count(), 0, 'only where the address allows it');
      },
      async drilldown(of) {
        await enter(of);
        await frame().locator('[data-widget=orders] [data-drill]').click();
        const { payload } = await host.event('drilldown');
        const value = Number(await frame().locator('[data-widget=orders] [data-value]').getAttribute('data-value'));
        assert.deepEqual(payload, { member: 'sales.count', value, widgetId: 'orders' });
      },
      async 'ai-query'(of) {
        await enter(of);
        await ask('total amount by status');
        await ask('weather in Paris');
        await pause(300);
        const told = (await typed('ai-query')).map(({ payload }) => payload);
        assert.deepEqual(
          told.map(({ query, status }) => [query, status]),
          [
            ['total amount by status', 'submitted'],
            ['total amount by status', 'completed'],
            ['weather in Paris', 'submitted'],
            ['weather in Paris', 'error'],
          ],
        );
        assert.equal(new Set(told.map(({ chatId }) => chatId)).size, 1, 'one chat');
        assert.ok(told.every(({ agentId }) => typeof agentId === 'string'));
      },
      async 'session-expiring'(of) {
        await enter(of);
        await leave(31 * minute);
        await pause(aLook);
        assert.deepEqual(await typed('session-expiring'), [], 'not earlier than half an hour before');
        desk.advanceClock(1.5 * minute);
        const { payload, timestamp } = await host.event('session-expiring', 5_000);
        assert.ok(payload.expiresInMs > 29 * minute && payload.expiresInMs <= 30 * minute, String(payload.expiresInMs));
        assert.ok(Math.abs(payload.expiresAt - timestamp - payload.expiresInMs) < 5_000, 'both say the same moment');
        desk.advanceClock(10 * minute);
        await pause(aLook);
        assert.equal((await typed('session-expiring')).length, 1, 'once per session');
      },
      async 'session-expired'(of) {
        await enter(of);
        await leave(-5 * minute);
        const { payload, timestamp } = await host.event('session-expired', 5_000);
        assert.ok(Math.abs(timestamp - payload.expiredAt - 5 * minute) < 10_000, 'when it did, in epoch milliseconds');
        assert.equal((await host.event('session-expiring')).payload.expiresInMs, 0, 'late, and then 0');
        await pause(aLook);
        assert.equal((await typed('session-expired')).length, 1);
      },
      async error(of) {
        const used = await mint(boundTo(of));
        await desk.exchange(used);
        await keep();
        surface = of;
        await host.embed(`${desk.url}${pathOf(of)}?session=${used}`);
        const { payload } = await host.event('error');
        assert.equal(payload.fatal, true, 'the whole surface went down');
        assert.equal(payload.context, 'embed-render');
        assert.ok(payload.message.length > 0 && payload.name.length > 0);
        await enter(of);
        await forget();
        await host.act('navigate', { path: '/no/such/path/anywhere' });
        assert.notEqual((await host.event('error')).payload.fatal, true);
        if (of !== 'dashboard') return;
        await forget();
        await desk.admin('POST', '/_emulator/faults', [
          { kind: 'status', status: 500, operation: 'data.load', times: 1 },
        ]);
        await host.act('refresh');
        const partial = (await host.event('error')).payload;
        assert.deepEqual([partial.context, partial.fatal], ['embed-render', false], 'one widget only');
        await desk.admin('DELETE', '/_emulator/faults');
        await host.event('dashboard-loaded');
      },
    };

    for (const [name, { surfaces: from }] of Object.entries(eventRows))
      for (const of of from)
        it(`${name} from ${of}`, async () => {
          const story = stories[name];
          assert.ok(story, `nothing here makes a page say ${name}`);
          await story(of);
        });

    it('in private mode the session neither warns nor lapses', async () => {
      await keep();
      surface = 'dashboard';
      await desk.turn({ signedIn: true });
      await host.embed(`${desk.url}${pathOf('dashboard')}`);
      await host.event('dashboard-loaded');
      desk.advanceClock(30 * hour);
      await pause(2 * aLook);
      await desk.turn({ signedIn: false });
      const after = await types();
      assert.ok(!after.includes('session-expiring') && !after.includes('session-expired'), after.join());
      assert.ok((await queries(() => host.act('refresh'), 8)).length >= 8, 'and goes on');
      assert.equal(await host.attribute('data-state'), 'active');
    });
  });

  describe('actions', () => {
    const said = (name: string) => host.attribute(`data-${name}`);
    const style = (name: string) =>
      frame().evaluate(`getComputedStyle(document.documentElement).getPropertyValue('--${name}')`);
    const until = async (what: string, read: () => Promise<unknown>, wanted: unknown) => {
      let last: unknown;
      for (const end = Date.now() + 5_000; Date.now() < end; await pause(50)) {
        last = await read();
        if (last === wanted) return;
      }
      assert.equal(last, wanted, what);
    };
    const stories: Record<string, (of: SurfaceName) => Promise<void>> = {
      async 'set-color-scheme'() {
        for (const scheme of ['dark', 'light']) {
          await host.act('set-color-scheme', { scheme });
          await until(scheme, () => said('scheme'), scheme);
        }
        await host.act('set-color-scheme', { scheme: 'auto' });
        for (const colorScheme of ['dark', 'light'] as const) {
          await host.page.emulateMedia({ colorScheme });
          await until('auto follows the system', () => said('scheme'), colorScheme);
        }
      },
      async 'set-theme'() {
        await host.act('set-theme', { primaryColor: '#e5484d', borderRadius: '2px', font: 'Georgia', another: 1 });
        await until('primaryColor', () => style('primary'), '#e5484d');
        await until('borderRadius', () => style('radius'), '2px');
        assert.match(String(await style('font')), /Georgia/);
      },
      async 'set-locale'() {
        const words = () => frame().locator('body').innerText();
        const english = await words();
        for (const locale of ['de-DE', 'de', 'de-AT', 'pt-BR', 'fr']) {
          await host.act('set-locale', { locale });
          await until(locale, () => said('locale'), locale);
          if (locale !== 'pt-BR') assert.notEqual(await words(), english, `the words are ${locale}’s`);
        }
      },
      async 'set-timezone'() {
        await showNumbers();
        const zones = async (timezone: string) =>
          (await queries(() => host.act('set-timezone', { timezone }), 1)).map(({ query }) => query.timezone);
        const asked = await zones('Asia/Tokyo');
        assert.ok(asked.length > 0 && asked.every((zone) => zone === 'Asia/Tokyo'), asked.join());
        for (const offset of ['+02:00', 'UTC+2', '-0530', 'Nowhere/Land', 'GMT+02:00'])
          await host.act('set-timezone', { timezone: offset });
        await pause(300);
        assert.equal(await said('timezone'), 'Asia/Tokyo', 'bare offsets are ignored');
      },
      async 'set-filter'(of) {
        const filter = 'f_sales.customers_country=["Portugal"]';
        if (of === 'app') await host.act('navigate', { path: `/dashboard/${desk.publicId}` });
        const orders = () => frame().locator('[data-widget=orders] [data-value]').getAttribute('data-value');
        const before = of === 'chat' ? '' : await orders();
        await forget();
        await host.act('set-filter', { filterUrlParameter: filter });
        if (of === 'chat') {
          await pause(500);
          assert.deepEqual(await types(), [], 'there is no dashboard to push it into');
          return;
        }
        await frame().locator('[data-filter="sales.customers_country"]', { hasText: 'Portugal' }).waitFor();
        for (const end = Date.now() + 10_000; (await orders()) === before && Date.now() < end; ) await pause(50);
        assert.ok(Number(await orders()) > 0 && Number(await orders()) < Number(before), `${await orders()} ${before}`);
      },
      async navigate(of) {
        if (of === 'chat') await ask('total amount by status');
        const path = { dashboard: `/dashboard/${desk.publicId}/orders`, app: '/explore/sales', chat: '/' }[of];
        await forget();
        await host.act('navigate', { path });
        assert.equal((await host.event('navigate')).payload.path, path);
        await forget();
        await host.act('navigate', { path: '/no/such/path' });
        assert.equal((await host.event('error')).payload.context, 'navigate');
        assert.ok(!(await types()).includes('navigate'));
      },
      async refresh(of) {
        await showNumbers();
        const run = await queries(() => host.act('refresh'), of === 'dashboard' ? 8 : 1);
        assert.ok(run.length >= (of === 'dashboard' ? 8 : 1), String(run.length));
      },
      async 'set-session'() {
        await showNumbers();
        await mark();
        const before = (await queries(() => host.act('refresh'), 1))[0]!.token;
        await host.act('set-session', { sessionId: await mint() });
        await pause(aLook);
        const after = (await queries(() => host.act('refresh'), 1))[0]!.token;
        assert.notEqual(after, before, 'queries run under the fresh session');
        assert.equal(await marked(), 1, 'without a reload');
      },
    };

    for (const name of Object.keys(actionRows))
      for (const of of surfaces)
        it(`${name} on ${of}`, async () => {
          const story = stories[name];
          assert.ok(story, `nothing here sends ${name}`);
          await enter(of);
          await story(of);
        });

    it('set-timezone takes precedence over the address and the account', async () => {
      await desk.turn({ account: { timezone: 'Europe/Paris' } });
      await enter('dashboard', '&timezone=Europe/Madrid');
      assert.equal(await said('timezone'), 'Europe/Madrid');
      await host.act('set-timezone', { timezone: 'Europe/Oslo' });
      await until('the host', () => said('timezone'), 'Europe/Oslo');
      await desk.turn({ account: {} });
    });

    it('no other envelope is obeyed, and what is in none of the tables does nothing', async () => {
      await enter('dashboard');
      await forget();
      const dark = { scheme: 'dark' };
      for (const over of [
        { source: 'other' },
        { source: null },
        { direction: 'event' },
        { surface: 'dashboard' },
        { type: 'svc:action:paint' },
        { type: 'other:action:set-color-scheme' },
        { payload: null },
        { payload: { scheme: 'sepia' } },
      ])
        await host.act('set-color-scheme', dark, over);
      await host.act('set-locale', { locale: 'es', extra: { a: 1 } }, { version: 2 });
      await until('what came last, with fields from the future', () => said('locale'), 'es');
      assert.equal(await said('scheme'), 'light');
      assert.deepEqual(await types(), []);
    });
  });

  describe('states', () => {
    const state = () => host.attribute('data-state');
    const lapse = async () => {
      await leave(-minute);
      await host.event('session-expired', 5_000);
    };
    const warn = async () => {
      await leave(20 * minute);
      await host.event('session-expiring', 5_000);
    };
    /** Ids that must be refused: nobody's, used up, and minted too long before. */
    const rejected = async () => {
      const [redeemed, old] = [await mint(), await mint()];
      await desk.exchange(redeemed);
      return ['nobody-made-this', redeemed, old];
    };
    const refuseAll = async (ids: readonly string[], expected: 'active' | 'expired') => {
      await mark();
      await forget();
      for (const [before, sessionId] of ids.entries()) {
        await host.act('set-session', { sessionId });
        for (const end = Date.now() + 30_000; (await typed('error')).length <= before && Date.now() < end; )
          await pause(50);
        assert.equal(await state(), expected);
      }
      await pause(aLook);
      assert.equal(await state(), expected);
      const refused = ids.map(() => 'error');
      assert.deepEqual(await types(), refused, 'one refusal each, and nothing else happens');
      for (const { payload } of await typed('error')) {
        assert.deepEqual([payload.context, payload.name], ['session-renewal', 'EmbedSessionExchangeError']);
        assert.notEqual(payload.fatal, true);
      }
      assert.equal(await marked(), 1);
    };
    const inside = () => frame().locator('[data-filter="sales.customers_country"]', { hasText: 'Portugal' }).count();
    const stories: Record<SessionRow, (of: SurfaceName) => Promise<void>> = {
      async 'active: session-expiring → expiring'(of) {
        await warn();
        assert.equal(await state(), 'active', 'it works on until it lapses');
        if (of === 'dashboard') assert.ok((await queries(() => host.act('refresh'), 8)).length >= 8);
      },
      async 'active: session-expired → expired'() {
        await lapse();
        await stays();
      },
      async 'expiring: session-expired → expired'() {
        await warn();
        await lapse();
        assert.ok((await types()).indexOf('session-expiring') < (await types()).indexOf('session-expired'));
        await stays();
      },
      async 'expiring: set-session with a valid id → active'(of) {
        await showNumbers();
        if (of === 'dashboard') await host.act('set-filter', { filterUrlParameter: portugal });
        await warn();
        await mark();
        await forget();
        await host.act('set-session', { sessionId: await mint() });
        await pause(aLook);
        desk.advanceClock(2 * hour);
        await pause(aLook);
        assert.deepEqual([await state(), await marked()], ['active', 1]);
        assert.ok(
          (await types()).every((type) => type === 'dashboard-loaded'),
          (await types()).join(),
        );
        if (of === 'dashboard') assert.equal(await inside(), 1, 'what the viewer had is there');
        assert.ok((await queries(() => host.act('refresh'), 1)).length > 0);
      },
      async 'expired: set-session with a valid id → active'(of) {
        if (of === 'dashboard') await host.act('set-filter', { filterUrlParameter: portugal });
        await lapse();
        await mark();
        await forget();
        await host.act('set-session', { sessionId: await mint() });
        await host.event('ready');
        assert.deepEqual([await state(), await marked()], ['active', 1], 'no reload');
        if (of === 'dashboard') {
          await host.event('dashboard-loaded');
          assert.equal(await inside(), 0, 'transient state is lost');
        }
      },
      async 'active: set-session with a rejected id → unchanged'() {
        const ids = await rejected();
        desk.advanceClock(6 * minute);
        await refuseAll(ids, 'active');
      },
      async 'expiring: set-session with a rejected id → unchanged'() {
        const ids = await rejected();
        await warn();
        await refuseAll(ids, 'active');
        desk.advanceClock(25 * minute);
        await host.event('session-expired', 5_000);
      },
      async 'expired: set-session with a rejected id → unchanged'() {
        const ids = await rejected();
        await lapse();
        await refuseAll(ids, 'expired');
        await host.act('set-session', { sessionId: await mint() });
        await host.event('ready');
      },
    };
    const portugal = 'f_sales.customers_country=["Portugal"]';
    /** An embed that lapsed does not recover by anything but a session. */
    const stays = async () => {
      await forget();
      const run = await queries(async () => {
        await host.act('refresh');
        await host.act('set-timezone', { timezone: 'Asia/Tokyo' });
        await pause(aLook);
      }, 0);
      assert.deepEqual(run, []);
      assert.equal(await state(), 'expired');
    };

    for (const row of sessionRows)
      for (const of of surfaces)
        it(`${row}, on ${of}`, async () => {
          await enter(of);
          await stories[row](of);
        });
  });

  describe('everything that was heard', () => {
    it('is what the table has on that surface, in the envelope it has, with each field and value of it', () => {
      assert.ok(all.length > 100, `${all.length} messages were heard`);
      const seen = new Map<string, Set<string>>();
      for (const { surface: of, heard } of all) {
        const { origin, data } = heard;
        const text = JSON.stringify(data).slice(0, 300);
        assert.equal(origin, desk.url);
        assert.deepEqual(
          Object.keys(data).sort(),
          ['direction', 'payload', 'source', 'surface', 'timestamp', 'type'],
          text,
        );
        assert.deepEqual([data.source, data.direction, data.surface], ['svc-embed', 'event', of], text);
        assert.ok(Number.isInteger(data.timestamp) && data.timestamp > 1_600_000_000_000, text);
        const name = String(data.type).replace(/^svc:event:/, '');
        const row = eventRows[name];
        assert.ok(row, `${name} is no event: ${text}`);
        assert.ok(row.surfaces.includes(of), `${name} does not come from ${of}: ${text}`);
        assert.ok(payloadFits(name, data.payload), text);
        for (const [field, value] of Object.entries(data.payload)) {
          const known = row.fields.find((each) => each.field === field);
          assert.ok(known, `${name} has no ${field}: ${text}`);
          const values = seen.get(`${name}.${field}`) ?? new Set();
          seen.set(`${name}.${field}`, values.add(Array.isArray(known.type) ? String(value) : typeof value));
        }
      }
      for (const [name, { fields }] of Object.entries(eventRows))
        for (const { field, type } of fields) {
          const values = seen.get(`${name}.${field}`) ?? new Set();
          if (typeof type === 'string') assert.ok(values.size > 0, `${name}.${field} was never said`);
          else assert.deepEqual([...values].sort(), [...type].sort(), `${name}.${field} takes each of its values`);
        }
    });
  });
});
