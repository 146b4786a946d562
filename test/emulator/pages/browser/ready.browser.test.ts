/** `ready` is the first event of an embedded page, whatever the host sends before it. Spec: Event catalog. */

import assert from 'node:assert/strict';
import { surfaces } from '../../../contract/messages/specTables.ts';
import { hour, minute, useEmbedFixture } from './embedFixture.ts';

describe('the first event of an embedded page', () => {
  const fixture = useEmbedFixture();
  const { act, state, wrongActions } = {
    act: (name: string, payload: object = {}) => fixture().host.act(name, payload),
    state: (value: string) => fixture().locator(`html[data-state=${value}]`).waitFor({ state: 'attached' }),
    /** Each of them is answered with an error. Waits until the page has received them. */
    async wrongActions() {
      await act('set-filter', { filterUrlParameter: 'no filter' });
      await act('navigate', { path: '/no/such/path' });
      await act('set-session', { sessionId: 'unknown' });
      await act('set-color-scheme', { scheme: 'dark' });
      await fixture().locator('html[data-scheme=dark]').waitFor({ state: 'attached' });
    },
  };

  /** Holds the requests to a route back until they are released. */
  const hold = async (route: RegExp) => {
    const { page } = fixture().host;
    // The page of an earlier test polls.
    await fixture().host.embed('about:blank');
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const requested = page.waitForRequest(route);
    await page.route(route, async (request) => {
      await released;
      await request.continue();
    });
    releases.push(async () => {
      release();
      await page.unroute(route);
    });
    return { requested, release: () => releases.pop()?.() };
  };
  const releases: (() => Promise<void>)[] = [];
  // A test that fails must not hold back the requests of the next one.
  afterEach(async () => {
    for (const release of releases.splice(0)) await release();
  });

  const errorsAfterReady = async () => {
    await fixture().host.event('ready');
    await fixture().host.event('error', 3);
    const names = await fixture().eventNames();
    assert.equal(names[0], 'ready', names.join());
    assert.equal(names.filter((name) => name === 'ready').length, 1);
  };

  for (const surface of surfaces) {
    it(`is ready on ${surface}, whatever it receives while it starts; that is applied afterwards`, async () => {
      const requests = [/\/embed\/session\/token$/, /\/_page\/session$/];
      const content = { dashboard: /\/_page\/dashboards\//, app: /\/_page\/meta$/, chat: undefined }[surface];
      for (const route of content ? [...requests, content] : requests) {
        const held = await hold(route);
        await fixture().embed(surface, `?session=${await fixture().mint({}, surface)}`);
        await held.requested;
        await wrongActions();
        assert.deepEqual(await fixture().eventNames(), []);
        await held.release();
        await errorsAfterReady();
      }
    });

    it(`is ready on ${surface} in private mode, whatever it receives before the sign-in`, async () => {
      await fixture().embed(surface, '');
      await state('sign-in');
      await wrongActions();
      assert.deepEqual(await fixture().eventNames(), []);
      await fixture().locator('[data-sign-in]').click();
      await errorsAfterReady();
    });
  }

  it('is ready, once, for a session that arrives before it', async () => {
    const held = await hold(/\/_page\/session$/);
    await fixture().embed('dashboard', `?session=${await fixture().mint({}, 'dashboard')}`);
    await held.requested;
    const exchanged = fixture().host.page.waitForResponse(/\/embed\/session\/token$/);
    await act('set-session', { sessionId: await fixture().mint() });
    await act('navigate', { path: `/dashboard/${fixture().client.publicId}/orders` });
    await held.release();
    await exchanged;
    await fixture().host.event('view', 2);
    await fixture().pollSession();
    const names = await fixture().eventNames();
    assert.deepEqual([names[0], names.filter((name) => name === 'ready').length], ['ready', 1], names.join());
  });

  it('is ready, before the warning of a session that is about to expire', async () => {
    const held = await hold(/\/_page\/session$/);
    await fixture().embed('dashboard', `?session=${await fixture().mint({}, 'dashboard')}`);
    await held.requested;
    fixture().client.advanceClock(23 * hour - 20 * minute);
    await held.release();
    await fixture().host.event('session-expiring');
    assert.equal((await fixture().eventNames())[0], 'ready');
  });

  it('is ready, before a flood', async () => {
    await fixture().client.setSwitches({ flood: 1000 });
    try {
      await fixture().embed('dashboard', `?session=${await fixture().mint({}, 'dashboard')}`);
      await fixture().host.event('view', 2);
      assert.equal((await fixture().eventNames())[0], 'ready');
    } finally {
      await fixture().client.setSwitches({ flood: false });
      await fixture().host.embed('about:blank');
    }
  });

  it('is one fatal error where it cannot start; a new session makes it ready', async () => {
    await fixture().embed('dashboard', '?session=unknown');
    await state('failed');
    await act('set-filter', { filterUrlParameter: 'no filter' });
    await act('navigate', { path: '/no/such/path' });
    await act('set-session', { sessionId: await fixture().mint() });
    await fixture().host.event('dashboard-loaded');
    assert.deepEqual(await fixture().eventNames(), ['error', 'ready', 'view', 'dashboard-loaded']);
    assert.equal((await fixture().events('error'))[0].payload.fatal, true);
  });
});
