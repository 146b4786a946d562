/** Asks the platform about the session once a second, so that its movable clock is noticed, and tells what becomes of it. */

import { expiryWarningMs, type SessionState } from '../wire.ts';
import { Refused, type ServerLink } from './serverLink.ts';

export interface SessionListener {
  heard(state: SessionState): void;
  /** Once a session. Times in milliseconds. */
  expiring(expiresAt: number, expiresInMs: number): void;
  /** Once a session. */
  lapsed(expiredAt: number): void;
}

const everyMs = 900;

export class SessionWatch {
  readonly #server: ServerLink;
  readonly #listener: SessionListener;
  #state: SessionState | undefined;
  #warned = false;
  #token = '';
  #timer: ReturnType<typeof setInterval> | undefined;
  #asking = false;

  constructor(server: ServerLink, listener: SessionListener) {
    this.#server = server;
    this.#listener = listener;
    // Timers of hidden pages are slow.
    document.addEventListener('visibilitychange', () => this.#tick());
  }

  get state(): SessionState | undefined {
    return this.#state;
  }

  /** Watches the session of the server link's token, a new one. @throws Refused */
  async start(): Promise<SessionState> {
    this.#token = this.#server.token;
    this.#warned = false;
    this.#state = undefined;
    const state = await this.#server.session();
    this.#take(state);
    this.#timer ??= setInterval(() => this.#tick(), everyMs);
    return state;
  }

  async #tick(): Promise<void> {
    if (this.#asking || !this.#state || this.#state.lapsed) return;
    this.#asking = true;
    const token = this.#token;
    try {
      const state = await this.#server.session();
      if (token === this.#token && this.#server.token === token) this.#take(state);
    } catch (failure) {
      // Otherwise the platform is away for a moment, and is asked again.
      const forgotten = failure instanceof Refused && failure.status === 401;
      if (forgotten && token === this.#token && this.#server.token === token)
        this.#take({ ...this.#state, lapsed: true });
    } finally {
      this.#asking = false;
    }
  }

  #take(state: SessionState): void {
    const lapsedNow = state.lapsed && !this.#state?.lapsed;
    this.#state = state;
    this.#listener.heard(state);
    const { expiresAt, now } = state;
    if (expiresAt !== null && !this.#warned && expiresAt - now <= expiryWarningMs && state.mode === 'signed') {
      this.#warned = true;
      this.#listener.expiring(expiresAt, Math.max(0, expiresAt - now));
    }
    if (lapsedNow) this.#listener.lapsed(expiresAt !== null && expiresAt < now ? expiresAt : now);
  }
}
