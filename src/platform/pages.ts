/** Reads a list page by page, by cursor or by offset, and detects pages that repeat. */

import type { Operation } from '../contract/operation.ts';
import { defaultPageSize, type Page, readPage } from '../contract/shapes.ts';
import { PlatformError } from './platformError.ts';

type Query = Record<string, unknown>;

/** Limit that no real list reaches. */
const maxPages = 10_000;

export async function* pagesOf<Item>(
  operation: Operation,
  query: Query,
  call: (query: Query) => Promise<unknown>,
  host: string,
): AsyncGenerator<Page<Item>, void, void> {
  const { key, paging } = operation.list!;
  const byCursor = paging.includes('cursor');
  const byOffset = paging.includes('offset');
  const seen = new Set<string>();
  let current = query;
  let offset = Number(query.offset ?? 0);
  let previous: string | undefined;
  for (let count = 0; count < maxPages; count += 1) {
    const body = await call(current);
    const page = readPage<Item>(body, key)!;
    // A server that ignores `offset` always answers with the same page.
    const content = byOffset && page.items.length > 0 ? JSON.stringify(page.items) : undefined;
    if (content !== undefined && content === previous) return;
    previous = content;
    yield page;

    if (byCursor && page.hasNextPage && page.endCursor !== undefined) {
      if (seen.has(page.endCursor)) throw endless(operation, host);
      seen.add(page.endCursor);
      current = { ...query, after: page.endCursor };
      delete current.offset;
      continue;
    }
    offset += page.items.length;
    if (!byOffset || page.items.length === 0 || !hasMore(page, body, query)) return;
    current = { ...query, offset };
    delete current.after;
  }
  throw endless(operation, host);
}

/** Without `pagination` and `pageInfo`, a full page means that there may be more. */
function hasMore(page: Page<unknown>, body: unknown, { limit, first }: Query): boolean {
  if (page.hasNextPage) return true;
  const { pagination, pageInfo } = body as { pagination?: unknown; pageInfo?: unknown };
  return !pagination && !pageInfo && page.items.length >= Number(limit ?? first ?? defaultPageSize);
}

function endless({ id }: Operation, host: string): PlatformError {
  return new PlatformError('endless-list', [host, id], { host, operation: id });
}
