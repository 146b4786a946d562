/** Parses the queries of the data API: fills in defaults, rejects invalid queries with a 400. */

import * as z from 'zod';
import type { ModelQuery, PlannedFilter } from '../compiler/modelRequest.ts';
import { record } from '../contract/definition/record.ts';
import { isAbsolute, readDateRange } from './dateRange.ts';
import { InvalidQuery } from './invalidQuery.ts';

const Member = z.string().regex(/^[A-Za-z_]\w*\.[A-Za-z_]\w*$/, 'expected a member such as orders.count');
const Range = z.union([z.string(), z.array(z.string()).min(1).max(2)]);

const withoutValues = ['set', 'notSet'];
const operators = [
  ...['equals', 'notEquals', 'contains', 'notContains', 'startsWith', 'notStartsWith', 'endsWith', 'notEndsWith'],
  ...['in', 'notIn', 'gt', 'gte', 'lt', 'lte', 'inDateRange', 'notInDateRange', 'onTheDate'],
  ...['beforeDate', 'beforeOrOnDate', 'afterDate', 'afterOrOnDate', 'measureFilter', ...withoutValues],
];
const ranges = ['inDateRange', 'notInDateRange', 'onTheDate'];
const moments = ['beforeDate', 'beforeOrOnDate', 'afterDate', 'afterOrOnDate'];

type FilterInput =
  | { member?: string; dimension?: string; operator: string; values?: (string | null)[] }
  | { and: FilterInput[] }
  | { or: FilterInput[] };

// Databases do not accept the character NUL in a text.
const Text = z.string().regex(/^[^\0]*$/, 'a value holds the character NUL');
const Value = z.union([Text, z.number(), z.boolean(), z.null()]).transform((value) => value?.toString() ?? null);

const Filter: z.ZodType<FilterInput, unknown> = z.lazy(() =>
  z.union([
    z.strictObject({ and: z.array(Filter) }),
    z.strictObject({ or: z.array(Filter) }),
    z.object({
      member: Member.optional(),
      dimension: Member.optional(),
      operator: z.enum(operators as [string, ...string[]]),
      values: z.array(Value).optional(),
    }),
  ]),
);

const Direction = z.enum(['asc', 'desc']);
const Order = z.union([
  record(z.string(), Direction),
  z.array(z.tuple([z.string(), Direction])),
  z.array(z.object({ id: z.string(), desc: z.boolean().optional() })),
]);

/** Limits of rows: the largest and the default one. */
const maxRows = 50_000;
const defaultRows = 10_000;

const Query = z.strictObject({
  measures: z.array(Member).default([]),
  dimensions: z.array(Member).default([]),
  segments: z.array(Member).default([]),
  timeDimensions: z
    .array(
      z.strictObject({
        dimension: Member,
        granularity: z.string().nullish(),
        dateRange: Range.nullish(),
        compareDateRange: z.array(Range).min(1).nullish(),
      }),
    )
    .default([]),
  filters: z.array(Filter).default([]),
  order: Order.nullish(),
  limit: z.int().min(0).nullish(),
  rowLimit: z.int().min(0).nullish(),
  offset: z.int().min(0).nullish(),
  timezone: z.string().nullish(),
  ungrouped: z.boolean().nullish(),
  total: z.boolean().nullish(),
  renewQuery: z.boolean().nullish(),
  responseFormat: z.enum(['default', 'compact']).nullish(),
  cache: z.string().nullish(),
});

export interface DataQuery {
  query: ModelQuery;
  /** Whether a cached result must not be used. */
  renew: boolean;
  compact: boolean;
}

export interface DataQueries {
  kind: 'regularQuery' | 'compareDateRangeQuery' | 'blendingQuery';
  queries: readonly DataQuery[];
}

/** @throws InvalidQuery */
export function readQueries(input: unknown, now: number): DataQueries {
  if (Array.isArray(input)) {
    if (input.length === 0) throw new InvalidQuery('Query should not be an empty list');
    return { kind: 'blendingQuery', queries: input.flatMap((one) => readOne(one, now)) };
  }
  const queries = readOne(input, now);
  return { kind: queries.length > 1 ? 'compareDateRangeQuery' : 'regularQuery', queries };
}

