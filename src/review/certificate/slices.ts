/**
 * The slices of a model: what a user can query who knows only its public names. Each measure alone, each dimension and segment
 * alone, and each measure by each dimension that can be joined.
 */

import type { DataMeta } from '../../contract/dataApi.ts';
import { isLinkUrl } from '../../model/index/resolve.ts';
import type { SharedQuery } from '../compiled/askedSides.ts';
import { renamedMember } from '../compiled/renamedQuery.ts';
import type { Renames } from '../compiled/sameSql.ts';

/** The names of the newer model; of a removed slice those of the former one. */
export interface Slice {
  /** Null: the values of a dimension, or the rows of a segment. */
  measure: string | null;
  /** A dimension or a segment. Null: the total. */
  by: string | null;
}

export interface SharedSlice extends Slice, SharedQuery {
  queries: NonNullable<SharedQuery['queries']>;
  /** Cubes of different owners: whether they can be joined is not known before the models are asked. */
  isAcross: boolean;
}

export interface Slices {
  shared: readonly SharedSlice[];
  added: number;
  removed: number;
}

interface Member {
  name: string;
  owner: string;
  /** The cube that defines a member of a view. */
  origin: string;
  kind: 'measures' | 'dimensions' | 'segments';
  isTime: boolean;
  /** Cubes of one component may be joined. */
  component: string;
}

/** In the order in which they are compared: totals, dimensions, measures by dimensions of their own cube or view, then by others. */
export function slicesOf(before: DataMeta, after: DataMeta, renames: Renames): Slices {
  const [old, now] = [membersOf(before), membersOf(after)];
  const former = new Map([...renames].map(([from, to]) => [to, from]));
  const previousOf = (member: Member) => {
    const previous = old.get(renamedMember(member.name, former));
    return previous?.kind === member.kind && previous.isTime === member.isTime ? previous : undefined;
  };
  const pairs = [...now.values()].map((member) => ({ member, previous: previousOf(member) }));
  const shared = pairs.flatMap(({ member, previous }) => (previous ? [{ member, previous }] : []));
  const measures = shared.filter(({ member }) => member.kind === 'measures');
  const others = shared.filter(({ member }) => member.kind !== 'measures');
  const slices = [
    ...measures.map((measure) => sliceOf(measure, undefined)),
    ...others.filter(({ member }) => member.kind === 'dimensions').map((by) => sliceOf(undefined, by)),
    ...measures.flatMap((measure) => others.filter((by) => isOwn(measure, by)).map((by) => sliceOf(measure, by))),
    ...measures.flatMap((measure) => others.filter((by) => isAcross(measure, by)).map((by) => sliceOf(measure, by))),
  ];
  const known = new Set(shared.map(({ previous }) => previous.name));
  return {
    shared: slices,
    added: oneSided([...now.values()], (member) => previousOf(member) === undefined),
    removed: oneSided([...old.values()], ({ name }) => !known.has(name)),
  };
}

interface Pair {
  member: Member;
  previous: Member;
}

function isOwn(measure: Pair, by: Pair): boolean {
  return measure.member.owner === by.member.owner && measure.previous.owner === by.previous.owner;
}

/** The members of a view are only asked together. */
function isAcross(measure: Pair, by: Pair): boolean {
  const { component } = measure.member;
  const canJoin = component !== '' && component === by.member.component;
  const could = measure.previous.component !== '' && measure.previous.component === by.previous.component;
  return by.member.kind === 'dimensions' && measure.member.owner !== by.member.owner && (canJoin || could);
}

function sliceOf(measure: Pair | undefined, by: Pair | undefined): SharedSlice {
  const queryOf = (one: Member | undefined, other: Member | undefined) => ({
    ...(one && { measures: [one.name] }),
    ...(other && !other.isTime && { [other.kind]: [other.name] }),
    ...(other?.isTime && { timeDimensions: [{ dimension: other.name, granularity: 'day' }] }),
  });
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
        const isTime = kind === 'dimensions' && member.type === 'time';
        found.set(member.name, { name: member.name, owner: cube.name, origin, kind, isTime, component });
      }
    }
  }
  return found;
}
