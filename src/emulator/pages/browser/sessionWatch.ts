/** Polls the state of the session, because the emulator's clock can be moved, and reports when the session expires. */

import type { SessionState } from '../pageApi.ts';
import { RequestFailure, type ServerLink } from './serverLink.ts';

export interface SessionListener {
  onState(state: SessionState): void;
  /** Once per session. Times in milliseconds. */
  onExpiring(expiresAt: number, expiresInMs: number): void;
  /** Once per session. */
  onExpired(expiredAt: number): void;
}

const intervalMs = 900;
/** Spec: Limits, “Expiry warning lead time”. */
const warningMs = 30 * 60_000;

export class SessionWatch {
  readonly #server: ServerLink;
  readonly #listener: SessionListener;
  #state: SessionState | undefined;
  #warned = false;
  #expired = false;
  #timer: ReturnType<typeof setInterval> | undefined;
  #polling = false;
  #following = false;

  constructor(server: ServerLink, listener: SessionListener) {
    this.#server = server;
    this.#listener = listener;
    // Browsers slow the timers of hidden pages down.
    document.addEventListener('visibilitychange', () => this.#poll());
  }

  get state(): SessionState | undefined {
    return this.#state;
  }

  /** Reads the session of the server link's current token; `follow` reports its expiry. @throws RequestFailure */
  async start(): Promise<SessionState> {
    this.#following = false;
    this.#warned = false;
    this.#expired = false;
    const state = await this.#server.session();
    this.#update(state);
    return state;
  }

  /** Reports that the session expires, now and whenever its state changes. */
  follow(): void {
    this.#following = true;
    this.#timer ??= setInterval(() => this.#poll(), intervalMs);
    this.#report(this.#state!);
  }

  async #poll(): Promise<void> {
    const before = this.#state;
    if (!this.#following || this.#polling || !before || before.expired) return;
    this.#polling = true;
    const { token } = this.#server;
    try {
      const state = await this.#server.session();
      if (token === this.#server.token) this.#update(state);
    } catch (failure) {
      // Any other failure is temporary: the next poll asks again.
      const rejected = failure instanceof RequestFailure && failure.status === 401;
      if (rejected && token === this.#server.token) this.#update({ ...before, expired: true });
    } finally {
      this.#polling = false;
    }
  }

  #update(state: SessionState): void {
    this.#state = state;
    this.#listener.onState(state);
    if (this.#following) this.#report(state);
  }

  #report(state: SessionState): void {
    const { expiresAt, now } = state;
    if (expiresAt !== null && !this.#warned && expiresAt - now <= warningMs) {
      this.#warned = true;
      this.#listener.onExpiring(expiresAt, Math.max(0, expiresAt - now));
    }
    if (!state.expired || this.#expired) return;
    this.#expired = true;
    this.#listener.onExpired(expiresAt !== null && expiresAt < now ? expiresAt : now);
  }
}
