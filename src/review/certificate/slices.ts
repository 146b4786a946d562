/**
 * The slices of a model: what a user can query who knows only its public names. Each measure alone, each dimension and segment
 * alone, and each measure by each dimension that can be joined. A dimension of time is asked for by days, and by each granularity that
 * a model defines.
 */

import type { DataMeta } from '../../contract/dataApi.ts';
import type { QueryObject } from '../../model/documents/queryDocument.ts';
import { isLinkUrl, standardGranularities } from '../../model/index/resolve.ts';
import type { SharedQuery } from '../compiled/askedSides.ts';
import { granularityNames } from '../compiled/publicParts.ts';
import { renamedMember } from '../compiled/renamedQuery.ts';
import type { Renames } from '../compiled/sameSql.ts';

/** The names of the newer model; of a removed slice those of the former one. */
export interface Slice {
  /** Null: the values of a dimension, or the rows of a segment. */
  measure: string | null;
  /** A dimension or a segment; `orders.created_at.fiscal_year`: a granularity of a dimension. Null: the total. */
  by: string | null;
}

export interface SharedSlice extends Slice, SharedQuery {
  queries: NonNullable<SharedQuery['queries']>;
  /** Cubes of different owners: whether they can be joined is not known before the models are asked. */
  isAcross: boolean;
  /** Its queries are only answered with a range of dates. */
  needsRange?: boolean;
  /** With filters or attributes, its SQL differs in another way than without them. */
  isConditioned?: boolean;
}

export interface Slices {
  /** Slices of used members come first, then in order: totals, dimensions, measures by dimensions of their own cube or view, by others. */
  shared: readonly SharedSlice[];
  /** Number of slices that are only counted. Whether cubes that are connected can be joined in this direction is not known of them. */
  beyond: number;
  /** Slices of one cube or view, and those of two cubes if they can be joined. */
  added: number;
  removed: number;
  across: readonly OneSidedPair[];
}

/** The slices of the measures of one cube by the dimensions of another one that only one model has. */
interface OneSidedPair {
  side: 'before' | 'after';
  count: number;
  /** One of these slices: its answer tells whether the cubes can be joined. */
  query: QueryObject;
}

interface Member {
  name: string;
  owner: string;
  /** The cube that defines a member of a view. */
  origin: string;
  kind: 'measures' | 'dimensions' | 'segments';
  /** Only of a dimension of time, or of one of its granularities. */
  time?: { dimension: string; granularity: string };
  /** Cubes of one component may be joined. */
  component: string;
}

/** @param most a model with many joined cubes has millions of slices */
export function slicesOf(
  before: DataMeta,
  after: DataMeta,
  { renames, used, most }: { renames: Renames; used: ReadonlySet<string>; most: number },
): Slices {
  const [old, now] = [membersOf(before), membersOf(after)];
  const former = new Map([...renames].map(([from, to]) => [to, from]));
  addStandard(now, old, former);
  addStandard(old, now, renames);
  const previousOf = (member: Member) => {
    const previous = old.get(renamedMember(member.name, former));
    const isSameKind = previous?.kind === member.kind && !previous.time === !member.time;
    return isSameKind ? previous : undefined;
  };
  const pairs = [...now.values()].map((member) => ({ member, previous: previousOf(member) }));
  const members = pairs.flatMap(({ member, previous }): Pair[] =>
    previous ? [{ member, previous, isUsed: used.has(member.time?.dimension ?? member.name) }] : [],
  );
  const shared: SharedSlice[] = [];
  for (const slice of ordered(members)) {
    if (shared.length >= most) break;
    shared.push(slice);
  }
  const known = new Set(members.map(({ previous }) => previous.name));
  const isNew = (member: Member) => previousOf(member) === undefined;
  const isGone = ({ name }: Member) => !known.has(name);
  const across = [acrossPairs([...now.values()], isNew, 'after'), acrossPairs([...old.values()], isGone, 'before')];
  const sharedBeyond = shared.length < most ? 0 : countOf(members) - shared.length;
  return {
    shared,
    across: across.flatMap(({ pairs }) => pairs),
    beyond: sharedBeyond + sum(across.map((one) => one.beyond)),
    added: oneSided([...now.values()], isNew),
    removed: oneSided([...old.values()], isGone),
  };
}

