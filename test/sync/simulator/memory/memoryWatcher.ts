/** A watcher of a folder in memory, as unreliable as real ones: events are late, repeated, reordered or missing, or it fails. */

import { type Disposable, toDisposable } from '../../../../src/base/lifetime.ts';
import type { WatchOptions } from '../../../../src/sync/local/watchFolder.ts';
import type { Random } from '../random.ts';
import type { Owner, Scheduler } from '../scheduler.ts';
import type { Tally } from '../tally.ts';

/** Shares of events. */
export interface WatcherFaults {
  dropped: number;
  duplicated: number;
  delayed: number;
  failed: number;
}

/** Maximum delay of a late event, in milliseconds. */
const maxDelayMs = 8_000;

export class MemoryWatcher {
  readonly #scheduler: Scheduler;
  readonly #random: Random;
  readonly #owner: Owner;
  readonly #tally: Tally;
  #faults: WatcherFaults;
  #options: WatchOptions | undefined;
  #emitted = 0;
  #latest = 0;

  constructor(tools: { scheduler: Scheduler; random: Random; owner: Owner; tally: Tally; faults: WatcherFaults }) {
    this.#scheduler = tools.scheduler;
    this.#random = tools.random;
    this.#owner = tools.owner;
    this.#tally = tools.tally;
    this.#faults = tools.faults;
  }

  readonly source = (options: WatchOptions): Disposable => {
    this.#options = options;
    return toDisposable(() => {
      this.#options = undefined;
    });
  };

  /** Sets the faults of the next events. */
  setFaults(faults: WatcherFaults): void {
    this.#faults = faults;
  }

  /** A file (relative to the folder) changed; `changedAt` is undefined when it was removed. */
  changed(path: string, changedAt: number | undefined): void {
    if (!this.#options?.isRelevant(path)) return;
    const { dropped, duplicated, delayed, failed } = this.#faults;
    const event = ++this.#emitted;
    const chance = this.#random.next();
    if (chance < dropped) this.#tally.count('event dropped');
    else if (chance < dropped + failed) this.#fail();
    else if (chance < dropped + failed + delayed) {
      this.#tally.count('event delayed');
      this.#deliver(event, [changedAt, path], this.#random.below(maxDelayMs));
    } else {
      this.#deliver(event, [changedAt, path], 0);
      if (!this.#random.chance(duplicated)) return;
      this.#tally.count('event duplicated');
      this.#deliver(event, [changedAt, path], this.#random.chance(0.5) ? 0 : this.#random.below(maxDelayMs));
    }
  }

  #deliver(event: number, change: Parameters<WatchOptions['onChange']>, ms: number): void {
    const wait = ms > 0 ? this.#scheduler.clockOf(this.#owner).delay(ms) : this.#scheduler.turn(this.#owner, 'event');
    void wait.then(() => {
      if (event < this.#latest) this.#tally.count('event reordered');
      this.#latest = Math.max(this.#latest, event);
      this.#tally.count('event delivered');
      this.#options?.onChange(...change);
    });
  }

  #fail(): void {
    this.#tally.count('watcher failed');
    void this.#scheduler.turn(this.#owner, 'watcher fails').then(() => {
      this.#options?.onFailure(new Error('Too many events.'));
    });
  }
}
