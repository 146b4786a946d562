import assert from 'node:assert/strict';
import { advance, nextWake } from '../../../../src/webview/core/session/embedSession.ts';
import {
  type EmbedSessionState,
  noSession,
  type SessionEffect,
  type SessionInput,
  sessionTimes,
} from '../../../../src/webview/core/session/sessionState.ts';
import { testSeed } from '../../../run/testSeed.ts';

const hour = 3_600_000;
const minute = 60_000;

/** A host with a clock. The test answers each mint. */
class Stage {
  now = 1_800_000_000_000;
  state: EmbedSessionState = noSession;
  readonly effects: SessionEffect[] = [];
  #ids = 0;

  give(input: SessionInput): void {
    const [state, effects] = advance(this.state, input, this.now);
    this.state = state;
    this.effects.push(...effects);
  }

  /** Lets time pass, waking the machine whenever it asked to be. */
  pass(ms: number): void {
    const until = this.now + ms;
    for (let turns = 0; turns < 1_000; turns += 1) {
      const due = nextWake(this.state);
      if (due === undefined || due > until) break;
      this.now = Math.max(this.now, due);
      const before = this.state;
      this.give({ input: 'tick' });
      assert.notEqual(before, this.state, 'a wake that changes nothing would never end');
    }
    this.now = until;
  }

  get mints() {
    return this.effects.filter((effect) => effect.effect === 'mint');
  }

  get sent(): string[] {
    return this.effects.flatMap((effect) => (effect.effect === 'set-session' ? [effect.sessionId] : []));
  }

  mint(): void {
    this.#ids += 1;
    this.give({ input: 'minted', attempt: this.mints.at(-1)!.attempt, sessionId: `id-${this.#ids}` });
  }

  failMint(forbidden = false): void {
    this.give({ input: 'mint-failed', attempt: this.mints.at(-1)!.attempt, forbidden, message: 'no' });
  }

  get end(): number {
    return this.state.endsAt!;
  }

  expiring(at = this.end): void {
    this.give({ input: 'expiring', expiresAt: at, expiresInMs: Math.max(0, at - this.now) });
  }

  expired(at = this.end): void {
    this.give({ input: 'expired', expiredAt: at });
  }

  refuse(): void {
    this.give({ input: 'exchange-refused', message: 'EmbedSessionExchangeError' });
  }
}

/** A signed dashboard that said it is ready. */
function active(): Stage {
  const stage = new Stage();
  stage.give({ input: 'load', mode: 'signed', branch: 'dev-me' });
  stage.mint();
  stage.give({ input: 'ready', mode: 'signed' });
  assert.equal(stage.state.phase, 'active');
  return stage;
}

