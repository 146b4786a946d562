/** Retries while the platform cannot be reached, with growing pauses. */

import type { Clock } from '../base/clock.ts';

const offlineKinds = new Set(['dns', 'refused', 'proxy', 'timeout', 'reset', 'server']);

/** Whether a failure means that the platform cannot be reached now, rather than that it refuses. */
export function isOffline(failure: unknown): boolean {
  return offlineKinds.has((failure as { kind?: string } | undefined)?.kind ?? '');
}

const firstPauseMs = 5_000;
const longestPauseMs = 60_000;

/** Repeats `attempt` from `start` until it succeeds, fails for another reason, `stop` is called or the lifetime ends. */
export class OfflineRetry {
  readonly #clock: Clock;
  readonly #ended: AbortSignal;
  readonly #attempt: () => Promise<unknown>;
  #running: AbortController | undefined;

  constructor(clock: Clock, ended: AbortSignal, attempt: () => Promise<unknown>) {
    this.#clock = clock;
    this.#ended = ended;
    this.#attempt = attempt;
  }

  start(): void {
    if (this.#running || this.#ended.aborted) return;
    const running = new AbortController();
    this.#running = running;
    this.#repeat(AbortSignal.any([running.signal, this.#ended])).catch(() => {});
  }

  stop(): void {
    this.#running?.abort();
    this.#running = undefined;
  }

  async #repeat(signal: AbortSignal): Promise<void> {
    for (let pause = firstPauseMs; ; pause = Math.min(pause * 2, longestPauseMs)) {
      await this.#clock.delay(pause, signal);
      try {
        await this.#attempt();
        return this.stop();
      } catch (failure) {
        if (!isOffline(failure)) return this.stop();
      }
    }
  }
}
