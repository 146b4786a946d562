/** Runs the session state machine with the page's clock: performs its effects and wakes it at its deadlines. Stores no session id. */

import { messageOf } from '../../base/errors.ts';
import type { ExtensionLink } from './extension/extensionLink.ts';
import { advance, nextWake } from './session/embedSession.ts';
import {
  type EmbedSessionState,
  noSession,
  type SessionEffect,
  type SessionInput,
  type SessionMode,
  sessionTimes,
} from './session/sessionState.ts';

export interface SessionOwner {
  loadFrame(sessionId: string | undefined): void;
  setSession(sessionId: string): void;
  renewalFailed(message: string): void;
  changed(): void;
}

/** Browsers limit timers to 24 days. */
const maxTimer = 2 ** 31 - 1;

export class SessionDriver {
  readonly #ask: ExtensionLink;
  readonly #owner: SessionOwner;
  readonly #readyMs: () => number;
  #state: EmbedSessionState = noSession;
  #wake: ReturnType<typeof setTimeout> | undefined;

  /** @param readyMs milliseconds the embedded page may take to send its `ready` event */
  constructor(ask: ExtensionLink, readyMs: () => number, owner: SessionOwner) {
    this.#ask = ask;
    this.#readyMs = readyMs;
    this.#owner = owner;
  }

  get state(): EmbedSessionState {
    return this.#state;
  }

  step(input: SessionInput): void {
    const times = { ...sessionTimes, readyMs: this.#readyMs() };
    const [state, effects] = advance(this.#state, input, Date.now(), times);
    this.#state = state;
    for (const effect of effects) this.#perform(effect);
    clearTimeout(this.#wake);
    const due = nextWake(this.#state);
    if (due !== undefined) {
      const wait = Math.min(Math.max(due - Date.now(), 0), maxTimer);
      this.#wake = setTimeout(() => this.step({ input: 'tick' }), wait);
    }
    this.#owner.changed();
  }

  /** Fails without a load, because the platform's response headers forbid framing. */
  refuseFraming(mode: SessionMode, message: string): void {
    const problem = { kind: 'not-framed', message } as const;
    clearTimeout(this.#wake);
    this.#state = { ...noSession, mode, attempt: this.#state.attempt, phase: 'failed', problem };
    this.#owner.changed();
  }

  /** Extends the deadline of a slow embedded page. */
  keepWaiting(): void {
    const readyBy = Date.now() + 4 * this.#readyMs();
    this.#state = { ...this.#state, phase: 'loading', problem: undefined, readyBy };
    this.step({ input: 'tick' });
  }

  #perform(effect: SessionEffect): void {
    if (effect.effect === 'mint') void this.#mint(effect);
    else if (effect.effect === 'set-session') this.#owner.setSession(effect.sessionId);
    else this.#load(effect.sessionId);
  }

  #load(sessionId: string | undefined): void {
    try {
      this.#owner.loadFrame(sessionId);
    } catch (failure) {
      this.step({ input: 'fatal', message: messageOf(failure) });
    }
  }

  async #mint({ attempt, reason, branch }: Extract<SessionEffect, { effect: 'mint' }>): Promise<void> {
    const answer = await this.#ask('mintSession', { branch, reason }).catch((failure: unknown) => ({
      ok: false as const,
      kind: 'other' as const,
      message: messageOf(failure),
      action: undefined,
    }));
    if (answer.ok) {
      this.step({ input: 'minted', attempt, sessionId: answer.sessionId });
      return;
    }
    const { kind, message, action } = answer;
    const forbidden = kind === 'forbidden';
    this.step({ input: 'mint-failed', attempt, forbidden, message, action: action ?? undefined });
    if (reason === 'renewal') this.#owner.renewalFailed(message);
  }
}
