/** A list that loads on demand, page by page. */

import { CancelledError } from '../base/errors.ts';
import { type Event, type Observable, Value } from '../base/event.ts';
import type { Disposable } from '../base/lifetime.ts';

type LoadPhase = 'idle' | 'loading' | 'ready' | 'failed';

export interface Loaded<T> {
  phase: LoadPhase;
  items: readonly T[];
  hasMore: boolean;
  failure: unknown;
}

export interface LoadedPage<T> {
  items: readonly T[];
  hasNextPage: boolean;
}

const notLoaded: Loaded<never> = { phase: 'idle', items: [], hasMore: false, failure: undefined };

/** A paged list. It keeps its items while it reloads and when loading fails. */
export class LazyList<T> implements Observable<Loaded<T>>, Disposable {
  readonly #openPages: (signal: AbortSignal) => AsyncIterable<LoadedPage<T>>;
  readonly #state = new Value<Loaded<T>>(notLoaded);
  #pages: AsyncIterator<LoadedPage<T>> | undefined;
  #run: AbortController | undefined;
  #loading: Promise<void> | undefined;
  #pageCount = 0;

  constructor(openPages: (signal: AbortSignal) => AsyncIterable<LoadedPage<T>>) {
    this.#openPages = openPages;
  }

  get value(): Loaded<T> {
    return this.#state.value;
  }

  get onChange(): Event<Loaded<T>> {
    return this.#state.onChange;
  }

  /** Loads the first page unless it is loaded or loading. Never rejects: see `value.failure`. */
  async load(): Promise<void> {
    if (this.value.phase === 'idle' || this.value.phase === 'failed') void this.#restart(1);
    await this.#settled();
  }

  async loadMore(): Promise<void> {
    if (this.value.phase === 'ready' && this.value.hasMore)
      await this.#track(this.#loadPages(1, [...this.value.items]));
  }

  /** Loads the same number of pages again. */
  async reload(): Promise<void> {
    await this.#restart(Math.max(1, this.#pageCount));
  }

  /** All items; loads the missing pages. @throws the failure of a load, CancelledError after the end of the list. */
  async all(): Promise<readonly T[]> {
    await this.load();
    while (this.value.phase === 'ready' && this.value.hasMore) {
      await this.loadMore();
      await this.#settled();
    }
    if (this.value.phase === 'failed') throw this.value.failure;
    if (this.value.phase !== 'ready') throw new CancelledError();
    return this.value.items;
  }

  dispose(): void {
    this.#run?.abort();
    this.#state.dispose();
  }

  #restart(pages: number): Promise<void> {
    this.#run?.abort();
    this.#run = new AbortController();
    this.#pages = this.#openPages(this.#run.signal)[Symbol.asyncIterator]();
    this.#pageCount = 0;
    return this.#track(this.#loadPages(pages, []));
  }

  /** Waits for the running load, and for those that replace it. */
  async #settled(): Promise<void> {
    for (let awaited: Promise<void> | undefined; awaited !== this.#loading; ) {
      awaited = this.#loading;
      await awaited;
    }
  }

  #track(work: Promise<void>): Promise<void> {
    this.#loading = work;
    return work;
  }

  async #loadPages(pages: number, items: T[]): Promise<void> {
    const run = this.#run;
    const source = this.#pages;
    this.#state.update((current) => ({ ...current, phase: 'loading', failure: undefined }));
    try {
      let hasMore = true;
      for (let page = 0; page < pages && hasMore; page += 1) {
        const next = await source?.next();
        if (run !== this.#run) return;
        if (!next || next.done) {
          hasMore = false;
          break;
        }
        items.push(...next.value.items);
        hasMore = next.value.hasNextPage;
        this.#pageCount += 1;
      }
      this.#state.set({ phase: 'ready', items, hasMore, failure: undefined });
    } catch (failure) {
      // A load that others cancelled, such as by closing the client, has failed: only our own signal ends it silently.
      if (run !== this.#run || run?.signal.aborted) return;
      this.#state.update((current) => ({ ...current, phase: 'failed', failure }));
    }
  }
}