describe('embed session', () => {
  it('is created for each load and branch, and expires after about 23 hours', () => {
    const stage = active();
    assert.deepEqual(stage.effects, [
      { effect: 'mint', attempt: 1, reason: 'load', branch: 'dev-me' },
      { effect: 'load-frame', sessionId: 'id-1' },
    ]);
    assert.equal(stage.end - stage.now, 23 * hour);
    stage.give({ input: 'load', mode: 'signed', branch: null });
    assert.equal(stage.mints.length, 2);
    assert.equal(stage.mints[1]?.branch, null);
  });

  it('active → expiring → active: one renewal, without a reload', () => {
    const stage = active();
    stage.pass(22.5 * hour);
    stage.expiring();
    assert.equal(stage.state.phase, 'expiring');
    assert.equal(stage.mints.length, 2);
    stage.mint();
    assert.equal(stage.state.phase, 'active');
    assert.deepEqual(stage.sent, ['id-2']);
    assert.equal(stage.effects.filter(({ effect }) => effect === 'load-frame').length, 1);
    assert.equal(stage.end - stage.now, 23 * hour);
  });

  it('active → expired → active without a warning', () => {
    const stage = active();
    stage.pass(22 * hour);
    stage.expired(stage.now);
    assert.equal(stage.state.phase, 'expired');
    stage.mint();
    assert.equal(stage.state.phase, 'active');
    assert.deepEqual(stage.sent, ['id-2']);
  });

  it('expiring → expired during a renewal: one renewal', () => {
    const stage = active();
    stage.pass(22.5 * hour);
    const end = stage.end;
    stage.expiring(end);
    stage.pass(20 * 1_000);
    stage.expired(end);
    assert.equal(stage.state.phase, 'expired');
    assert.equal(stage.mints.length, 2);
    stage.mint();
    assert.equal(stage.mints.length, 2);
    assert.equal(stage.state.phase, 'active');
  });

  it('renews once for both events, in either order and however late', () => {
    for (const order of [
      ['expiring', 'expired'],
      ['expired', 'expiring'],
    ] as const) {
      for (const late of [0, 1_000, 29 * minute, 2 * hour]) {
        const stage = active();
        stage.pass(22.5 * hour);
        const end = stage.end;
        stage[order[0]](end);
        stage.mint();
        stage.pass(late);
        stage[order[1]](end);
        stage[order[1]](end);
        stage.expiring(end);
        assert.deepEqual(
          [stage.mints.length, stage.state.phase],
          [2, 'active'],
          `${order.join(' → ')}, ${late} ms late`,
        );
      }
    }
  });

  it('renews again for the next session, with a new id', () => {
    const stage = active();
    for (let round = 0; round < 5; round += 1) {
      stage.pass(22.5 * hour);
      stage.expiring();
      stage.mint();
    }
    assert.deepEqual(stage.sent, ['id-2', 'id-3', 'id-4', 'id-5', 'id-6']);
  });

  it('renews for an expiry well before the handled one: the session was revoked', () => {
    const stage = active();
    stage.pass(22.5 * hour);
    stage.expiring();
    stage.mint();
    stage.pass(5 * minute);
    stage.expired(stage.now);
    assert.equal(stage.mints.length, 3);
    assert.equal(stage.state.phase, 'expired');
  });

  it('keeps the phase after a refused id and retries with growing waits', () => {
    for (const phase of ['expiring', 'expired'] as const) {
      const stage = active();
      stage.pass(22.5 * hour);
      stage[phase](stage.end);
      const waits: number[] = [];
      for (let round = 0; round < 12; round += 1) {
        stage.mint();
        assert.equal(stage.state.phase, 'active');
        stage.refuse();
        assert.equal(stage.state.phase, phase);
        stage.refuse();
        const minted = stage.mints.length;
        const wait = nextWake(stage.state)! - stage.now;
        waits.push(wait);
        stage.pass(wait - 1);
        assert.equal(stage.mints.length, minted, 'not before its time, and once for one refusal');
        stage.pass(1);
        assert.equal(stage.mints.length, minted + 1);
      }
      assert.equal(new Set(stage.sent).size, stage.sent.length, 'no id is sent twice');
      assert.ok(waits.every((wait, index) => index === 0 || wait >= waits[index - 1]!));
      assert.equal(waits.at(-1), sessionTimes.longestRetryMs);
    }
  });

  it('handles a refusal that arrives minutes later', () => {
    const stage = active();
    stage.expired(stage.now);
    stage.mint();
    stage.pass(10 * minute);
    stage.refuse();
    assert.equal(stage.state.phase, 'expired');
    stage.pass(2_000);
    assert.equal(stage.mints.length, 3);
  });

  it('ignores a refusal without a sent id', () => {
    const stage = active();
    const before = stage.state;
    stage.refuse();
    assert.deepEqual(stage.state, before);
  });

  it('retries a failed mint with a wait, and reports a forbidden one without a retry', () => {
    const stage = active();
    stage.pass(22.5 * hour);
    stage.expiring();
    stage.failMint();
    assert.equal(stage.state.problem?.kind, 'mint-failed');
    stage.pass(sessionTimes.firstRetryMs);
    assert.equal(stage.mints.length, 3);
    stage.failMint(true);
    assert.equal(stage.state.problem?.kind, 'mint-forbidden');
    stage.pass(10 * minute);
    assert.equal(stage.mints.length, 3);
  });

  it('ignores the answer to an earlier mint', () => {
    const stage = active();
    stage.give({ input: 'load', mode: 'signed', branch: 'a' });
    stage.give({ input: 'load', mode: 'signed', branch: 'b' });
    const before = stage.effects.length;
    stage.give({ input: 'minted', attempt: 2, sessionId: 'late' });
    stage.give({ input: 'mint-failed', attempt: 2, forbidden: true, message: 'late' });
    assert.equal(stage.effects.length, before);
    stage.mint();
    assert.equal(stage.state.phase, 'loading');
  });

  it('renews once on show after an expiry during sleep', () => {
    const stage = active();
    const end = stage.end;
    // The computer slept: no timer ran and no event arrived.
    stage.now += 60 * hour;
    stage.give({ input: 'shown' });
    stage.give({ input: 'shown' });
    assert.equal(stage.mints.length, 2);
    assert.equal(stage.state.phase, 'expired');
    stage.mint();
    // The embedded page wakes too and sends the events that it missed.
    stage.expired(end);
    stage.expiring(end);
    stage.give({ input: 'shown' });
    assert.deepEqual([stage.mints.length, stage.state.phase], [2, 'active']);
  });

  it('starts a waiting retry immediately on show', () => {
    const stage = active();
    stage.expired(stage.now);
    for (let round = 0; round < 6; round += 1) {
      stage.failMint();
      if (round < 5) stage.pass(nextWake(stage.state)! - stage.now);
    }
    const minted = stage.mints.length;
    stage.give({ input: 'shown' });
    assert.equal(stage.mints.length, minted + 1);
  });

  it('does nothing on show while the session is valid', () => {
    const stage = active();
    stage.pass(hour);
    const before = stage.state;
    stage.give({ input: 'shown' });
    assert.deepEqual(stage.state, before);
  });

  it('reports a page that is not ready in time, and accepts a slow one', () => {
    const stage = new Stage();
    stage.give({ input: 'load', mode: 'signed', branch: null });
    stage.mint();
    stage.pass(sessionTimes.readyMs - 1);
    assert.equal(stage.state.phase, 'loading');
    stage.pass(1);
    assert.equal(stage.state.problem?.kind, 'not-framed');
    stage.give({ input: 'ready', mode: 'signed' });
    assert.deepEqual([stage.state.phase, stage.state.problem], ['active', undefined]);
  });

  it('retries a load with a refused id a few times', () => {
    const stage = new Stage();
    stage.give({ input: 'load', mode: 'signed', branch: null });
    for (let round = 0; round < 3; round += 1) {
      stage.mint();
      stage.refuse();
      stage.pass(nextWake(stage.state)! - stage.now);
    }
    stage.mint();
    stage.refuse();
    assert.deepEqual([stage.state.phase, stage.state.problem?.kind], ['failed', 'embed-error']);
    assert.equal(nextWake(stage.state), undefined);
    const ids = stage.effects.flatMap((effect) => (effect.effect === 'load-frame' ? [effect.sessionId] : []));
    assert.deepEqual(ids, ['id-1', 'id-2', 'id-3', 'id-4']);
  });

  it('creates no session and has no expiry in private mode', () => {
    const stage = new Stage();
    stage.give({ input: 'load', mode: 'private', branch: null });
    stage.give({ input: 'ready', mode: 'private' });
    stage.expiring(stage.now);
    stage.expired(stage.now);
    stage.refuse();
    stage.give({ input: 'renew' });
    stage.pass(100 * hour);
    stage.give({ input: 'shown' });
    assert.deepEqual(stage.effects, [{ effect: 'load-frame', sessionId: undefined }]);
    assert.equal(stage.state.phase, 'active');
  });

  it('stores no session id', () => {
    const stage = active();
    stage.expired(stage.now);
    stage.mint();
    assert.equal(JSON.stringify(stage.state).includes('id-'), false);
  });

  it('never runs two mints, uses an id twice or wakes endlessly, for any order of inputs', () => {
    const seed = testSeed();
    let random = seed;
    const next = (below: number) => {
      random = (random * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((random / 2_147_483_648) * below);
    };
    for (let round = 0; round < 300; round += 1) {
      const stage = active();
      for (let turn = 0; turn < 40; turn += 1) {
        const moment = stage.now + (next(5) - 2) * 31 * minute;
        const moves: (() => void)[] = [
          () => stage.expiring(moment),
          () => stage.expired(moment),
          () => stage.refuse(),
          () => stage.mint(),
          () => stage.failMint(next(4) === 0),
          () => stage.give({ input: 'shown' }),
          () => stage.give({ input: 'renew' }),
          () => stage.give({ input: 'ready', mode: 'signed' }),
          () => stage.pass(next(4) * 10 * minute),
        ];
        const minted = stage.mints.length;
        const underWay = stage.state.pending && stage.state.pending.retryAt === undefined;
        const move = next(moves.length);
        moves[move]!();
        // Only an advance of the clock may cause several mints, each after the answer to the one before.
        if (underWay && move !== 3 && move !== 4) assert.equal(stage.mints.length, minted, `TEST_SEED=${seed}`);
      }
      assert.equal(new Set(stage.sent).size, stage.sent.length, `TEST_SEED=${seed}`);
    }
  });
});
