/** Each row of the specification's state table of the signed embed session, on each surface. */

import assert from 'node:assert/strict';
import { type SessionRow, type SurfaceName, sessionRows, surfaces } from '../../../contract/messages/specTables.ts';
import { hour, minute, portugalFilter, useEmbedFixture } from './embedFixture.ts';

type Check = (surface: SurfaceName) => Promise<void>;

describe('sessions of the embedded pages', () => {
  const fixture = useEmbedFixture();

  const state = () => fixture().host.attribute('data-state');
  const expire = async () => {
    await fixture().moveToEnd(-minute);
    await fixture().host.event('session-expired');
  };
  const warn = async () => {
    await fixture().moveToEnd(20 * minute);
    await fixture().host.event('session-expiring');
  };
  const sendSession = async () => {
    const exchanged = fixture().host.page.waitForResponse(/\/embed\/session\/token$/);
    await fixture().host.act('set-session', { sessionId: await fixture().mint() });
    await exchanged;
  };
  const countPortugal = () =>
    fixture().locator('[data-filter="sales.customers_country"]', { hasText: 'Portugal' }).count();
  const filterPortugal = () =>
    fixture().reload(() => fixture().host.act('set-filter', { filterUrlParameter: portugalFilter }));

  /** An unknown id, a used one, and one that expires when the clock moves on. */
  const rejectedIds = async () => {
    const [used, old] = [await fixture().mint(), await fixture().mint()];
    await fixture().client.exchange(used);
    return ['unknown-id', used, old];
  };
  const sendRejected = async (ids: readonly string[], expected: 'active' | 'expired') => {
    await fixture().mark();
    await fixture().clear();
    for (const [index, sessionId] of ids.entries()) {
      await fixture().host.act('set-session', { sessionId });
      const { payload } = await fixture().host.event('error', index + 1);
      assert.deepEqual([payload.context, payload.name], ['session-renewal', 'EmbedSessionExchangeError']);
      assert.notEqual(payload.fatal, true);
      assert.equal(await state(), expected);
    }
    if (expected === 'active') await fixture().pollSession();
    await fixture().fence();
    assert.equal(await state(), expected);
    const errors = ids.map(() => 'error');
    assert.deepEqual(await fixture().eventNames(), errors, 'one error for each id and nothing else');
    assert.ok(await fixture().isMarked());
  };
  /** Only a new session ends the expired state. */
  const staysExpired = async () => {
    await fixture().clear();
    const queries = await fixture().queries(async () => {
      await fixture().host.act('refresh');
      await fixture().host.act('set-timezone', { timezone: 'Asia/Tokyo' });
    }, 0);
    assert.deepEqual(queries, []);
    assert.equal(await state(), 'expired');
    await fixture().locator('[data-failure=expired]').waitFor();
  };

  const checks: Record<SessionRow, Check> = {
    async 'active: session-expiring → expiring'(surface) {
      await warn();
      assert.equal(await state(), 'active', 'it works until it expires');
      if (surface === 'dashboard') await fixture().queries(() => fixture().host.act('refresh'), 8);
    },
    async 'active: session-expired → expired'() {
      await expire();
      await staysExpired();
    },
    async 'expiring: session-expired → expired'() {
      await warn();
      await expire();
      const names = await fixture().eventNames();
      assert.ok(names.indexOf('session-expiring') < names.indexOf('session-expired'));
      await staysExpired();
    },
    async 'expiring: set-session with a valid id → active'(surface) {
      await fixture().showNumbers();
      if (surface === 'dashboard') await filterPortugal();
      const orders = surface === 'dashboard' ? await fixture().orders() : 0;
      await warn();
      await fixture().mark();
      await fixture().clear();
      await sendSession();
      await fixture().pollSession();
      fixture().client.advanceClock(2 * hour);
      await fixture().pollSession();
      assert.deepEqual([await state(), await fixture().isMarked()], ['active', true]);
      assert.deepEqual(await fixture().eventNames(), [], 'nothing is loaded again');
      if (surface === 'dashboard') assert.deepEqual([await countPortugal(), await fixture().orders()], [1, orders]);
      await fixture().queries(() => fixture().host.act('refresh'), 1);
    },
    async 'expired: set-session with a valid id → active'(surface) {
      if (surface === 'dashboard') await filterPortugal();
      const orders = surface === 'dashboard' ? await fixture().orders() : 0;
      await expire();
      await fixture().mark();
      await fixture().clear();
      await sendSession();
      await fixture().host.event('ready');
      assert.deepEqual([await state(), await fixture().isMarked()], ['active', true], 'no reload');
      assert.equal(await fixture().locator('[data-failure]').count(), 0);
      if (surface !== 'dashboard') return;
      await fixture().host.event('dashboard-loaded');
      assert.equal(await countPortugal(), 0, 'transient state is lost');
      assert.notEqual(await fixture().orders(), orders);
    },
    async 'active: set-session with a rejected id → unchanged'(surface) {
      const ids = await rejectedIds();
      fixture().client.advanceClock(6 * minute);
      await sendRejected(ids, 'active');
      if (surface === 'dashboard') await fixture().reload(() => fixture().host.act('refresh'));
    },
    async 'expiring: set-session with a rejected id → unchanged'() {
      const ids = await rejectedIds();
      await warn();
      await sendRejected(ids, 'active');
      fixture().client.advanceClock(25 * minute);
      await fixture().host.event('session-expired');
    },
    async 'expired: set-session with a rejected id → unchanged'() {
      const ids = await rejectedIds();
      await expire();
      await sendRejected(ids, 'expired');
      await sendSession();
      await fixture().host.event('ready');
    },
  };

  for (const [row, title] of Object.entries(sessionRows) as [SessionRow, string][])
    for (const surface of surfaces)
      it(`${title}: ${row}, on ${surface}`, async () => {
        await fixture().enter(surface);
        await checks[row](surface);
      });
});
