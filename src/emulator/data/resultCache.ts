/**
 * Results of the data API by query. The same query shares one running computation; a caller waits for it for a limited time and
 * asks again later. A computation ends early when no caller waits for it or is expected back.
 */

import { delay, raceAbort } from '../../base/async.ts';

/** Who asks. A caller that is asked to wait comes back with the same id. */
export interface QueryCaller {
  id: string;
  /** Aborts when the caller goes. */
  signal: AbortSignal;
}

interface ResultCacheOptions<T> {
  /** Aborts when the server ends. */
  closing: AbortSignal;
  /** The size of a result, in bytes. */
  sizeOf: (result: T) => number;
  /** Milliseconds in which a caller is expected back. Default 15 000: three times the interval of the public client. */
  patienceMs?: number;
  /** Bytes of results that are kept. Default 64 MB. */
  maxSize?: number;
}

interface Entry<T> {
  work: Promise<T>;
  state: 'pending' | 'done' | 'failed';
  size: number;
  /** The number of callers that wait now. */
  waiting: number;
  /** When a caller was asked to wait, by its id. */
  expected: Map<string, number>;
  abandon: AbortController;
  leaving: NodeJS.Timeout | undefined;
}

/** Number of results that are kept. */
const maxKept = 500;

export class ResultCache<T> {
  readonly #options: Required<ResultCacheOptions<T>>;
  readonly #entries = new Map<string, Entry<T>>();

  constructor(options: ResultCacheOptions<T>) {
    this.#options = { patienceMs: 15_000, maxSize: 64 * 1024 * 1024, ...options };
  }

  /**
   * The result of a query, and whether it was computed for an earlier request; undefined when it takes longer than `waitMs`: the
   * caller asks again. `renew` asks for a new result, except for the one that the caller was asked to wait for. A failure is
   * reported once and not kept.
   * @param work gets a signal that aborts when no caller needs the result
   * @throws CancelledError when the caller goes
   */
  async get(
    key: string,
    work: (signal: AbortSignal) => Promise<T>,
    { waitMs, renew = false, caller }: { waitMs: number; renew?: boolean; caller: QueryCaller },
  ): Promise<{ result: T; cached: boolean } | undefined> {
    let entry = this.#entries.get(key);
    const comesBack = entry?.expected.delete(caller.id) ?? false;
    if (!entry || (renew && entry.state !== 'pending' && !comesBack)) entry = this.#start(key, work);
    const running = entry.work;
    const cached = entry.state === 'done' && !comesBack;
    const stop = new AbortController();
    const gone = AbortSignal.any([this.#options.closing, caller.signal]);
    clearTimeout(entry.leaving);
    entry.waiting += 1;
    try {
      const timeout = delay(waitMs, AbortSignal.any([stop.signal, gone])).then(() => 'timeout' as const);
      timeout.catch(() => {});
      const first = await Promise.race([running.then((result) => ({ result })), raceAbort(timeout, gone)]);
      if (first !== 'timeout') return { result: first.result, cached };
      entry.expected.set(caller.id, performance.now());
      return undefined;
    } catch (failure) {
      if (entry.state === 'failed') this.#drop(key, entry);
      throw failure;
    } finally {
      stop.abort();
      entry.waiting -= 1;
      this.#leave(key, entry);
    }
  }

  /** The caller is asked to wait, also for a result that is computed already. */
  expect(key: string, caller: string): void {
    this.#entries.get(key)?.expected.set(caller, performance.now());
  }

  clear(): void {
    this.#entries.clear();
  }

  #start(key: string, work: (signal: AbortSignal) => Promise<T>): Entry<T> {
    const abandon = new AbortController();
    const entry: Entry<T> = {
      work: work(abandon.signal),
      state: 'pending',
      size: 0,
      waiting: 0,
      expected: new Map(),
      abandon,
      leaving: undefined,
    };
    entry.work.then(
      (result) => {
        entry.state = 'done';
        entry.size = this.#options.sizeOf(result);
        this.#dropOldest();
      },
      () => {
        entry.state = 'failed';
      },
    );
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    this.#dropOldest();
    return entry;
  }

  /** Ends a computation that no caller waits for, once none is expected back. */
  #leave(key: string, entry: Entry<T>): void {
    if (entry.waiting > 0 || entry.state !== 'pending') return;
    const ms = this.#expectedFor(entry);
    const abandon = () => {
      this.#drop(key, entry);
      entry.abandon.abort();
    };
    if (ms === 0) abandon();
    else entry.leaving = setTimeout(abandon, ms).unref();
  }

  /** The milliseconds for which a caller is expected back; 0 if none is. */
  #expectedFor({ expected }: Entry<T>): number {
    const last = Math.max(Number.NEGATIVE_INFINITY, ...expected.values());
    return Math.max(0, last + this.#options.patienceMs - performance.now());
  }

  #drop(key: string, entry: Entry<T>): void {
    if (this.#entries.get(key) === entry) this.#entries.delete(key);
  }

  /** Results that a caller comes back for stay: without them, it would wait for the same computation again. */
  #dropOldest(): void {
    let size = [...this.#entries.values()].reduce((sum, entry) => sum + entry.size, 0);
    for (const [oldest, entry] of this.#entries) {
      if (this.#entries.size <= maxKept && size <= this.#options.maxSize) break;
      if (entry.state === 'pending' || entry.waiting > 0 || this.#expectedFor(entry) > 0) continue;
      this.#entries.delete(oldest);
      size -= entry.size;
    }
  }
}
