/**
 * Compares two compiled models slice by slice: the same SQL proves that a number is equal, whatever the data; other SQL is equal
 * or not only on the data of a source.
 */

import { Limit } from '../../base/async.ts';
import { CancelledError, messageOf } from '../../base/errors.ts';
import type { Cell } from '../../contract/messages/resultShape.ts';
import type { QueryObject, QueryViewer } from '../../model/documents/queryDocument.ts';
import { compareTables } from '../../query/compare/compareTables.ts';
import { refusalOf } from '../../query/run/queryErrors.ts';
import { namesIn } from '../../query/tests/memberGraph.ts';
import {
  Asked,
  type AskedSides,
  batchesOf,
  type CompiledSide,
  compareBatch,
  type Outcome,
} from '../compiled/askedSides.ts';
import { withNewNames } from '../compiled/renamedTable.ts';
import { conditionedSlices } from './conditionedSlices.ts';
import { type Conditions, contextWith, filteredSlice, placedFilters } from './conditions.ts';
import { datedSlices, type ReadValues, rangeOf, withRange } from './datedSlices.ts';
import { type SharedSlice, type Slice, slicesOf } from './slices.ts';

export interface Difference extends Slice {
  /** The value in the row that differs most; null: it has no value, or the side has no such row. */
  before: Cell;
  after: Cell;
  /** The only side that has that row; left out: both have it. */
  only?: 'before' | 'after';
  /** The value of `by` in that row; left out for a total and a segment. */
  value?: Cell;
  /** The number of rows that differ; left out for a total. */
  rows?: number;
}

/**
 * `sql-differs`: there is no source of values. `budget`: beyond what was asked for. `conditions`: with filters or attributes, the SQL
 * differs, or differs in another way than without them. Otherwise a message.
 */
interface NotComparedSlice extends Slice {
  reason: string;
}

export interface RefusedSlice extends Slice {
  /** The database's message. */
  message: string;
}

export interface Certificate {
  /** Who planned the SQL; null: the platform does not say. */
  planner: 'javascript' | 'native' | null;
  /** The version of the published compiler; null: not known. */
  compiler: string | null;
  /** Attributes of a caller that the code of a model reads; left out if it reads none. */
  attributes?: {
    names: readonly string[];
    /** Each slice is also compared for a caller with all of them, with their names as values. */
    isCompared: boolean;
    /** The code reads attributes in other ways, too: they are not set. */
    hasOthers: boolean;
  };
  slices: Record<'equal' | 'same' | 'differs' | 'refused' | 'added' | 'removed' | 'notCompared', number>;
  differences: readonly Difference[];
  /** What the database computed for the former model, and refuses for the newer one. */
  refused: readonly RefusedSlice[];
  /** At most `maxListed`; `slices` has the number of all. */
  notCompared: readonly NotComparedSlice[];
}

export interface CertificateOptions extends Omit<AskedSides, 'budget'> {
  conditions: Conditions;
  /** Whether the sides answer for a caller with attributes, but without policies. */
  canSetAttributes: boolean;
  /** Saved queries and tests: their slices are compared first. */
  uses: readonly { query: QueryObject }[];
  /** The milliseconds are those for the SQL, and again for the values. */
  budget: { slices: number; statements: number; ms: number; values: number };
  /** Undefined: no source of values. */
  values?: ReadValues | undefined;
  planner: Certificate['planner'];
  compiler: string | null;
}

const maxListed = 1_000;
/** Slices beyond these are only counted. */
const maxKnown = 50_000;
const concurrency = 4;

export interface Certified {
  certificate: Certificate;
  /** The slices with other SQL. Only their values tell whether their numbers differ. */
  open: readonly SharedSlice[];
}

