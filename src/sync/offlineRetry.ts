/** What to do while the platform is out of reach: try again, less and less often, until it is back. */

import type { Clock } from './disk/clock.ts';

const outOfReach = new Set(['dns', 'refused', 'proxy', 'timeout', 'reset', 'server']);

/** Whether a failure says that the platform cannot be reached now, rather than that it refuses. */
export function isOffline(failure: unknown): boolean {
  return outOfReach.has((failure as { kind?: string } | undefined)?.kind ?? '');
}

const firstPauseMs = 5_000;
const longestPauseMs = 60_000;

/** Repeats `attempt` with growing pauses from `start` until it succeeds, `stop` is called or the lifetime ends. */
export class OfflineRetry {
  readonly #clock: Clock;
  readonly #ended: AbortSignal;
  readonly #attempt: () => Promise<void>;
  #running: AbortController | undefined;

  constructor(clock: Clock, ended: AbortSignal, attempt: () => Promise<void>) {
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
