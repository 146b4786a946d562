/** Each row of the specification's action table, on each surface. */

import assert from 'node:assert/strict';
import { actionRows, type SurfaceName, surfaces } from '../../../contract/messages/specTables.ts';
import { waitFor } from '../../../run/waitFor.ts';
import { portugalFilter, useEmbedFixture } from './embedFixture.ts';

type Check = (surface: SurfaceName) => Promise<void>;

describe('actions of the embedded pages', () => {
  const fixture = useEmbedFixture();

  /** Waits for an attribute of the root element. */
  const hasAttribute = (name: string, value: string) =>
    fixture().locator(`html[data-${name}="${value}"]`).waitFor({ state: 'attached' });
  const attribute = (name: string) => fixture().host.attribute(`data-${name}`);
  const style = (name: string) =>
    fixture().host.frame().evaluate(`getComputedStyle(document.documentElement).getPropertyValue('--${name}')`);

  const checks: Record<string, Check> = {
    async 'set-color-scheme'() {
      const { host } = fixture();
      for (const scheme of ['dark', 'light']) {
        await host.act('set-color-scheme', { scheme });
        await hasAttribute('scheme', scheme);
      }
      await host.act('set-color-scheme', { scheme: 'auto' });
      // `auto` follows the operating system.
      for (const colorScheme of ['dark', 'light'] as const) {
        await host.page.emulateMedia({ colorScheme });
        await hasAttribute('scheme', colorScheme);
      }
    },
    async 'set-theme'() {
      const theme = { primaryColor: '#e5484d', borderRadius: '2px', font: 'Georgia', another: 1 };
      await fixture().host.act('set-theme', theme);
      await fixture().fence();
      assert.deepEqual([await style('primary'), await style('radius')], ['#e5484d', '2px']);
      assert.match(String(await style('font')), /Georgia/);
    },
    async 'set-locale'() {
      await fixture().showNumbers();
      const text = () => fixture().locator('body').innerText();
      const english = await text();
      for (const locale of ['de-DE', 'de', 'de-AT', 'pt-BR', 'fr']) {
        await fixture().host.act('set-locale', { locale });
        await hasAttribute('locale', locale);
        await waitFor(`the numbers are formatted for ${locale}`, async () => (await text()) !== english);
      }
    },
    async 'set-timezone'(surface) {
      const { host } = fixture();
      await fixture().showNumbers();
      const widgets = surface === 'chat' ? 1 : 8;
      const queries = await fixture().queries(() => host.act('set-timezone', { timezone: 'Asia/Tokyo' }), widgets);
      assert.deepEqual(new Set(queries.map(({ query }) => query.timezone)), new Set(['Asia/Tokyo']));
      for (const timezone of ['+02:00', 'UTC+2', '-0530', 'Nowhere/Land', 'GMT+02:00'])
        await host.act('set-timezone', { timezone });
      await fixture().fence();
      assert.equal(await attribute('timezone'), 'Asia/Tokyo', 'bare offsets are ignored');
    },
    async 'set-filter'(surface) {
      const { host } = fixture();
      if (surface !== 'chat') await fixture().showNumbers();
      await fixture().clear();
      const all = surface === 'chat' ? 0 : await fixture().orders();
      await host.act('set-filter', { filterUrlParameter: portugalFilter });
      await fixture().fence();
      if (surface === 'chat') return assert.deepEqual(await fixture().eventNames(), [], 'there is no dashboard');
      const chip = fixture().locator('[data-filter="sales.customers_country"]', { hasText: 'Portugal' });
      await chip.waitFor();
      await waitFor('the number of orders changes', async () => (await fixture().orders()) !== all);
      const some = await fixture().orders();
      assert.ok(some > 0 && some < all, `${some} of ${all}`);
    },
    async navigate(surface) {
      const { client, host } = fixture();
      if (surface === 'chat') await fixture().ask('total amount by status');
      const root = { dashboard: `/dashboard/${client.publicId}`, app: '/', chat: '/chat-1' }[surface];
      const path = { dashboard: `${root}/orders`, app: '/explore/sales', chat: '/' }[surface];
      for (const [from, to] of [
        [root, path],
        [path, root],
      ] as const) {
        await fixture().clear();
        await host.act('navigate', { path: to });
        assert.deepEqual((await host.event('navigate')).payload, { path: to, previousPath: from });
      }
      for (const unknown of ['/no/such/path', '/dashboard/another']) {
        await fixture().clear();
        await host.act('navigate', { path: unknown });
        assert.equal((await host.event('error')).payload.context, 'navigate');
        assert.ok(!(await fixture().eventNames()).includes('navigate'));
      }
    },
    async refresh(surface) {
      await fixture().showNumbers();
      await fixture().queries(() => fixture().host.act('refresh'), surface === 'chat' ? 1 : 8);
    },
    async 'set-session'() {
      const { host } = fixture();
      await fixture().showNumbers();
      await fixture().mark();
      const [before] = await fixture().queries(() => host.act('refresh'), 1);
      await host.act('set-session', { sessionId: await fixture().mint() });
      await host.page.waitForResponse(/\/embed\/session\/token$/);
      await fixture().pollSession();
      const [after] = await fixture().queries(() => host.act('refresh'), 1);
      assert.notEqual(after!.token, before!.token, 'queries use the new session');
      assert.ok(await fixture().isMarked(), 'without a reload');
    },
  };

  for (const name of Object.keys(actionRows))
    for (const surface of surfaces)
      it(`applies ${name} on ${surface}`, async () => {
        const check = checks[name];
        assert.ok(check, `no test for ${name}`);
        await fixture().enter(surface);
        await check(surface);
      });

  it('prefers set-timezone to the address and the account', async () => {
    const { client, host } = fixture();
    await client.setAppConfig({ timezoneSettings: { timezone: 'Europe/Paris' } });
    await fixture().enter('dashboard', { query: '&timezone=Europe/Madrid' });
    assert.equal(await attribute('timezone'), 'Europe/Madrid');
    await host.act('set-timezone', { timezone: 'Europe/Oslo' });
    await hasAttribute('timezone', 'Europe/Oslo');
    await client.setAppConfig({ timezoneSettings: { timezone: null } });
  });

  it('ignores other envelopes and unknown actions, and accepts unknown fields', async () => {
    const { host } = fixture();
    await fixture().enter('dashboard');
    await fixture().clear();
    const changes = [
      { source: 'other' },
      { source: null },
      { direction: 'event' },
      { surface: 'dashboard' },
      { type: 'svc:action:paint' },
      { type: 'other:action:set-color-scheme' },
      { payload: null },
      { payload: { scheme: 'sepia' } },
    ];
    for (const change of changes) await host.act('set-color-scheme', { scheme: 'dark' }, change);
    await host.act('set-locale', { locale: 'es', extra: { a: 1 } }, { version: 2 });
    await hasAttribute('locale', 'es');
    assert.equal(await attribute('scheme'), 'light');
    assert.deepEqual(await fixture().eventNames(), []);
  });

  it('accepts actions from its parent only', async () => {
    const { host } = fixture();
    await fixture().enter('dashboard');
    await host.frame().evaluate(`
      window.postMessage({ source: 'svc-embed', direction: 'action', type: 'svc:action:set-color-scheme', payload: { scheme: 'dark' }, timestamp: 1 }, '*')`);
    await fixture().fence();
    assert.equal(await attribute('scheme'), 'light');
  });
});
