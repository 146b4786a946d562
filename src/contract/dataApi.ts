/**
 * The data API of one branch: metadata, rows, SQL. Not part of the table of operations, because it has its own base URL (the
 * environment's REST URL) and its own tokens. Spec: rule I; notes: Deployments.
 */

import * as z from 'zod/mini';
import { operation } from './definition/operation.ts';
import { record } from './definition/record.ts';

/** The data API's error while a query is running: the client sends the same request again. */
export const continueWaitText = 'Continue wait';

const Waiting = z.looseObject({ error: z.string() });

const Member = z.looseObject({
  name: z.string(),
  title: z.nullish(z.string()),
  shortTitle: z.nullish(z.string()),
  type: z.nullish(z.string()),
  description: z.nullish(z.string()),
  drillMembers: z.nullish(z.array(z.string())),
});

const Cube = z.looseObject({
  name: z.string(),
  /** `cube` or `view`. */
  type: z.nullish(z.string()),
  title: z.nullish(z.string()),
  measures: z.array(Member),
  dimensions: z.array(Member),
  segments: z.nullish(z.array(Member)),
});

export const DataMeta = z.looseObject({ cubes: z.array(Cube) });
export type DataMeta = z.output<typeof DataMeta>;

/** More members than a query can name. */
const maxAnnotations = 10_000;

const AnnotationsOfMembers = record(z.string(), z.looseObject({}));
/** Counted before they are parsed, which takes long for a million. */
const Annotations = z.pipe(
  z.custom<Record<string, unknown>>(
    (value) => typeof value !== 'object' || value === null || Object.keys(value).length <= maxAnnotations,
    `expected at most ${maxAnnotations} members`,
  ),
  AnnotationsOfMembers,
);

// A schema of each row takes several times as long as parsing a large answer.
const Rows = z.custom<Record<string, unknown>[]>(
  (value) => Array.isArray(value) && value.every(isRow),
  'expected rows',
);

function isRow(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The rows of one query, by member: plain objects, so a key may be inherited. Most servers send numbers as text. */
export const DataRows = z.looseObject({
  data: Rows,
  annotation: z.nullish(
    z.looseObject({
      measures: z.nullish(Annotations),
      dimensions: z.nullish(Annotations),
      segments: z.nullish(Annotations),
      timeDimensions: z.nullish(Annotations),
    }),
  ),
  total: z.nullish(z.union([z.number(), z.string()])),
  lastRefreshTime: z.nullish(z.string()),
  /** The type of the data source, such as `postgres`. */
  dbType: z.nullish(z.string()),
  /** Only the emulator: what made the SQL, `javascript` or `native`. The specification has no such field. */
  planner: z.nullish(z.string()),
});
export type DataRows = z.output<typeof DataRows>;

/** The answer to a query that compares date ranges: one result for each. */
const DataResults = z.looseObject({ results: z.array(DataRows) });
export type DataResults = z.output<typeof DataResults>;

/** The key of the range in the rows of compared date ranges, as in the platform's public client. */
export const rangeKey = 'compareDateRange';

/** `sql.sql` is the statement and its parameters. */
export const DataSql = z.looseObject({ sql: z.looseObject({ sql: z.tuple([z.string(), z.array(z.unknown())]) }) });
export type DataSql = z.output<typeof DataSql>;

/** A query of the data API: measures, dimensions, timeDimensions, filters, … */
const Query = record(z.string(), z.unknown());
export type DataQuery = z.output<typeof Query>;

export const dataOperations = {
  readMeta: operation({
    id: 'data.meta',
    group: 'I',
    method: 'GET',
    path: '/meta',
    summary: 'Read the cubes and views of a branch',
    response: z.union([DataMeta, Waiting]),
  }),
  load: operation({
    id: 'data.load',
    group: 'I',
    method: 'POST',
    changes: 'nothing',
    path: '/load',
    summary: 'Load the rows of a query; answers “Continue wait” while it runs',
    body: z.strictObject({ query: Query }),
    response: z.union([DataRows, DataResults, Waiting]),
    idempotent: true,
    exactNumbers: true,
  }),
  readSql: operation({
    id: 'data.sql',
    group: 'I',
    method: 'GET',
    path: '/sql',
    summary: 'Read the SQL of a query',
    query: z.strictObject({ query: z.string() }),
    response: z.union([DataSql, z.array(DataSql), Waiting]),
  }),
};
