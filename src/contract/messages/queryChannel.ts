/** The content of a query's result panel, and the requests between its page and the extension. */

import * as z from 'zod/mini';
import { record } from '../definition/record.ts';
import { type Cell, type ComparedRow, ResultColumn, type RowChange } from './resultShape.ts';
import { request } from './typedRequests.ts';

const changes: readonly unknown[] = ['same', 'added', 'removed', 'changed'] satisfies RowChange[];

function isCell(value: unknown): boolean {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

function isCells(value: unknown): boolean {
  return Array.isArray(value) && value.every(isCell);
}

function isComparedRow(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { change, before, after } = value as Partial<ComparedRow>;
  return (
    changes.includes(change) &&
    (change === 'added' ? before === null : isCells(before)) &&
    (change === 'removed' ? after === null : isCells(after))
  );
}

// A million cells: one loop takes milliseconds, a schema of each cell more than a second.
const Rows = z.custom<readonly (readonly Cell[])[]>(
  (value) => Array.isArray(value) && value.every(isCells),
  'expected rows',
);
const ComparedRows = z.custom<readonly ComparedRow[]>(
  (value) => Array.isArray(value) && value.every(isComparedRow),
  'expected compared rows',
);

const Notice = z.object({ message: z.string(), action: z.optional(z.string()) });

const Result = z.object({
  columns: z.array(ResultColumn),
  rows: Rows,
  /** Says that rows are missing, or may be missing. */
  cut: z.nullable(Notice),
  sql: z.string(),
  /** The name of its dialect; null if that is not known. */
  dialect: z.nullable(z.string()),
  /** False: the SQL could not be formatted. */
  isFormatted: z.boolean(),
  parameters: z.array(z.unknown()),
  /** Milliseconds until the answer. */
  ms: z.number(),
  /** Rows without the limit, if the query asked for it or rows are missing. */
  total: z.nullable(z.number()),
  lastRefreshTime: z.nullable(z.string()),
  /** Null if the platform does not report it. */
  answeredBy: z.nullable(z.enum(['cache', 'preAggregation', 'source'])),
  request: record(z.string(), z.unknown()),
});
export type QueryResult = z.output<typeof Result>;

/** The same query on another branch: `before` is that branch, `after` is the panel's. */
const Compared = z.object({
  branch: z.string(),
  columns: z.array(ResultColumn),
  rows: ComparedRows,
  added: z.number(),
  removed: z.number(),
  changed: z.number(),
  /** Members that the other branch does not have; their columns have no value there. */
  newMembers: z.array(z.string()),
  /** The SQL of the other branch; null if it has no column of the query. */
  sql: z.nullable(z.string()),
});
export type QueryCompared = z.output<typeof Compared>;

const state = {
  /** Grows with each message of a panel; the page ignores one that is older than what it shows. */
  sequence: z.number(),
  /** While it runs and after a failure, `result` and `compared` are those of an earlier run. */
  state: z.enum(['running', 'done', 'failed']),
  /** Milliseconds since the epoch. */
  startedAt: z.number(),
  /** The platform has answered that the query waits for its turn. */
  waiting: z.boolean(),
  /** The branch whose build the query waits for. */
  building: z.nullable(z.string()),
  /** What the result is if it is of the history. */
  earlier: z.nullable(z.string()),
  /** The failure of the query or, once that is done, of its comparison. */
  failure: z.nullable(Notice),
  /** Why the branch does not answer with the model in the editor; `canPush`: saving and pushing changes that. */
  otherVersion: z.nullable(z.object({ message: z.string(), canPush: z.boolean() })),
};
const QueryRunState = z.object(state);
export type QueryRunState = z.output<typeof QueryRunState>;

const QueryContent = z.object({
  ...state,
  /** Identifies the query document: the stored state of another one is not applied. It changes when a scratch query is saved. */
  document: z.string(),
  /** The query is not a file. */
  isScratch: z.boolean(),
  title: z.string(),
  /** '' until it is known. */
  branch: z.string(),
  result: z.nullable(Result),
  compared: z.nullable(Compared),
});
export type QueryContent = z.output<typeof QueryContent>;

const QueryConfig = z.object({
  texts: record(z.string(), z.string()),
  /** The language of numbers and dates, as a BCP 47 tag. */
  language: z.string(),
  content: QueryContent,
});
export type QueryConfig = z.output<typeof QueryConfig>;

/** The stored state of the page, so that it looks the same after it was hidden or the window was reloaded. */
export const QueryPageState = z.object({
  version: z.literal(1),
  document: z.string(),
  tab: z.enum(['grid', 'chart', 'sql', 'request']),
  sort: z.nullable(z.object({ key: z.string(), descending: z.boolean() })),
  /** Pixels by the key of the column. */
  widths: record(z.string(), z.number()),
  onlyDifferences: z.boolean(),
  /** By the key of the column: only these values, or all but these; each as JSON. */
  filters: z._default(record(z.string(), z.object({ only: z.boolean(), values: z.array(z.string()) })), {}),
});
export type QueryPageState = z.output<typeof QueryPageState>;

const nothing = z.object({});

export const queryPageRequests = {
  loadQuery: request(nothing, QueryConfig, 60_000),
  run: request(nothing, nothing),
  /** Saves and pushes the model first. The deadline includes the user's confirmations. */
  saveAndRun: request(nothing, nothing, 600_000),
  cancel: request(nothing, nothing),
  /** Lets the user choose the branch, or ends the comparison for null. The deadline includes the choice. */
  compareWith: request(z.object({ branch: z.nullable(z.literal('choose')) }), nothing, 600_000),
  /** Lets the user choose a file. The deadline includes the choice. */
  export: request(z.object({ format: z.enum(['csv', 'json']) }), nothing, 600_000),
  /** Explains the result in another tab. The deadline includes the queries that count. */
  why: request(nothing, nothing, 600_000),
  /** Lets the user choose an earlier result. The deadline includes the choice. */
  history: request(nothing, nothing, 600_000),
  /** Shows the text of the query. */
  edit: request(nothing, nothing),
  /** Lets the user choose a file. The deadline includes the choice. */
  saveAs: request(nothing, nothing, 600_000),
  openSql: request(nothing, nothing),
  openSqlDiff: request(nothing, nothing),
  copy: request(z.object({ text: z.string().check(z.maxLength(100_000_000)) }), nothing, 60_000),
  openDefinition: request(z.object({ member: z.string().check(z.maxLength(2_000)) }), nothing),
};
export type QueryPageRequests = typeof queryPageRequests;

export const queryExtensionRequests = {
  contentChanged: request(QueryContent, nothing, 60_000),
  /** Keeps the rows, which may be many. */
  stateChanged: request(QueryRunState, nothing, 5_000),
};
export type QueryExtensionRequests = typeof queryExtensionRequests;
