import assert from 'node:assert/strict';
import { nextWake } from '../../../../src/webview/dashboard/session/embedSession.ts';
import { sessionTimes } from '../../../../src/webview/dashboard/session/sessionState.ts';
import { testSeed } from '../../../run/testSeed.ts';
import { activeHost, SimulatedHost } from './simulatedHost.ts';

const hour = 3_600_000;
const minute = 60_000;

describe('embed session', () => {
  it('is created for each load and branch, and expires after about 23 hours', () => {
    const host = activeHost();
    assert.deepEqual(host.effects, [
      { effect: 'mint', attempt: 1, reason: 'load', branch: 'dev-me' },
      { effect: 'load-frame', sessionId: 'id-1' },
    ]);
    assert.equal(host.end - host.now, 23 * hour);
    host.give({ input: 'load', mode: 'signed', branch: null });
    assert.equal(host.mints.length, 2);
    assert.equal(host.mints[1]?.branch, null);
  });

  it('active → expiring → active: one renewal, without a reload', () => {
    const host = activeHost();
    host.pass(22.5 * hour);
    host.expiring();
    assert.equal(host.state.phase, 'expiring');
    assert.equal(host.mints.length, 2);
    host.mint();
    assert.equal(host.state.phase, 'active');
    assert.deepEqual(host.sent, ['id-2']);
    assert.equal(host.effects.filter(({ effect }) => effect === 'load-frame').length, 1);
    assert.equal(host.end - host.now, 23 * hour);
  });

  it('active → expired → active without a warning', () => {
    const host = activeHost();
    host.pass(22 * hour);
    host.expired(host.now);
    assert.equal(host.state.phase, 'expired');
    host.mint();
    assert.equal(host.state.phase, 'active');
    assert.deepEqual(host.sent, ['id-2']);
  });

  it('expiring → expired during a renewal: one renewal', () => {
    const host = activeHost();
    host.pass(22.5 * hour);
    const end = host.end;
    host.expiring(end);
    host.pass(20 * 1_000);
    host.expired(end);
    assert.equal(host.state.phase, 'expired');
    assert.equal(host.mints.length, 2);
    host.mint();
    assert.equal(host.mints.length, 2);
    assert.equal(host.state.phase, 'active');
  });

  it('renews once for both events, in either order and however late', () => {
    for (const order of [
      ['expiring', 'expired'],
      ['expired', 'expiring'],
    ] as const) {
      for (const late of [0, 1_000, 29 * minute, 2 * hour]) {
        const host = activeHost();
        host.pass(22.5 * hour);
        const end = host.end;
        host[order[0]](end);
        host.mint();
        host.pass(late);
        host[order[1]](end);
        host[order[1]](end);
        host.expiring(end);
        assert.deepEqual([host.mints.length, host.state.phase], [2, 'active'], `${order.join(' → ')}, ${late} ms late`);
      }
    }
  });

  it('renews again for the next session, with a new id', () => {
    const host = activeHost();
    for (let round = 0; round < 5; round += 1) {
      host.pass(22.5 * hour);
      host.expiring();
      host.mint();
    }
    assert.deepEqual(host.sent, ['id-2', 'id-3', 'id-4', 'id-5', 'id-6']);
  });

  it('renews for an expiry well before the handled one: the session was revoked', () => {
    const host = activeHost();
    host.pass(22.5 * hour);
    host.expiring();
    host.mint();
    host.pass(5 * minute);
    host.expired(host.now);
    assert.equal(host.mints.length, 3);
    assert.equal(host.state.phase, 'expired');
  });

  it('keeps the phase after a refused id and retries with growing waits', () => {
    for (const phase of ['expiring', 'expired'] as const) {
      const host = activeHost();
      host.pass(22.5 * hour);
      host[phase](host.end);
      const waits: number[] = [];
      for (let round = 0; round < 12; round += 1) {
        host.mint();
        assert.equal(host.state.phase, 'active');
        host.refuse();
        assert.equal(host.state.phase, phase);
        host.refuse();
        const minted = host.mints.length;
        const wait = nextWake(host.state)! - host.now;
        waits.push(wait);
        host.pass(wait - 1);
        assert.equal(host.mints.length, minted, 'not before its time, and once for one refusal');
        host.pass(1);
        assert.equal(host.mints.length, minted + 1);
      }
      assert.equal(new Set(host.sent).size, host.sent.length, 'no id is sent twice');
      assert.ok(waits.every((wait, index) => index === 0 || wait >= waits[index - 1]!));
      assert.equal(waits.at(-1), sessionTimes.longestRetryMs);
    }
  });

  it('handles a refusal that arrives minutes later', () => {
    const host = activeHost();
    host.expired(host.now);
    host.mint();
    host.pass(10 * minute);
    host.refuse();
    assert.equal(host.state.phase, 'expired');
    host.pass(2_000);
    assert.equal(host.mints.length, 3);
  });

  it('ignores a refusal without a sent id', () => {
    const host = activeHost();
    const before = host.state;
    host.refuse();
    assert.deepEqual(host.state, before);
  });

  it('retries a failed mint with a wait, and reports a forbidden one without a retry', () => {
    const host = activeHost();
    host.pass(22.5 * hour);
    host.expiring();
    host.failMint();
    assert.equal(host.state.problem?.kind, 'mint-failed');
    host.pass(sessionTimes.firstRetryMs);
    assert.equal(host.mints.length, 3);
    host.failMint(true);
    assert.equal(host.state.problem?.kind, 'mint-forbidden');
    host.pass(10 * minute);
    assert.equal(host.mints.length, 3);
  });

  it('ignores the answer to an earlier mint', () => {
    const host = activeHost();
    host.give({ input: 'load', mode: 'signed', branch: 'a' });
    host.give({ input: 'load', mode: 'signed', branch: 'b' });
    const before = host.effects.length;
    host.give({ input: 'minted', attempt: 2, sessionId: 'late' });
    host.give({ input: 'mint-failed', attempt: 2, forbidden: true, message: 'late' });
    assert.equal(host.effects.length, before);
    host.mint();
    assert.equal(host.state.phase, 'loading');
  });

  it('renews once on show after an expiry during sleep', () => {
    const host = activeHost();
    const end = host.end;
    // The computer slept: no timer ran and no event arrived.
    host.now += 60 * hour;
    host.give({ input: 'shown' });
    host.give({ input: 'shown' });
    assert.equal(host.mints.length, 2);
    assert.equal(host.state.phase, 'expired');
    host.mint();
    // The embedded page wakes too and sends the events that it missed.
    host.expired(end);
    host.expiring(end);
    host.give({ input: 'shown' });
    assert.deepEqual([host.mints.length, host.state.phase], [2, 'active']);
  });

  it('starts a waiting retry immediately on show', () => {
    const host = activeHost();
    host.expired(host.now);
    for (let round = 0; round < 6; round += 1) {
      host.failMint();
      if (round < 5) host.pass(nextWake(host.state)! - host.now);
    }
    const minted = host.mints.length;
    host.give({ input: 'shown' });
    assert.equal(host.mints.length, minted + 1);
  });

  it('does nothing on show while the session is valid', () => {
    const host = activeHost();
    host.pass(hour);
    const before = host.state;
    host.give({ input: 'shown' });
    assert.deepEqual(host.state, before);
  });

  it('reports a page that is not ready in time, and accepts a slow one', () => {
    const host = new SimulatedHost();
    host.give({ input: 'load', mode: 'signed', branch: null });
    host.mint();
    host.pass(sessionTimes.readyMs - 1);
    assert.equal(host.state.phase, 'loading');
    host.pass(1);
    assert.equal(host.state.problem?.kind, 'not-framed');
    host.give({ input: 'ready', mode: 'signed' });
    assert.deepEqual([host.state.phase, host.state.problem], ['active', undefined]);
  });

  it('retries a load with a refused id a few times', () => {
    const host = new SimulatedHost();
    host.give({ input: 'load', mode: 'signed', branch: null });
    for (let round = 0; round < 3; round += 1) {
      host.mint();
      host.refuse();
      host.pass(nextWake(host.state)! - host.now);
    }
    host.mint();
    host.refuse();
    assert.deepEqual([host.state.phase, host.state.problem?.kind], ['failed', 'embed-error']);
    assert.equal(nextWake(host.state), undefined);
    const ids = host.effects.flatMap((effect) => (effect.effect === 'load-frame' ? [effect.sessionId] : []));
    assert.deepEqual(ids, ['id-1', 'id-2', 'id-3', 'id-4']);
  });

  it('creates no session and has no expiry in private mode', () => {
    const host = new SimulatedHost();
    host.give({ input: 'load', mode: 'private', branch: null });
    host.give({ input: 'ready', mode: 'private' });
    host.expiring(host.now);
    host.expired(host.now);
    host.refuse();
    host.give({ input: 'renew' });
    host.pass(100 * hour);
    host.give({ input: 'shown' });
    assert.deepEqual(host.effects, [{ effect: 'load-frame', sessionId: undefined }]);
    assert.equal(host.state.phase, 'active');
  });

  it('stores no session id', () => {
    const host = activeHost();
    host.expired(host.now);
    host.mint();
    assert.equal(JSON.stringify(host.state).includes('id-'), false);
  });

  it('never runs two mints, uses an id twice or wakes endlessly, for any order of inputs', () => {
    const seed = testSeed();
    let random = seed;
    const next = (below: number) => {
      random = (random * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((random / 2_147_483_648) * below);
    };
    for (let round = 0; round < 300; round += 1) {
      const host = activeHost();
      for (let turn = 0; turn < 40; turn += 1) {
        const moment = host.now + (next(5) - 2) * 31 * minute;
        const moves: (() => void)[] = [
          () => host.expiring(moment),
          () => host.expired(moment),
          () => host.refuse(),
          () => host.mint(),
          () => host.failMint(next(4) === 0),
          () => host.give({ input: 'shown' }),
          () => host.give({ input: 'renew' }),
          () => host.give({ input: 'ready', mode: 'signed' }),
          () => host.pass(next(4) * 10 * minute),
        ];
        const minted = host.mints.length;
        const underWay = host.state.pending && host.state.pending.retryAt === undefined;
        const move = next(moves.length);
        moves[move]!();
        // Only an advance of the clock may cause several mints, each after the answer to the one before.
        if (underWay && move !== 3 && move !== 4) assert.equal(host.mints.length, minted, `TEST_SEED=${seed}`);
      }
      assert.equal(new Set(host.sent).size, host.sent.length, `TEST_SEED=${seed}`);
    }
  });
});