/** @throws CancelledError when `signal` aborts */
export async function certify(options: CertificateOptions): Promise<Certified> {
  const { before, after, renames, uses, budget, signal, planner, compiler, values } = options;
  const used = new Set(uses.flatMap(({ query }) => [...namesIn(query)]));
  const most = Math.max(maxKnown, budget.slices);
  const { shared, beyond, added, removed, across } = slicesOf(before.meta, after.meta, { renames, used, most });
  const asked = new Asked({ before, after, renames, budget, signal });
  const ordered = await withoutUnjoined(shared, asked, budget.slices);
  const [now, later] = [ordered.slice(0, budget.slices), ordered.slice(budget.slices)];
  const found = new Map<SharedSlice, Outcome>();
  const limit = new Limit(concurrency);
  await Promise.all(batchesOf(now).map((batch) => limit.run(() => compareBatch(batch, asked, found))));
  const isOneSided = (slice: SharedSlice) =>
    ['refused', 'accepted', 'neither'].includes(found.get(slice)?.effect ?? '');
  const dated = await datedSlices(now.filter(isOneSided), asked);
  const oneSided = { before: 0, after: 0, unknown: 0 };
  await Promise.all(
    across.map(({ side, query, count }) =>
      limit.run(async () => {
        const isAnswered = await asked.isAnswered(side, query);
        if (isAnswered !== false) oneSided[isAnswered ? side : 'unknown'] += count;
      }),
    ),
  );
  const outcomes = now.map((one) => ({
    slice: dated.get(one)?.dated ?? one,
    ...(dated.get(one)?.outcome ?? found.get(one) ?? { effect: undefined, message: undefined }),
  }));
  const withEffect = (sought: 'same' | 'changed') =>
    outcomes.flatMap(({ slice, effect }) => (effect === sought ? [slice] : []));
  const known = await compareConditions(withEffect('same'), withEffect('changed'), asked, options);
  if (signal.aborted) throw new CancelledError();
  const counts = {
    ...{ equal: 0, same: 0, differs: 0, refused: 0, notCompared: 0 },
    ...{ added: added + oneSided.after, removed: removed + oneSided.before },
  };
  const open: SharedSlice[] = [];
  const left: NotComparedSlice[] = [];
  for (const { slice, effect, message } of outcomes) {
    if (effect === 'same') {
      const reason = known.reasons.get(slice);
      if (reason === undefined) counts.equal += 1;
      else left.push(notCompared(slice, reason));
    } else if ((effect === 'refused' || effect === 'accepted') && !slice.isAcross) {
      // Both models have it.
      left.push(
        notCompared(slice, `${effect === 'refused' ? 'the newer' : 'the former'} model refuses it: ${message ?? ''}`),
      );
    } else if (effect === 'refused') counts.removed += 1;
    else if (effect === 'accepted') counts.added += 1;
    else if (effect === 'changed') open.push(known.conditioned.has(slice) ? { ...slice, isConditioned: true } : slice);
    else left.push(notCompared(slice, message ?? 'budget'));
  }
  for (const slice of later) left.push(notCompared(slice, 'budget'));
  counts.notCompared = open.length + left.length + beyond + oneSided.unknown;
  const listed = [...open.map((slice) => notCompared(slice, 'sql-differs')), ...left].slice(0, maxListed);
  const { attributes } = known;
  const proved = {
    planner,
    compiler,
    ...(attributes && { attributes }),
    slices: counts,
    differences: [],
    refused: [],
    notCompared: listed,
  };
  const certified = { certificate: proved, open };
  if (!values) return certified;
  return { certificate: await withValues(certified, { values, renames, signal, budget }), open };
}

interface Conditioned {
  attributes: Certificate['attributes'];
  /** Slices whose SQL is the same, but not with filters or attributes. */
  reasons: ReadonlyMap<SharedSlice, string>;
  /** Slices with other SQL, where filters or attributes change it in another way than before. */
  conditioned: ReadonlySet<SharedSlice>;
}

