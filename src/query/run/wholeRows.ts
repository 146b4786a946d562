/**
 * Asks for all rows of a query. The platform sends a default number of rows (10,000 as published), or at most another number (50,000),
 * and does not say that rows are missing.
 */

import type { UserError } from '../../base/errors.ts';
import type { DataRows } from '../../contract/dataApi.ts';
import type { LoadedRows } from '../../platform/dataApi.ts';
import { PlatformError } from '../../platform/platformError.ts';
import type { Cut, ResultTable, WholeTable } from '../results/resultTable.ts';
import { queryErrors } from './queryErrors.ts';

type Query = Readonly<Record<string, unknown>>;

/** The published defaults of the data API. */
const publishedMaximum = 50_000;
const publishedDefault = 10_000;

/** Counting is another statement of the database, so shorter results are only compared with the limits that are known. */
const minCounted = 1_000;

/** The query with the largest limit that platforms usually allow, unless it has its own. */
export function withLargestLimit(query: Query): Query {
  return limitOf(query) === undefined ? { ...query, limit: publishedMaximum } : query;
}

/** Whether the platform may allow only a smaller limit. A limit of requests is another one. */
export function refusesLimit(failure: unknown): boolean {
  return failure instanceof PlatformError && failure.status !== 429 && /\blimit\b/i.test(failure.serverMessage ?? '');
}

/**
 * @param query as the user wrote it: its own limit does not cut
 * @param count loads one row with the total number of rows; undefined if the platform cannot count
 * @returns undefined if no row is missing
 */
export async function cutOf(
  { parts }: LoadedRows,
  query: Query,
  count: () => Promise<LoadedRows | undefined>,
): Promise<Cut | undefined> {
  const own = limitOf(query);
  const open = parts.filter(({ data }) => own === undefined || data.length < own);
  const mayBeCut = open.some((part) => part.data.length >= minCounted || part.data.length >= appliedLimit(part));
  if (!mayBeCut) return undefined;
  const totals = totalsOf(parts) ?? totalsOf((await count())?.parts ?? []);
  if (totals?.length !== parts.length) return open.some(reachesLimit) ? { total: null } : undefined;
  const offset = numberOf(query.offset) ?? 0;
  const asked = totals.map((total) => Math.min(Math.max(0, total - offset), own ?? Number.POSITIVE_INFINITY));
  const total = asked.reduce((sum, each) => sum + each, 0);
  return parts.every(({ data }, i) => data.length >= asked[i]!) ? undefined : { total };
}

/** Covers also a platform that does not report the limit that it applied, or ignores the limit of the query. */
function reachesLimit(part: DataRows): boolean {
  const { length } = part.data;
  return length >= appliedLimit(part) || length === publishedDefault || length === publishedMaximum;
}

/** The limit that the platform says it applied. */
function appliedLimit({ query }: DataRows): number {
  return limitOf((query ?? {}) as Query) ?? Number.POSITIVE_INFINITY;
}

function limitOf({ limit, rowLimit }: Query): number | undefined {
  return numberOf(limit) ?? numberOf(rowLimit);
}

function totalsOf(parts: readonly DataRows[]): number[] | undefined {
  const totals = parts.flatMap(({ total }) => (total === null || total === undefined ? [] : Number(total)));
  return totals.length === parts.length ? totals : undefined;
}

/** Numbers of an answer may be texts. */
function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** @throws UserError if rows of the result are missing or may be missing */
export function wholeTable(table: ResultTable): WholeTable {
  const failure = cutFailure(table);
  if (failure) throw failure;
  return table as WholeTable;
}

/** The error for a cut result; undefined for a whole one. */
export function cutFailure({ rows, cut }: ResultTable): UserError | undefined {
  if (!cut) return undefined;
  const { total } = cut;
  return total === null
    ? queryErrors.error('result-may-be-cut', [rows.length])
    : queryErrors.error('result-cut', [rows.length, total]);
}
