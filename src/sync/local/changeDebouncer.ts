/** Joins the hints of a watcher that something changed into rare calls to look. Knows neither watcher nor folder. */

import type { Disposable } from '../../base/lifetime.ts';
import type { Clock } from '../disk/clock.ts';

export interface ChangeDebouncerOptions {
  clock: Clock;
  /** When the folder was looked at last, in milliseconds since the epoch. */
  lookedAt: () => number;
  /** Called once there was no hint for `quietMs`, at the latest `patienceMs` after the first one. */
  onQuiet: () => void;
  quietMs?: number;
  patienceMs?: number;
}

/** How far a disk's clock may lag behind. */
const coarseMs = 100;

export class ChangeDebouncer implements Disposable {
  readonly #options: Required<ChangeDebouncerOptions>;
  readonly #ended = new AbortController();
  #hintedAt = 0;
  #waiting = false;

  constructor(options: ChangeDebouncerOptions) {
    this.#options = { quietMs: 300, patienceMs: 10_000, ...options };
  }

  /**
   * A watcher told of a file that changed at `changedAt`, in milliseconds since the epoch; undefined: it is gone. Ten
   * thousand files take a watcher longer to tell of than git to write: what was looked at since is no news.
   */
  told(changedAt: number | undefined): void {
    if (changedAt === undefined || changedAt > this.#options.lookedAt() - coarseMs) this.hint();
  }

  /** Something may have changed. */
  hint(): void {
    this.#hintedAt = this.#options.clock.now();
    if (this.#waiting || this.#ended.signal.aborted) return;
    this.#waiting = true;
    this.#untilQuiet(this.#hintedAt).catch(() => {});
  }

  dispose(): void {
    this.#ended.abort();
  }

  async #untilQuiet(since: number): Promise<void> {
    const { clock, lookedAt, onQuiet, quietMs, patienceMs } = this.#options;
    for (;;) {
      const left = Math.min(this.#hintedAt + quietMs, since + patienceMs) - clock.now();
      if (left <= 0) break;
      // Never longer than that, whatever somebody does to the computer's clock.
      await clock.delay(Math.min(left, quietMs), this.#ended.signal);
    }
    if (this.#ended.signal.aborted) return;
    this.#waiting = false;
    // Somebody may have looked since.
    if (this.#hintedAt >= lookedAt()) onQuiet();
  }
}