/** Asks again for the slices, with what else their SQL may depend on. `open`: those with other SQL. */
async function compareConditions(
  slices: readonly SharedSlice[],
  open: readonly SharedSlice[],
  asked: Asked,
  { before, after, renames, signal, conditions, canSetAttributes }: CertificateOptions,
): Promise<Conditioned> {
  const { attributes: names, hasOthers, filtered } = conditions;
  const caller = { securityContext: contextWith(names) };
  const isSet = canSetAttributes && names.length > 0 && (await takes(before, caller, signal));
  const byOwner = placedFilters(before.meta, after.meta, filtered, renames);
  const withFilters = (slice: SharedSlice) => ({ slice, ...filteredSlice(slice, byOwner) });
  const all = slices.map(withFilters);
  const outcomesOf = async (some: typeof all, as?: QueryViewer) => {
    const outcomes = new Map<(typeof all)[number], Outcome>();
    const limit = new Limit(concurrency);
    await Promise.all(batchesOf(some).map((batch) => limit.run(() => compareBatch(batch, asked, outcomes, as))));
    return some.map((one) => ({ one, ...(outcomes.get(one) ?? { effect: undefined, message: undefined }) }));
  };
  const withAttributes = isSet ? await outcomesOf(all, caller) : [];
  // Both models need other values of attributes.
  const refused = withAttributes.filter(({ effect }) => effect === 'neither').map(({ one }) => one);
  const filteredOnly = (isSet ? refused : all).filter(({ filters }) => filters.length > 0);
  const outcomes = [
    ...withAttributes.filter(({ effect }) => effect !== 'neither'),
    ...(await outcomesOf(filteredOnly)),
  ];
  const reasons = outcomes.flatMap(({ one, effect, message }): [SharedSlice, string][] => {
    if (effect === 'same') return [];
    return [[one.slice, effect === 'changed' ? 'conditions' : (message ?? 'budget')]];
  });
  const conditioned = await conditionedSlices(
    open.map(withFilters).filter(({ filters }) => isSet || filters.length > 0),
    asked,
    isSet ? caller : undefined,
  );
  const isRead = names.length > 0 || hasOthers;
  return {
    conditioned,
    attributes: isRead ? { names, isCompared: isSet && refused.length === 0, hasOthers } : undefined,
    reasons: new Map(reasons),
  };
}

/** Whether the model compiles for a caller. */
function takes(side: Pick<CompiledSide, 'metaFor'>, caller: QueryViewer, signal: AbortSignal): Promise<boolean> {
  return side.metaFor(caller, signal).then(
    () => true,
    () => false,
  );
}

function notCompared({ measure, by }: Slice, reason: string): NotComparedSlice {
  return { measure, by, reason };
}

interface ValuesOptions extends Pick<CertificateOptions, 'renames' | 'signal'> {
  values: ReadValues;
  /** The most slices, and the milliseconds for all of them. */
  budget: { values: number; ms: number };
  /** After each slice: how many are compared. */
  onResult?: (compared: number, certificate: Certificate) => void;
}

/** Compares the values of the slices with other SQL. @throws CancelledError when `signal` aborts */
export async function withValues(
  { certificate, open }: Certified,
  { values, renames, signal, budget, onResult }: ValuesOptions,
): Promise<Certificate> {
  if (open.length === 0) return certificate;
  const others = certificate.notCompared.filter(({ reason }) => reason !== 'sql-differs');
  const differences: Difference[] = [];
  const left: NotComparedSlice[] = [];
  const refused: RefusedSlice[] = [];
  let same = 0;
  const shown = (compared: number): Certificate => {
    const waiting = open.slice(compared).map((slice) => notCompared(slice, 'budget'));
    const isTotal = ({ by }: Slice) => Number(by === null);
    return {
      ...certificate,
      slices: {
        ...certificate.slices,
        same,
        differs: differences.length,
        refused: refused.length,
        notCompared: certificate.slices.notCompared - same - differences.length - refused.length,
      },
      differences: differences.toSorted((a, b) => isTotal(b) - isTotal(a)),
      refused,
      notCompared: [...left, ...waiting, ...others].slice(0, maxListed),
    };
  };
  const timeout = AbortSignal.timeout(budget.ms);
  const either = AbortSignal.any([signal, timeout]);
  const ranges: Ranges = new Map();
  let compared = 0;
  for (const slice of open.slice(0, budget.values)) {
    const result = timeout.aborted
      ? undefined
      : await compareValues(slice, values, { renames, signal: either, ranges });
    if (signal.aborted) throw new CancelledError();
    // An answer that came in time counts.
    if (result === undefined || (result !== 'same' && !('before' in result) && timeout.aborted)) break;
    if (result === 'same' && slice.isConditioned) left.push(notCompared(slice, 'conditions'));
    else if (result === 'same') same += 1;
    else if ('refusal' in result) refused.push({ measure: slice.measure, by: slice.by, message: result.refusal });
    else if ('reason' in result) left.push(notCompared(slice, result.reason));
    else differences.push(result);
    compared += 1;
    onResult?.(compared, shown(compared));
  }
  return shown(compared);
}

