/** Pages of a list in the envelopes of the contract: `items` and `pageInfo` beside the deprecated `data`, `count`, `pagination`. */

import { defaultPageSize } from '../../contract/shapes.ts';
import { HttpFailure } from '../httpFailure.ts';

export interface PageQuery {
  first?: number | undefined;
  after?: string | undefined;
}

const largestPage = 1000;

/** A cursor-paginated answer: without `first` the whole list. */
export function cursorPage<T>(all: readonly T[], { first, after }: PageQuery) {
  const start = after === undefined ? 0 : positionOf(after);
  const end = first === undefined ? all.length : start + Math.min(first, largestPage);
  const items = all.slice(start, end);
  const limit = first ?? all.length;
  return {
    items,
    pageInfo: {
      hasNextPage: end < all.length && items.length > 0,
      hasPreviousPage: start > 0,
      startCursor: items.length > 0 ? cursorAt(start) : null,
      endCursor: items.length > 0 ? cursorAt(start + items.length) : null,
    },
    data: items,
    count: all.length,
    pagination: { offset: start, limit, total: all.length },
  };
}

/** An offset-paginated slice. Limits: `limit` 20, `offset` 0 by default. */
export function offsetPage<T>(
  all: readonly T[],
  { offset = 0, limit = defaultPageSize }: { offset?: number | undefined; limit?: number | undefined },
) {
  return { slice: all.slice(offset, offset + limit), pagination: { offset, limit, total: all.length } };
}

function cursorAt(position: number): string {
  return Buffer.from(`at:${position}`).toString('base64url');
}

function positionOf(cursor: string): number {
  const position = /^at:(\d+)$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1];
  if (position === undefined) throw new HttpFailure(400, 'The cursor in `after` is not one of this list');
  return Number(position);
}
