/** The host page in a browser against the specification's table of session states. */

import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { HostState } from '../../../src/contract/messages/hostConfig.ts';
import { waitFor } from '../../run/waitFor.ts';
import { politeEmbed, untilState } from '../../webview/dashboard/hostUnderTest.ts';
import { ConformanceFixture } from './conformanceFixture.ts';
import { type SessionRow, sessionRows } from './specTables.ts';

const minute = 60_000;
const hour = 60 * minute;

describe('the host page conforms to the table of session', () => {
  const fixture = new ConformanceFixture();
  afterEach(() => fixture.close());

  describe('states', () => {
    const phase = (wanted: HostState['phase']) => untilState(fixture.host, (now) => now.phase === wanted);
    const warn = async () => {
      await fixture.page.clock.fastForward(22.5 * hour);
      const now = (await fixture.page.evaluate('Date.now()')) as number;
      await fixture.say('session-expiring', { expiresAt: now + 30 * minute, expiresInMs: 30 * minute });
      await phase('expiring');
    };
    const expire = async () => {
      await fixture.say('session-expired', { expiredAt: (await fixture.page.evaluate('Date.now()')) as number });
      await phase('expired');
    };
    const untilMinted = async (count: number) => {
      await waitFor(
        `${count} sessions are created`,
        () => fixture.minted >= count,
        () => fixture.minted,
      );
      assert.equal(fixture.minted, count);
    };
    /** Completes the running renewal. */
    const renewed = async (id: string) => {
      fixture.release.shift()!();
      await (await fixture.embedded()).waitForFunction(
        `told.some(({ payload }) => payload.sessionId === ${JSON.stringify(id)})`,
      );
      await phase('active');
    };
    const refuse = () =>
      fixture.say('error', { message: 'refused', name: 'EmbedSessionExchangeError', context: 'session-renewal' });
    const isRefused = async (was: HostState['phase'], id: string, next: string) => {
      await renewed(id);
      await refuse();
      const { problem } = await phase(was);
      assert.equal(problem, null, 'a working page stays loaded');
      const count = fixture.minted;
      await pause(300);
      assert.equal(fixture.minted, count, 'no immediate retry');
      await fixture.page.clock.fastForward(10_000);
      await untilMinted(count + 1);
      await renewed(next);
    };
    const scenarios: Record<SessionRow, () => Promise<void>> = {
      async 'active: session-expiring → expiring'() {
        await warn();
        await untilMinted(2);
        await fixture.say('session-expiring', { expiresAt: 1, expiresInMs: 0 });
        await pause(300);
        assert.equal(fixture.minted, 2, 'one renewal at a time');
      },
      async 'active: session-expired → expired'() {
        await expire();
        await untilMinted(2);
      },
      async 'expiring: session-expired → expired'() {
        await warn();
        await untilMinted(2);
        await expire();
        await pause(300);
        assert.equal(fixture.minted, 2, 'once for both events');
      },
      async 'expiring: set-session with a valid id → active'() {
        await warn();
        await untilMinted(2);
        await renewed('secret-id-2');
        await fixture.say('session-expired', {
          expiredAt: ((await fixture.page.evaluate('Date.now()')) as number) + 30 * minute,
        });
        await pause(300);
        assert.deepEqual(
          [fixture.minted, (await fixture.state()).phase, (await fixture.state()).counts.renewals],
          [2, 'active', 1],
        );
      },
      async 'expired: set-session with a valid id → active'() {
        await expire();
        await untilMinted(2);
        await renewed('secret-id-2');
      },
      async 'active: set-session with a rejected id → unchanged'() {
        await fixture.host.ask('runCommand', { command: 'renew' });
        await untilMinted(2);
        await isRefused('active', 'secret-id-2', 'secret-id-3');
      },
      async 'expiring: set-session with a rejected id → unchanged'() {
        await warn();
        await untilMinted(2);
        await isRefused('expiring', 'secret-id-2', 'secret-id-3');
      },
      async 'expired: set-session with a rejected id → unchanged'() {
        await expire();
        await untilMinted(2);
        await isRefused('expired', 'secret-id-2', 'secret-id-3');
      },
    };

    for (const [row, title] of Object.entries(sessionRows) as [SessionRow, string][])
      it(`${title}: ${row}`, async () => {
        await fixture.show();
        await untilState(fixture.host, ({ counts }) => counts.loads === 1);
        await (await fixture.embedded()).evaluate('window.mark = 1');
        await scenarios[row]();
        assert.equal(await (await fixture.embedded()).evaluate('window.mark'), 1, 'without a reload');
        const ids = (await fixture.sent('set-session')).map(({ payload }) => payload.sessionId);
        assert.equal(new Set(ids).size, ids.length, 'a fresh id each time');
        assert.ok(!(await fixture.page.content()).includes('secret-id'), 'no id on the page');
        assert.ok(!JSON.stringify(await fixture.state()).includes('secret-id'));
      });

    it('renews a session that expired while the computer slept when the page becomes visible', async () => {
      await fixture.show();
      await fixture.page.clock.fastForward(40 * hour);
      await fixture.host.ask('visibility', { visible: true });
      await untilMinted(2);
      await renewed('secret-id-2');
      assert.equal((await fixture.state()).phase, 'active');
    });

    it('creates no session in private mode, whatever events arrive', async () => {
      await fixture.show(politeEmbed.replace("mode: 'signed'", "mode: 'private'"), { mode: 'private' });
      await fixture.say('session-expiring', { expiresAt: 1, expiresInMs: 0 });
      await fixture.say('session-expired', { expiredAt: 1 });
      await refuse();
      await untilState(fixture.host, ({ counts }) => counts.accepted >= 5);
      assert.deepEqual([fixture.minted, (await fixture.state()).phase], [0, 'active']);
    });
  });
});