/**
 * Without the slices of two cubes that neither model can join, as far as `most` slices need it. One question decides for all members
 * of the two cubes.
 */
async function withoutUnjoined(shared: readonly SharedSlice[], asked: Asked, most: number): Promise<SharedSlice[]> {
  const ownersOf = ({ measure, by }: Slice) => `${measure?.split('.')[0]} ${by?.split('.')[0]}`;
  const joins = new Map<string, boolean>();
  const kept: SharedSlice[] = [];
  for (const [at, slice] of shared.entries()) {
    if (kept.length >= most) return [...kept, ...shared.slice(at)];
    const owners = ownersOf(slice);
    if (slice.isAcross && !joins.has(owners)) {
      const { effect } = await asked.pair(slice.queries.before, slice.queries.after);
      joins.set(owners, effect !== 'neither');
    }
    if (!slice.isAcross || joins.get(owners)) kept.push(slice);
  }
  return kept;
}

/** By dimensions of time. */
type Ranges = Map<string, ReturnType<typeof rangeOf>>;

async function compareValues(
  slice: SharedSlice,
  values: ReadValues,
  { renames, signal, ranges }: Pick<CertificateOptions, 'renames' | 'signal'> & { ranges: Ranges },
): Promise<Difference | 'same' | { reason: string } | { refusal: string }> {
  const { measure, by } = slice;
  let { queries } = slice;
  if (slice.needsRange) {
    const key = JSON.stringify(queries.after.timeDimensions);
    const asked = ranges.get(key) ?? rangeOf(slice, values, signal);
    ranges.set(key, asked);
    const range = await asked.catch((failure: unknown) => ({ reason: messageOf(failure) }));
    if ('reason' in range) return range;
    queries = withRange(slice, range).queries;
  }
  const [old, now] = await Promise.allSettled([
    values('before', queries.before, signal),
    values('after', queries.after, signal),
  ]);
  const failed = [old, now].flatMap((one, i) =>
    one.status === 'rejected' ? [`${i === 0 ? 'before' : 'after'}: ${messageOf(one.reason)}`] : [],
  );
  const refusal = old.status === 'fulfilled' && now.status === 'rejected' ? refusalOf(now.reason) : undefined;
  if (refusal !== undefined) return { refusal };
  if (old.status === 'rejected' || now.status === 'rejected') return { reason: failed.join('; ') };
  const table = compareTables(
    withNewNames(old.value, new Map([...renames].map(([from, to]) => [to, from]))),
    now.value,
  );
  const rows = table.rows.filter(({ change }) => change !== 'same');
  if (rows.length === 0) return 'same';
  const placeOf = (name: string | null) =>
    table.columns.findIndex(({ key, member }) => key === name || member === name);
  const [place, keyPlace] = [placeOf(measure ?? by), placeOf(by)];
  const all = rows.map(({ before, after }) => ({
    before: before?.[place] ?? null,
    after: after?.[place] ?? null,
    ...(!(before && after) && { only: before ? ('before' as const) : ('after' as const) }),
    // A segment has no column.
    ...(keyPlace >= 0 && { value: (after ?? before)?.[keyPlace] ?? null }),
  }));
  const sizeOf = ({ before, after }: { before: Cell; after: Cell }) =>
    Math.abs(Number(after ?? 0) - Number(before ?? 0)) || 0;
  const largest = all.reduce((most, one) => (sizeOf(one) > sizeOf(most) ? one : most));
  if (by === null) return { measure, by, ...largest };
  return { measure, by, ...largest, rows: rows.length };
}
