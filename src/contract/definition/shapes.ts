/** Schemas that many operations share: identifiers, timestamps, errors, the two list envelopes. Spec: “Conventions”. */

import * as z from 'zod/mini';

/** A deployment's id: a string in list responses, an integer in other bodies. */
export const DeploymentId = z.union([z.string().check(z.minLength(1)), z.int()]);

/** ISO 8601 in UTC. Kept as text to preserve the platform's precision. */
export const Timestamp = z.string();

/** The response of a write without a schema of its own. */
export const Success = z.looseObject({ success: z.nullish(z.boolean()) });

/** Marks a field as deprecated in the OpenAPI document. Takes a schema that no other field uses. */
export function deprecated<Type extends z.ZodMiniType>(type: Type): Type {
  z.globalRegistry.add(type, { deprecated: true });
  return type;
}

/** The response of a write to the data model or its branches. */
export const DataModelWriteResponse = z.extend(Success, {});

/** A query parameter: an integer, sent as text. */
export const wholeNumber = z.pipe(
  z.transform((value) => (typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value)),
  z.int().check(z.minimum(0)),
);

/** A query parameter: a Boolean, sent as text. */
export const flag = z.pipe(
  z.transform((value) => (value === 'true' ? true : value === 'false' ? false : value)),
  z.boolean(),
);

/** Query parameters of a cursor-paginated list. */
export const cursorPaging = { first: z.optional(wholeNumber), after: z.optional(z.string()) };

/** Query parameters of an offset-paginated list; the server's defaults are 0 and 20. */
export const offsetPaging = { offset: z.optional(wholeNumber), limit: z.optional(wholeNumber) };

export const defaultPageSize = 20;

export const PageInfo = z.looseObject({
  hasNextPage: z.nullish(z.boolean()),
  hasPreviousPage: z.nullish(z.boolean()),
  endCursor: z.nullish(z.string()),
  startCursor: z.nullish(z.string()),
});

export const Pagination = z.looseObject({ offset: z.number(), limit: z.number(), total: z.number() });

/**
 * A list in any of its envelopes: `items` and `pageInfo`, with or instead of the deprecated `data` (an array, or an object with
 * the array under `key`), `count` and `pagination`.
 */
export function listResponse<Item extends z.ZodMiniType>(item: Item, key?: string) {
  const items = z.array(item);
  const keyed = key === undefined ? items : z.union([items, z.looseObject({ [key]: items })]);
  return z.looseObject({
    items: z.nullish(items),
    pageInfo: z.nullish(PageInfo),
    data: deprecated(z.nullish(keyed)),
    count: deprecated(z.nullish(z.number())),
    pagination: deprecated(z.nullish(Pagination)),
  });
}

/** One page of a list, independent of its envelope. */
export interface Page<Item> {
  items: Item[];
  /** Where the next page starts; undefined on the last page or if the list has no cursors. */
  endCursor: string | undefined;
  hasNextPage: boolean;
  /** The number of items on all pages, if the server reports it. */
  total: number | undefined;
}

/** Reads a page from either envelope; undefined if the body contains no list. */
export function readPage<Item>(body: unknown, key?: string): Page<Item> | undefined {
  if (Array.isArray(body)) return { items: body as Item[], endCursor: undefined, hasNextPage: false, total: undefined };
  if (typeof body !== 'object' || body === null) return undefined;
  const envelope = body as Record<string, unknown>;
  const data = envelope.data;
  const keyed =
    key !== undefined && typeof data === 'object' && data !== null && !Array.isArray(data)
      ? (data as Record<string, unknown>)[key]
      : data;
  const items = Array.isArray(envelope.items) ? envelope.items : keyed;
  if (!Array.isArray(items)) return undefined;
  const info = (envelope.pageInfo ?? {}) as z.output<typeof PageInfo>;
  const pagination = envelope.pagination as z.output<typeof Pagination> | null | undefined;
  const endCursor = info.endCursor ?? undefined;
  const hasNextPage =
    info.hasNextPage ?? (pagination ? pagination.offset + items.length < pagination.total && items.length > 0 : false);
  return { items: items as Item[], endCursor, hasNextPage, total: pagination?.total };
}

/** The text of an error body: `error` or `message`, as text, list or object. Spec: “Errors” 1. */
export function readErrorText(body: unknown): string | undefined {
  if (typeof body === 'string') return body.trim() || undefined;
  if (Array.isArray(body)) return body.map(readErrorText).filter(Boolean).join('; ') || undefined;
  if (typeof body !== 'object' || body === null) return undefined;
  const { error, message } = body as { error?: unknown; message?: unknown };
  return readErrorText(error) ?? readErrorText(message);
}
