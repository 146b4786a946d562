/**
 * Compares two compiled models slice by slice: the same SQL proves that a number is equal, whatever the data; other SQL is equal
 * or not only on the data of a source.
 */

import { Limit } from '../../base/async.ts';
import { CancelledError, messageOf } from '../../base/errors.ts';
import type { Cell } from '../../contract/messages/resultShape.ts';
import type { QueryObject } from '../../model/documents/queryDocument.ts';
import { compareTables } from '../../query/compare/compareTables.ts';
import type { WholeTable } from '../../query/results/resultTable.ts';
import { namesIn } from '../../query/tests/memberGraph.ts';
import { Asked, type AskedSides, batchesOf, compareBatch, type Outcome } from '../compiled/askedSides.ts';
import { withNewNames } from '../compiled/renamedTable.ts';
import { type SharedSlice, type Slice, slicesOf } from './slices.ts';

export interface Difference extends Slice {
  /** The value in the row that differs most; null: there is no such row, or no value. */
  before: Cell;
  after: Cell;
  /** The value of `by` in that row; left out for a total. */
  value?: Cell;
  /** The number of rows that differ; left out for a total. */
  rows?: number;
}

/** `sql-differs`: there is no source of values. `budget`: beyond what was asked for. Otherwise a message. */
interface NotComparedSlice extends Slice {
  reason: string;
}

export interface Certificate {
  /** Who planned the SQL; null: the platform does not say. */
  planner: 'javascript' | 'native' | null;
  /** The version of the published compiler; null: not known. */
  compiler: string | null;
  slices: Record<'equal' | 'same' | 'differs' | 'added' | 'removed' | 'notCompared', number>;
  differences: readonly Difference[];
  /** At most `maxListed`; `slices` has the number of all. */
  notCompared: readonly NotComparedSlice[];
}

/** @throws Error with the side that failed, CancelledError */
type ReadValues = (side: 'before' | 'after', query: QueryObject, signal: AbortSignal) => Promise<WholeTable>;

export interface CertificateOptions extends Omit<AskedSides, 'budget'> {
  /** Saved queries and tests: their slices are compared first. */
  uses: readonly { query: QueryObject }[];
  budget: { slices: number; statements: number; ms: number; values: number };
  /** Undefined: no source of values. */
  values?: ReadValues | undefined;
  planner: Certificate['planner'];
  compiler: string | null;
}

const maxListed = 1_000;
const concurrency = 4;

/** @throws CancelledError when `signal` aborts */
export async function certify(options: CertificateOptions): Promise<Certificate> {
  const { before, after, renames, uses, budget, signal, planner, compiler } = options;
  const { shared, added, removed } = slicesOf(before.meta, after.meta, renames);
  const asked = new Asked({ before, after, renames, budget, signal });
  const used = new Set(uses.flatMap(({ query }) => [...namesIn(query)]));
  const ordered = byUse(await withoutUnjoined(shared, asked), used);
  const [now, later] = [ordered.slice(0, budget.slices), ordered.slice(budget.slices)];
  const found = new Map<SharedSlice, Outcome>();
  const limit = new Limit(concurrency);
  await Promise.all(batchesOf(now).map((batch) => limit.run(() => compareBatch(batch, asked, found))));
  if (signal.aborted) throw new CancelledError();
  const counts = { equal: 0, same: 0, differs: 0, added, removed, notCompared: 0 };
  const differences: Difference[] = [];
  const notCompared: NotComparedSlice[] = [];
  const leave = (slice: SharedSlice, reason: string) => {
    counts.notCompared += 1;
    if (notCompared.length < maxListed) notCompared.push({ measure: slice.measure, by: slice.by, reason });
  };
  let valuesLeft = budget.values;
  for (const slice of now) {
    const { effect, message } = found.get(slice) ?? { effect: undefined };
    if (effect === 'same') counts.equal += 1;
    else if ((effect === 'refused' || effect === 'accepted') && !slice.isAcross) {
      // Both models have it.
      leave(slice, `${effect === 'refused' ? 'the newer' : 'the former'} model refuses it: ${message ?? ''}`);
    } else if (effect === 'refused') counts.removed += 1;
    else if (effect === 'accepted') counts.added += 1;
    else if (effect !== 'changed') leave(slice, message ?? 'budget');
    else if (!options.values) leave(slice, 'sql-differs');
    else if (valuesLeft <= 0) leave(slice, 'budget');
    else {
      valuesLeft -= 1;
      const result = await compareValues(slice, options.values, options);
      if (signal.aborted) throw new CancelledError();
      if (result === 'same') counts.same += 1;
      else if ('reason' in result) leave(slice, result.reason);
      else {
        counts.differs += 1;
        differences.push(result);
      }
    }
  }
  for (const slice of later) leave(slice, 'budget');
  const isTotal = ({ by }: Slice) => Number(by === null);
  differences.sort((a, b) => isTotal(b) - isTotal(a));
  return { planner, compiler, slices: counts, differences, notCompared };
}

