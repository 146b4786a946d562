/** The queries that show what the compiler makes of each public member, on both sides. */

import type { DataMeta } from '../../contract/dataApi.ts';
import { isLinkUrl, standardGranularities } from '../../model/index/resolve.ts';
import { granularityNames } from './publicParts.ts';
import { renamedMember } from './renamedQuery.ts';
import type { Renames } from './sameSql.ts';

type Query = Readonly<Record<string, unknown>>;

/** A public member of both models; a dimension of time once more for each of its granularities. */
export interface SharedMember {
  /** In the newer model. */
  name: string;
  previousName: string;
  /** Members that may be asked together, because their SQL has the same cubes. */
  group: string;
  /** Undefined: a segment of a cube without other public members, which cannot be asked for alone. */
  queries: { before: Query; after: Query } | undefined;
}

const kinds = ['measures', 'dimensions', 'segments'] as const;
type Kind = (typeof kinds)[number];

interface Found {
  kind: Kind;
  owner: string;
  /** The cube that defines a member of a view. */
  origin: string;
  granularities: readonly string[];
}

/** In the order of the newer metadata. */
export function sharedMembers(before: DataMeta, after: DataMeta, renames: Renames): SharedMember[] {
  const [old, now] = [membersOf(before), membersOf(after)];
  const former = new Map([...renames].map(([from, to]) => [to, from]));
  return [...now].flatMap(([name, found]): SharedMember[] => {
    const previousName = renamedMember(name, former);
    const previous = old.get(previousName);
    if (!previous || previous.kind !== found.kind) return [];
    const shared = sharedGranularities(previous, found);
    const anchors = found.kind === 'segments' ? anchorsOf(found.owner, previous.owner, now, old, former) : undefined;
    const group = `${found.owner} ${found.kind} ${found.origin}`;
    if (found.kind === 'segments' && !anchors) return [{ name, previousName, group, queries: undefined }];
    const alone = {
      before: { ...anchors?.before, [found.kind]: [previousName] },
      after: { ...anchors?.after, [found.kind]: [name] },
    };
    const byTime = (dimension: string, granularity: string) => ({ timeDimensions: [{ dimension, granularity }] });
    const all = [alone, ...shared.map((one) => ({ before: byTime(previousName, one), after: byTime(name, one) }))];
    return all.map((queries) => ({ name, previousName, group, queries }));
  });
}

/** Those of both models. A model can define one of a standard name, which the other model has anyway. */
function sharedGranularities(old: Found, now: Found): string[] {
  const all = new Set([...old.granularities, ...now.granularities]);
  const isIn = (name: string, { granularities }: Found) => [...granularities, ...standardGranularities].includes(name);
  return [...all].filter((name) => isIn(name, old) && isIn(name, now));
}

/** One query for several members of a group. */
export function joined(queries: readonly Query[]): Query {
  const all = new Map<string, Map<string, unknown>>();
  for (const query of queries) {
    for (const [key, values] of Object.entries(query)) {
      const known = all.get(key) ?? new Map<string, unknown>();
      all.set(key, known);
      for (const value of values as unknown[]) known.set(JSON.stringify(value), value);
    }
  }
  return Object.fromEntries([...all].map(([key, values]) => [key, [...values.values()]]));
}

/** A member of the same cube or view, which a segment filters. */
function anchorsOf(
  owner: string,
  previousOwner: string,
  now: ReadonlyMap<string, Found>,
  old: ReadonlyMap<string, Found>,
  former: ReadonlyMap<string, string>,
): { before: Query; after: Query } | undefined {
  for (const [name, { kind, owner: other }] of now) {
    if (other !== owner || kind === 'segments') continue;
    const previousName = renamedMember(name, former);
    const previous = old.get(previousName);
    if (previous?.owner === previousOwner && previous.kind === kind)
      return { before: { [kind]: [previousName] }, after: { [kind]: [name] } };
  }
  return undefined;
}

function membersOf(meta: DataMeta): Map<string, Found> {
  const found = new Map<string, Found>();
  for (const cube of meta.cubes) {
    for (const kind of kinds) {
      for (const { name, ...member } of cube[kind] ?? []) {
        if (isLinkUrl(name)) continue;
        const { aliasMember } = member as { aliasMember?: unknown };
        const origin = typeof aliasMember === 'string' ? (aliasMember.split('.')[0] ?? '') : '';
        found.set(name, { kind, owner: cube.name, origin, granularities: granularityNames(member) });
      }
    }
  }
  return found;
}
