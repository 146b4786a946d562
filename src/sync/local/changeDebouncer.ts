/** Joins change events into few rescans: one when no event came for a while. */

import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/lifetime.ts';

interface ChangeDebouncerOptions {
  clock: Clock;
  /** When the last scan began, in milliseconds since the epoch. */
  scannedAt: () => number;
  /** Called when there was no request for `quietMs`, at the latest `maxWaitMs` after the first one. */
  onQuiet: () => void;
  quietMs?: number;
  maxWaitMs?: number;
}

/** How far a disk's clock may be behind. */
const coarseMs = 100;

export class ChangeDebouncer implements Disposable {
  readonly #options: Required<ChangeDebouncerOptions>;
  readonly #ended = new AbortController();
  #requestedAt = 0;
  #waiting = false;

  constructor(options: ChangeDebouncerOptions) {
    this.#options = { quietMs: 300, maxWaitMs: 10_000, ...options };
  }

  /**
   * A file changed at `changedAt` (milliseconds since the epoch; undefined: it was removed). Ignores changes before the last
   * scan: after a checkout of ten thousand files, events arrive long after git is done.
   */
  changeEvent(changedAt: number | undefined): void {
    if (changedAt === undefined || changedAt > this.#options.scannedAt() - coarseMs) this.request();
  }

  /** Requests a rescan. */
  request(): void {
    this.#requestedAt = this.#options.clock.now();
    if (this.#waiting || this.#ended.signal.aborted) return;
    this.#waiting = true;
    this.#untilQuiet(this.#requestedAt).catch(() => {});
  }

  dispose(): void {
    this.#ended.abort();
  }

  async #untilQuiet(since: number): Promise<void> {
    const { clock, scannedAt, onQuiet, quietMs, maxWaitMs } = this.#options;
    for (;;) {
      const left = Math.min(this.#requestedAt + quietMs, since + maxWaitMs) - clock.now();
      if (left <= 0) break;
      // Never longer, even if the computer's clock is changed.
      await clock.delay(Math.min(left, quietMs), this.#ended.signal);
    }
    if (this.#ended.signal.aborted) return;
    this.#waiting = false;
    // A scan may have begun since the last request.
    if (this.#requestedAt >= scannedAt()) onQuiet();
  }
}