interface Pair {
  member: Member;
  previous: Member;
  isUsed: boolean;
}

/** Those with two used members first, then those with one. */
function* ordered(members: readonly Pair[]): Iterable<SharedSlice> {
  const measures = members.filter(isMeasure);
  const dimensions = members.filter(isDimension);
  const sides = [false, true].map((isUsed) => {
    const others = members.filter((one) => one.isUsed === isUsed && !isMeasure(one));
    return { dimensions: others.filter(isDimension), ofOwner: grouped(others, ownerOf) };
  });
  for (const used of [2, 1, 0]) {
    const isNext = ({ isUsed }: Pair) => Number(isUsed) === used;
    const othersOf = ({ isUsed }: Pair) => sides[used - Number(isUsed)];
    for (const one of measures) if (isNext(one)) yield sliceOf(one, undefined);
    for (const one of dimensions) if (isNext(one)) yield sliceOf(undefined, one);
    for (const measure of measures)
      for (const by of othersOf(measure)?.ofOwner.get(ownerOf(measure)) ?? [])
        if (isOwn(measure, by)) yield sliceOf(measure, by);
    for (const measure of measures)
      for (const by of othersOf(measure)?.dimensions ?? []) if (isAcross(measure, by)) yield sliceOf(measure, by);
  }
}

function isMeasure({ member }: Pick<Pair, 'member'>): boolean {
  return member.kind === 'measures';
}

function isDimension({ member }: Pick<Pair, 'member'>): boolean {
  return member.kind === 'dimensions';
}

function ownerOf({ member }: Pick<Pair, 'member'>): string {
  return member.owner;
}

function grouped<One>(members: readonly One[], keyOf: (one: One) => string): ReadonlyMap<string, One[]> {
  const groups = new Map<string, One[]>();
  for (const one of members) {
    const known = groups.get(keyOf(one));
    if (known) known.push(one);
    else groups.set(keyOf(one), [one]);
  }
  return groups;
}

