/** Pages of a list in the contract's envelopes: `items` and `pageInfo`, and the deprecated `data`, `count`, `pagination`. */

import { defaultPageSize } from '../../../contract/definition/shapes.ts';
import { HttpFailure } from '../../records/httpFailure.ts';

interface PageQuery {
  first?: number | undefined;
  after?: string | undefined;
}

const maxPageSize = 1000;

/**
 * A cursor-paginated response; without `first` the whole list. A cursor is a position, or with `keyOf` the key of the last item.
 * Keys must increase along the list; they stay valid while the list changes.
 */
export function cursorPage<T>(all: readonly T[], { first, after }: PageQuery, keyOf?: (item: T) => number) {
  const start = after === undefined ? 0 : startAfter(all, cursorValue(after), keyOf);
  const end = first === undefined ? all.length : start + Math.min(first, maxPageSize);
  const items = all.slice(start, end);
  const cursorOf = (index: number) => cursor(keyOf ? keyOf(all[index]!) : index + 1);
  return {
    items,
    pageInfo: {
      hasNextPage: items.length > 0 && start + items.length < all.length,
      hasPreviousPage: start > 0,
      startCursor: items.length > 0 ? cursorOf(start) : null,
      endCursor: items.length > 0 ? cursorOf(start + items.length - 1) : (after ?? null),
    },
    data: items,
    count: all.length,
    pagination: { offset: start, limit: first ?? all.length, total: all.length },
  };
}

/** An offset-paginated slice. Limits: `limit` 20, `offset` 0 by default. */
export function offsetPage<T>(
  all: readonly T[],
  { offset = 0, limit = defaultPageSize }: { offset?: number | undefined; limit?: number | undefined },
) {
  return { slice: all.slice(offset, offset + limit), pagination: { offset, limit, total: all.length } };
}

function startAfter<T>(all: readonly T[], value: number, keyOf: ((item: T) => number) | undefined): number {
  if (!keyOf) return Math.min(value, all.length);
  const next = all.findIndex((item) => keyOf(item) > value);
  return next < 0 ? all.length : next;
}

function cursor(value: number): string {
  return Buffer.from(`at:${value}`).toString('base64url');
}

/** @throws HttpFailure 400 */
function cursorValue(text: string): number {
  const value = /^at:(\d{1,15})$/.exec(Buffer.from(text, 'base64url').toString())?.[1];
  if (value === undefined) throw new HttpFailure(400, 'after: not a cursor of this list');
  return Number(value);
}