function readOne(input: unknown, now: number): DataQuery[] {
  const parsed = Query.safeParse(input);
  if (!parsed.success) throw new InvalidQuery(`Invalid query format: ${describeIssue(parsed.error)}`);
  const query = parsed.data;
  if (query.measures.length + query.dimensions.length + query.timeDimensions.length === 0) {
    throw new InvalidQuery('Query should contain either measures, dimensions or timeDimensions');
  }
  const limit = query.limit ?? query.rowLimit ?? defaultRows;
  if (limit > maxRows) throw new InvalidQuery('The query limit has been exceeded.');
  const compared = query.timeDimensions.find(({ compareDateRange }) => compareDateRange)?.compareDateRange;
  const timezone = readZone(query.timezone ?? 'UTC');
  const range = (given: string | readonly string[]) => readDateRange(given, now, timezone);
  const of = (alternative?: string | string[]): DataQuery => ({
    query: {
      measures: query.measures,
      dimensions: query.dimensions,
      segments: query.segments,
      timeDimensions: query.timeDimensions.map(({ dimension, granularity, dateRange, compareDateRange }) => {
        const given = compareDateRange ? alternative : dateRange;
        return { dimension, ...(granularity && { granularity }), ...(given && { dateRange: range(given) }) };
      }),
      filters: query.filters.map((filter) => planFilter(filter, range)),
      ...orderOf(query.order),
      limit,
      offset: query.offset ?? 0,
      timezone,
      ungrouped: query.ungrouped ?? false,
      total: query.total ?? false,
    },
    renew: query.renewQuery ?? false,
    compact: query.responseFormat === 'compact',
  });
  return compared ? compared.map(of) : [of()];
}

function describeIssue(error: z.ZodError): string {
  const [issue] = error.issues;
  if (!issue) return 'not a query';
  return issue.path.length > 0 ? `${issue.path.join('.')}: ${issue.message}` : issue.message;
}

function readZone(zone: string): string {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone });
    return zone;
  } catch {
    throw new InvalidQuery(`Incorrect timezone ${zone}`);
  }
}

function planFilter(
  filter: FilterInput,
  range: (given: string | readonly string[]) => [string, string],
): PlannedFilter {
  if ('and' in filter) return { and: filter.and.map((one) => planFilter(one, range)) };
  if ('or' in filter) return { or: filter.or.map((one) => planFilter(one, range)) };
  const { operator, values } = filter;
  const member = filter.member ?? filter.dimension;
  if (member === undefined) throw new InvalidQuery('Invalid query format: a filter needs a member');
  if (withoutValues.includes(operator) || operator === 'measureFilter') return { member, operator };
  if (values === undefined || values.length === 0) {
    throw new InvalidQuery(`Values required for filter: ${JSON.stringify({ member, operator })}`);
  }
  const texts = values.filter((value) => value !== null);
  const [only = ''] = texts;
  if (ranges.includes(operator)) return { member, operator, values: range(texts.length === 1 ? only : texts) };
  if (moments.includes(operator)) {
    const [from, to] = range(isAbsolute(only) ? [only] : only);
    // These two operators compare with the end of the day.
    return { member, operator, values: [operator === 'afterDate' || operator === 'beforeOrOnDate' ? to : from] };
  }
  const same = { in: 'equals', notIn: 'notEquals' }[operator] ?? operator;
  return { member, operator: same, values };
}

function orderOf(order: z.output<typeof Order> | null | undefined): Pick<ModelQuery, 'order'> {
  if (!order) return {};
  const list = Array.isArray(order) ? order : Object.entries(order);
  return {
    order: list.map((one) =>
      Array.isArray(one) ? { id: one[0], desc: one[1] === 'desc' } : { id: one.id, desc: one.desc ?? false },
    ),
  };
}
