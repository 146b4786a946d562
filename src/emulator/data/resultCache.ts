/**
 * Answers of the data API by what was asked: worked out once, waited for a while, kept while they are of use. A question that is
 * asked again while its answer is being worked out waits for the same one. Knows nothing of queries.
 */

import { delay, raceAbort } from '../../base/async.ts';

interface Entry<T> {
  work: Promise<T>;
  state: 'pending' | 'answered' | 'failed';
  /** Somebody was told to come back for it. */
  promised: boolean;
}

const kept = 500;

export class ResultCache<T> {
  readonly #entries = new Map<string, Entry<T>>();

  /**
   * The answer to a question, or undefined while it takes longer than `waitMs`: ask again. `renew` wants one that is not older than
   * the question, unless it is the one it was told to come back for. A failure is told once and then forgotten.
   */
  async get(
    key: string,
    work: () => Promise<T>,
    { waitMs, renew = false, signal }: { waitMs: number; renew?: boolean; signal: AbortSignal },
  ): Promise<T | undefined> {
    let entry = this.#entries.get(key);
    if (!entry || (renew && entry.state !== 'pending' && !entry.promised)) entry = this.#start(key, work);
    const { work: under } = entry;
    const enough = new AbortController();
    try {
      const waited = delay(waitMs, AbortSignal.any([enough.signal, signal])).then(() => 'waited' as const);
      waited.catch(() => {});
      const first = await Promise.race([under.then((answer) => ({ answer })), raceAbort(waited, signal)]);
      entry.promised = first === 'waited';
      if (first === 'waited') return undefined;
      return first.answer;
    } catch (failure) {
      if (entry.state === 'failed' && this.#entries.get(key) === entry) this.#entries.delete(key);
      throw failure;
    } finally {
      enough.abort();
    }
  }

  clear(): void {
    this.#entries.clear();
  }

  #start(key: string, work: () => Promise<T>): Entry<T> {
    const entry: Entry<T> = { work: work(), state: 'pending', promised: false };
    entry.work.then(
      () => {
        entry.state = 'answered';
      },
      () => {
        entry.state = 'failed';
      },
    );
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    for (const [oldest, { state }] of this.#entries) {
      if (this.#entries.size <= kept) break;
      if (state !== 'pending') this.#entries.delete(oldest);
    }
    return entry;
  }
}
