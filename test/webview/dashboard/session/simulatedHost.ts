import assert from 'node:assert/strict';
import { advance, nextWake } from '../../../../src/webview/dashboard/session/embedSession.ts';
import {
  type EmbedSessionState,
  noSession,
  type SessionEffect,
  type SessionInput,
} from '../../../../src/webview/dashboard/session/sessionState.ts';

/** A host with a clock. The test answers each mint. */
export class SimulatedHost {
  now = 1_800_000_000_000;
  state: EmbedSessionState = noSession;
  readonly effects: SessionEffect[] = [];
  #ids = 0;

  give(input: SessionInput): void {
    const [state, effects] = advance(this.state, input, this.now);
    this.state = state;
    this.effects.push(...effects);
  }

  /** Advances the clock and runs the state machine at each time it asked for. */
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

/** A host whose signed dashboard is ready. */
export function activeHost(): SimulatedHost {
  const host = new SimulatedHost();
  host.give({ input: 'load', mode: 'signed', branch: 'dev-me' });
  host.mint();
  host.give({ input: 'ready', mode: 'signed' });
  assert.equal(host.state.phase, 'active');
  return host;
}