/** Without the slices of two cubes that neither model can join. One question decides for all members of the two cubes. */
async function withoutUnjoined(shared: readonly SharedSlice[], asked: Asked): Promise<SharedSlice[]> {
  const ownersOf = ({ measure, by }: Slice) => `${measure?.split('.')[0]} ${by?.split('.')[0]}`;
  const joins = new Map<string, Promise<boolean>>();
  for (const slice of shared) {
    if (!slice.isAcross || joins.has(ownersOf(slice))) continue;
    const { before, after } = slice.queries;
    const outcome = asked.pair(before, after);
    joins.set(
      ownersOf(slice),
      outcome.then(({ effect }) => effect !== 'neither'),
    );
  }
  const kept: SharedSlice[] = [];
  for (const slice of shared) if (!slice.isAcross || (await joins.get(ownersOf(slice)))) kept.push(slice);
  return kept;
}

function byUse(slices: readonly SharedSlice[], used: ReadonlySet<string>): SharedSlice[] {
  const rank = ({ measure, by }: Slice) => Number(used.has(measure ?? '')) + Number(used.has(by ?? ''));
  // The order among equals stays.
  return [...slices].sort((a, b) => rank(b) - rank(a));
}

async function compareValues(
  slice: SharedSlice,
  values: ReadValues,
  { renames, signal }: CertificateOptions,
): Promise<Difference | 'same' | { reason: string }> {
  const { measure, by, queries } = slice;
  const [old, now] = await Promise.allSettled([
    values('before', queries.before, signal),
    values('after', queries.after, signal),
  ]);
  const failed = [old, now].flatMap((one, i) =>
    one.status === 'rejected' ? [`${i === 0 ? 'before' : 'after'}: ${messageOf(one.reason)}`] : [],
  );
  if (old.status === 'rejected' || now.status === 'rejected') return { reason: failed.join('; ') };
  const table = compareTables(
    withNewNames(old.value, new Map([...renames].map(([from, to]) => [to, from]))),
    now.value,
  );
  const rows = table.rows.filter(({ change }) => change !== 'same');
  if (rows.length === 0) return 'same';
  const place = table.columns.findIndex(({ member }) => member === (measure ?? by));
  const keyPlace = table.columns.findIndex(({ member }) => member === by);
  const all = rows.map(({ before, after }) => ({
    before: before?.[place] ?? null,
    after: after?.[place] ?? null,
    value: (after ?? before)?.[keyPlace] ?? null,
  }));
  const sizeOf = ({ before, after }: { before: Cell; after: Cell }) =>
    Math.abs(Number(after ?? 0) - Number(before ?? 0)) || 0;
  const largest = all.reduce((most, one) => (sizeOf(one) > sizeOf(most) ? one : most));
  if (by === null) return { measure, by, before: largest.before, after: largest.after };
  return { measure, by, ...largest, rows: rows.length };
}
