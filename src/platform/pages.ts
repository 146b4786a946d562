/** Reads a list page by page, by cursor or by offset. Ends with an error if its pages repeat or exceed the limits. */

import { createHash } from 'node:crypto';
import type { Operation } from '../contract/definition/operation.ts';
import { defaultPageSize, type Page, readPage } from '../contract/definition/shapes.ts';
import type { PlatformErrorCode } from './errors.ts';
import { PlatformError } from './platformError.ts';

type Query = Record<string, unknown>;

/** Limits of a whole list. A page that ends the list is never refused: the limits of one response apply to it. */
interface ListLimits {
  entries: number;
  /** Characters of all texts and keys, as a measure of the memory. */
  characters: number;
  /** Waiting for the server, in milliseconds. */
  ms: number;
  /** Pages without an entry, one after the other. */
  emptyPages: number;
}

/** 400,000 files in the smallest pages stay below them. */
const defaultLimits: ListLimits = {
  entries: 2_000_000,
  characters: 512 * 1024 * 1024,
  ms: 30 * 60_000,
  emptyPages: 100,
};

interface ListSource {
  host: string;
  limits?: Partial<ListLimits> | undefined;
}

export async function* pagesOf<Item>(
  operation: Operation,
  query: Query,
  call: (query: Query) => Promise<unknown>,
  source: ListSource,
): AsyncGenerator<Page<Item>, void, void> {
  const { key, paging } = operation.list!;
  const byCursor = paging.includes('cursor');
  const byOffset = paging.includes('offset');
  const guard = new ListGuard(operation, source);
  if (typeof query.after === 'string') guard.visit('cursor', query.after);
  let current = query;
  let offset = Number(query.offset ?? 0);
  let previous: string | undefined;
  for (;;) {
    const begun = performance.now();
    const body = await call(current);
    const waitedMs = performance.now() - begun;
    const page = readPage<Item>(body, key);
    if (!page) throw guard.failure('no-list');
    // A server that ignores `offset` always answers with the same page.
    const content = byOffset && page.items.length > 0 ? digestOf(page.items) : undefined;
    if (content !== undefined && content === previous) return;
    previous = content;
    yield page;

    if (byCursor && page.hasNextPage && page.endCursor !== undefined) {
      guard.visit('cursor', page.endCursor);
      current = { ...query, after: page.endCursor };
      delete current.offset;
    } else {
      if (byCursor && !byOffset && page.hasNextPage) throw guard.failure('no-cursor');
      offset += page.items.length;
      if (!byOffset || page.items.length === 0 || !hasMore(page, body, query)) return;
      guard.visit('content', content!);
      current = { ...query, offset };
      delete current.after;
    }
    guard.count(page.items.length, body, waitedMs);
  }
}

/** Without `pagination` and `pageInfo`, a full page means that there may be more. */
function hasMore(page: Page<unknown>, body: unknown, { limit, first }: Query): boolean {
  if (page.hasNextPage) return true;
  const { pagination, pageInfo } = body as { pagination?: unknown; pageInfo?: unknown };
  return !pagination && !pageInfo && page.items.length >= Number(limit ?? first ?? defaultPageSize);
}

/** Detects a list that does not end. */
class ListGuard {
  readonly #operation: string;
  readonly #host: string;
  readonly #limits: ListLimits;
  readonly #seen = new Set<string>();
  readonly #read: ListLimits = { entries: 0, characters: 0, ms: 0, emptyPages: 0 };

  constructor({ id }: Operation, { host, limits }: ListSource) {
    this.#operation = id;
    this.#host = host;
    this.#limits = { ...defaultLimits, ...limits };
  }

  /** @throws PlatformError if this list has been there before */
  visit(kind: 'cursor' | 'content', place: string): void {
    const name = `${kind} ${place}`;
    if (this.#seen.has(name)) throw this.failure('endless-list');
    this.#seen.add(name);
  }

  /** Adds a page that is not the last one. @throws PlatformError that names the exceeded limit */
  count(entries: number, body: unknown, ms: number): void {
    const { entries: maxEntries, characters: maxCharacters, ms: maxMs, emptyPages: maxEmpty } = this.#limits;
    const read = this.#read;
    read.entries += entries;
    read.characters += charactersIn(body);
    read.ms += ms;
    read.emptyPages = entries === 0 ? read.emptyPages + 1 : 0;
    if (read.emptyPages >= maxEmpty) throw this.failure('list-empty-pages', maxEmpty);
    if (read.entries > maxEntries) throw this.failure('list-too-long', maxEntries);
    if (read.characters > maxCharacters) throw this.failure('list-too-large', maxCharacters);
    if (read.ms > maxMs) throw this.failure('list-too-slow', maxMs / 1000);
  }

  failure(code: PlatformErrorCode, ...limit: number[]): PlatformError {
    return new PlatformError(code, [this.#host, this.#operation, ...limit], {
      host: this.#host,
      operation: this.#operation,
    });
  }
}

function digestOf(items: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(items)).digest('hex');
}

/** Characters of the texts and keys of a parsed JSON value; other values count as one. */
function charactersIn(value: unknown): number {
  let count = 0;
  const open = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === 'string') count += next.length;
    else count += 1;
    if (typeof next !== 'object' || next === null) continue;
    if (Array.isArray(next)) {
      for (const item of next) open.push(item);
      continue;
    }
    for (const [key, item] of Object.entries(next)) {
      count += key.length;
      open.push(item);
    }
  }
  return count;
}
