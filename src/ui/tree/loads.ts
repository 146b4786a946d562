/** Loading several pages of a list at a time, and only once after a failure. */

import { isCancellation } from '../../base/errors.ts';
import type { LazyList } from '../../session/lazyList.ts';

/** At most this many items of a list are loaded to find one. */
export const maxSearchedItems = 1_000;

/** Loads a list unless it is loaded. A failed list is loaded again only by its `reload`. */
export async function loadOnce(list: Pick<LazyList<unknown>, 'value' | 'load'>): Promise<void> {
  if (list.value.phase !== 'failed') await list.load();
}

/** Loads more pages while `continues` returns true, up to `maxSearchedItems`. */
export async function loadPagesWhile(
  list: Pick<LazyList<unknown>, 'value' | 'loadMore'>,
  continues: () => boolean,
): Promise<void> {
  const hasNextPage = () => list.value.phase === 'ready' && list.value.hasMore;
  while (continues() && hasNextPage() && list.value.items.length < maxSearchedItems) await list.loadMore();
}

/** Why loads failed, by the key of what they load. */
export class LoadFailures extends Map<string, unknown> {
  readonly #onFailure: () => void;

  constructor(onFailure: () => void) {
    super();
    this.#onFailure = onFailure;
  }

  /** Undefined after a failure, until it is deleted. */
  async attempt<T>(key: string, load: () => Promise<T>): Promise<T | undefined> {
    if (this.has(key)) return undefined;
    try {
      return await load();
    } catch (failure) {
      if (isCancellation(failure)) return undefined;
      this.set(key, failure);
      this.#onFailure();
      return undefined;
    }
  }
}
