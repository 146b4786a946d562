/** Slices that are only answered for a range of dates, such as a rolling window by days. */

import type { QueryObject } from '../../model/documents/queryDocument.ts';
import type { WholeTable } from '../../query/results/resultTable.ts';
import { type Asked, batchesOf, compareBatch, type Outcome } from '../compiled/askedSides.ts';
import type { SharedSlice } from './slices.ts';

/** SQL names the days, or the ends of the range only, so any range shows whether it is the same. */
const anyRange: DateRange = ['2024-01-01', '2024-01-03'];

/** SQL can name each day. */
const maxDays = 3_000;

type DateRange = readonly [string, string];

/** @throws Error with the side that failed, CancelledError */
export type ReadValues = (side: 'before' | 'after', query: QueryObject, signal: AbortSignal) => Promise<WholeTable>;

/** The refused slices that both models answer for a range of dates, with their outcomes. */
export async function datedSlices(
  refused: readonly SharedSlice[],
  asked: Asked,
): Promise<ReadonlyMap<SharedSlice, { dated: SharedSlice; outcome: Outcome }>> {
  const byDated = new Map(
    refused
      .filter(({ queries }) => queries.after.timeDimensions !== undefined)
      .map((slice) => [withRange({ ...slice, group: `${slice.group} dated`, needsRange: true }, anyRange), slice]),
  );
  const found = new Map<SharedSlice, Outcome>();
  for (const batch of batchesOf([...byDated.keys()])) await compareBatch(batch, asked, found);
  return new Map(
    [...found].flatMap(([dated, outcome]) =>
      outcome.effect === 'same' || outcome.effect === 'changed' ? [[byDated.get(dated)!, { dated, outcome }]] : [],
    ),
  );
}

export function withRange(slice: SharedSlice, dateRange: DateRange): SharedSlice {
  const dated = ({ timeDimensions, ...query }: QueryObject) => ({
    ...query,
    timeDimensions: timesOf({ timeDimensions }).map((one) => ({ ...one, dateRange })),
  });
  return { ...slice, queries: { before: dated(slice.queries.before), after: dated(slice.queries.after) } };
}

/** The first and the last day of a dimension on both sides, or why there is none. @throws as `values` does */
export async function rangeOf(
  { queries }: SharedSlice,
  values: ReadValues,
  signal: AbortSignal,
): Promise<DateRange | { reason: string }> {
  const daysOf = async (side: 'before' | 'after') => {
    const timeDimensions = timesOf(queries[side]).map(({ dimension }) => ({ dimension, granularity: 'day' }));
    const { rows } = await values(side, { timeDimensions }, signal);
    return rows.flatMap(([day]) => (typeof day === 'string' ? [day.slice(0, 10)] : []));
  };
  const days = (await Promise.all([daysOf('before'), daysOf('after')])).flat().sort();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return { reason: 'there are no dates' };
  const count = (Date.parse(last) - Date.parse(first)) / 86_400_000 + 1;
  return count > maxDays ? { reason: `the dates are of ${count} days, more than ${maxDays}` } : [first, last];
}

function timesOf({ timeDimensions }: QueryObject): { dimension: string }[] {
  return (timeDimensions ?? []) as { dimension: string }[];
}
