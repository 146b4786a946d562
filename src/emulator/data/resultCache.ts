/**
 * Results of the data API by query. The same query shares one running computation; a caller waits for it for a limited time and
 * asks again later.
 */

import { delay, raceAbort } from '../../base/async.ts';

interface Entry<T> {
  work: Promise<T>;
  state: 'pending' | 'done' | 'failed';
  /** A caller was asked to come back for this result. */
  promised: boolean;
}

/** Number of results that are kept. */
const maxKept = 500;

export class ResultCache<T> {
  readonly #entries = new Map<string, Entry<T>>();

  /**
   * The result of a query, and whether it was computed for an earlier request; undefined when it takes longer than `waitMs`: the
   * caller asks again. `renew` asks for a new result, except for the one that a caller was asked to come back for. A failure is
   * reported once and not kept.
   */
  async get(
    key: string,
    work: () => Promise<T>,
    { waitMs, renew = false, signal }: { waitMs: number; renew?: boolean; signal: AbortSignal },
  ): Promise<{ result: T; cached: boolean } | undefined> {
    let entry = this.#entries.get(key);
    if (!entry || (renew && entry.state !== 'pending' && !entry.promised)) entry = this.#start(key, work);
    const running = entry.work;
    const cached = entry.state === 'done' && !entry.promised;
    const stop = new AbortController();
    try {
      const timeout = delay(waitMs, AbortSignal.any([stop.signal, signal])).then(() => 'timeout' as const);
      timeout.catch(() => {});
      const first = await Promise.race([running.then((result) => ({ result })), raceAbort(timeout, signal)]);
      entry.promised = first === 'timeout';
      return first === 'timeout' ? undefined : { result: first.result, cached };
    } catch (failure) {
      if (entry.state === 'failed' && this.#entries.get(key) === entry) this.#entries.delete(key);
      throw failure;
    } finally {
      stop.abort();
    }
  }

  clear(): void {
    this.#entries.clear();
  }

  #start(key: string, work: () => Promise<T>): Entry<T> {
    const entry: Entry<T> = { work: work(), state: 'pending', promised: false };
    entry.work.then(
      () => {
        entry.state = 'done';
      },
      () => {
        entry.state = 'failed';
      },
    );
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    for (const [oldest, { state }] of this.#entries) {
      if (this.#entries.size <= maxKept) break;
      if (state !== 'pending') this.#entries.delete(oldest);
    }
    return entry;
  }
}