/** The number of all slices. Members of the same components can be joined with the same others. */
function countOf(members: readonly Pair[]): number {
  const acrossIn = (some: readonly Pair[]) => {
    const groups = [...grouped(some, ({ member, previous }) => `${member.component} ${previous.component}`).values()];
    return sum(
      groups.map(
        (one) =>
          sum(groups.filter((other) => isJoined(one[0]!, other[0]!)).map((other) => other.filter(isDimension).length)) *
          one.filter(isMeasure).length,
      ),
    );
  };
  const owners = [...grouped(members, ownerOf).values()];
  const own = owners.flatMap((all) => [...grouped(all, ({ previous }) => previous.owner).values()]);
  const others = own.map((all) => all.filter(isMeasure).length * all.filter((one) => !isMeasure(one)).length);
  const singles = members.filter((one) => isMeasure(one) || isDimension(one)).length;
  return singles + sum(others) + acrossIn(members) - sum(owners.map(acrossIn));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

function isOwn(measure: Pair, by: Pair): boolean {
  return ownerOf(measure) === ownerOf(by) && measure.previous.owner === by.previous.owner;
}

/** The members of a view are only asked together. */
function isAcross(measure: Pair, by: Pair): boolean {
  return ownerOf(measure) !== ownerOf(by) && isJoined(measure, by);
}

function isJoined(one: Pair, other: Pair): boolean {
  const isSame = (key: 'member' | 'previous') =>
    one[key].component !== '' && one[key].component === other[key].component;
  return isSame('member') || isSame('previous');
}

function sliceOf(measure: Pair | undefined, by: Pair | undefined): SharedSlice {
  const first = measure ?? by!;
  return {
    measure: measure?.member.name ?? null,
    by: by?.member.name ?? null,
    isAcross: measure !== undefined && by !== undefined && !isOwn(measure, by),
    // Measures of one cube are asked together for the same dimension, and dimensions of one cube together.
    group: `${first.member.owner} ${first.member.kind} ${first.member.origin} ${measure && by ? by.member.name : ''}`,
    queries: { before: queryOf(measure?.previous, by?.previous), after: queryOf(measure?.member, by?.member) },
  };
}

function queryOf(measure: Member | undefined, by: Member | undefined): QueryObject {
  return {
    ...(measure && { measures: [measure.name] }),
    ...(by && !by.time && { [by.kind]: [by.name] }),
    ...(by?.time && { timeDimensions: [by.time] }),
  };
}

/** Pairs of cubes of which is asked whether they can be joined; thousands of cubes are millions of pairs. */
const maxPairs = 500;

function acrossPairs(
  members: readonly Member[],
  isOnly: (member: Member) => boolean,
  side: OneSidedPair['side'],
): { pairs: OneSidedPair[]; beyond: number } {
  const inCubes = members
    .filter(({ component }) => component !== '')
    .map((member) => ({ member, isOnly: isOnly(member) }));
  const counted = (all: typeof inCubes) =>
    [...grouped(all, ownerOf).values()].map((own) => {
      const shared = own.filter((one) => !one.isOnly).length;
      return { first: own[0]!.member, all: own.length, shared };
    });
  const [measures, dimensions] = [counted(inCubes.filter(isMeasure)), counted(inCubes.filter(isDimension))];
  const pairs: OneSidedPair[] = [];
  let beyond = 0;
  for (const one of measures) {
    for (const other of dimensions) {
      const count = one.all * other.all - one.shared * other.shared;
      const isPair = one.first.owner !== other.first.owner && one.first.component === other.first.component;
      if (count === 0 || !isPair) continue;
      if (pairs.length < maxPairs) pairs.push({ side, count, query: queryOf(one.first, other.first) });
      else beyond += count;
    }
  }
  return { pairs, beyond };
}

/** The number of slices of a cube or view with a member that only one model has. */
function oneSided(members: readonly Member[], isOnly: (member: Member) => boolean): number {
  const byOwner = new Map<string, { measures: [number, number]; others: [number, number]; dimensions: number }>();
  for (const member of members) {
    const counts = byOwner.get(member.owner) ?? { measures: [0, 0], others: [0, 0], dimensions: 0 };
    byOwner.set(member.owner, counts);
    const side = isOnly(member) ? 1 : 0;
    counts[member.kind === 'measures' ? 'measures' : 'others'][side] += 1;
    if (side === 1 && member.kind !== 'segments') counts.dimensions += 1;
  }
  let sum = 0;
  for (const { measures, others, dimensions } of byOwner.values()) {
    const all = (measures[0] + measures[1]) * (others[0] + others[1]);
    sum += dimensions + all - measures[0] * others[0];
  }
  return sum;
}

const kinds = ['measures', 'dimensions', 'segments'] as const;

function membersOf(meta: DataMeta): Map<string, Member> {
  const found = new Map<string, Member>();
  for (const cube of meta.cubes) {
    const { connectedComponent } = cube as { connectedComponent?: unknown };
    const component = cube.type === 'view' ? '' : `${(connectedComponent as number | undefined) ?? ''}`;
    for (const kind of kinds) {
      for (const member of cube[kind] ?? []) {
        if (isLinkUrl(member.name)) continue;
        const { aliasMember } = member as { aliasMember?: unknown };
        const origin = typeof aliasMember === 'string' ? (aliasMember.split('.')[0] ?? '') : '';
        const one: Member = { name: member.name, owner: cube.name, origin, kind, component };
        const isTime = kind === 'dimensions' && member.type === 'time';
        found.set(one.name, isTime ? byGranularity(one, 'day') : one);
        if (!isTime) continue;
        for (const granularity of granularityNames(member)) {
          const name = `${one.name}.${granularity}`;
          found.set(name, { ...byGranularity(one, granularity), name });
        }
      }
    }
  }
  return found;
}

function byGranularity(dimension: Member, granularity: string): Member {
  return { ...dimension, time: { dimension: dimension.name, granularity } };
}

/** The standard granularities that `one` defines, to `other`, which has them anyway. @param names of the members of `one` in `other` */
function addStandard(one: ReadonlyMap<string, Member>, other: Map<string, Member>, names: Renames): void {
  for (const { name, time } of one.values()) {
    if (!time || name === time.dimension || !standardGranularities.includes(time.granularity)) continue;
    const dimension = other.get(renamedMember(time.dimension, names));
    const added = renamedMember(name, names);
    if (dimension?.time && !other.has(added))
      other.set(added, { ...byGranularity(dimension, time.granularity), name: added });
  }
}
