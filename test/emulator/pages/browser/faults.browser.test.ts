/** The faults that the switches of the embedded pages inject, seen from the host. */

import assert from 'node:assert/strict';
import { waitFor } from '../../../run/waitFor.ts';
import { useEmbedFixture } from './embedFixture.ts';

describe('faults of the embedded pages', () => {
  const fixture = useEmbedFixture();

  /** Embeds the dashboard with a fault, and drops its messages after the check: they break the rules on purpose. */
  const inject = async (switches: object, check: () => Promise<void>) => {
    const { client, host } = fixture();
    await client.setSwitches(switches);
    try {
      await fixture().embed('dashboard', `?session=${await fixture().mint()}`);
      await check();
    } finally {
      const off = { neverReady: false, wrongOrigin: false, flood: false, refuseFraming: false, expireSessions: false };
      await client.setSwitches(off);
      await host.embed('about:blank');
    }
  };

  it('neverReady: sends nothing', () =>
    inject({ neverReady: true }, async () => {
      await fixture().locator('#config').waitFor({ state: 'attached' });
      await fixture().host.frame().waitForLoadState();
      assert.deepEqual(await fixture().host.messages(), []);
      assert.equal(await fixture().host.attribute('data-state'), null);
    }));

  it('wrongOrigin: sends from an opaque origin', () =>
    inject({ wrongOrigin: true }, async () => {
      await fixture().host.event('ready');
      for (const { origin } of await fixture().host.messages()) assert.equal(origin, 'null');
    }));

  it('flood: sends many messages, valid and broken', () =>
    inject({ flood: 400 }, async () => {
      await fixture().host.event('ready');
      const messages = async () => (await fixture().host.messages()).map(({ data }) => data);
      await waitFor('the host has received 500 messages', async () => (await messages()).length > 500);
      assert.ok((await messages()).some(({ source }) => source !== 'svc-embed'));
      assert.ok((await messages()).some(({ type }) => String(type).startsWith('svc:event:noise')));
    }));

  it('expireSessions: ends the session', () =>
    inject({}, async () => {
      await fixture().host.event('ready');
      await fixture().client.setSwitches({ expireSessions: 'now' });
      await fixture().host.event('session-expired');
    }));

  it('refuseFraming: is not loaded', async () => {
    const response = fixture().host.page.waitForResponse(/\/embed\/dashboard\//);
    await inject({ refuseFraming: true }, async () => {
      assert.equal((await response).headers()['x-frame-options'], 'DENY');
      await waitFor('the browser shows an error page', async () => {
        const content = await fixture().host.frame().content();
        return !content.includes('id="config"');
      });
      assert.deepEqual(await fixture().host.messages(), []);
    });
  });
});
