/** Pairs the parts of two models, also renamed ones, and finds what differs in each pair. */

import type { Content } from './content.ts';
import type { Aspect } from './modelChange.ts';
import { isDefinition, keyOfPart, nameOfPart, type Part, type PartName, type Parts } from './parts.ts';
import { type NewName, pairDefinitions, pairMembers } from './renames.ts';

export interface PartPair {
  before: Part | undefined;
  after: Part | undefined;
  /** Empty if one side is missing. */
  aspects: readonly Aspect[];
  /** The part itself has another name. */
  isRenamed: boolean;
}

export interface Comparison {
  /** The parts that differ. Members of an added or removed cube or view are not listed. */
  pairs: readonly PartPair[];
  /** New names of cubes, views, members and granularities by their old ones. */
  renames: ReadonlyMap<string, string>;
}

/** They have references to other parts. */
const followingAspects: ReadonlySet<Aspect> = new Set(['sql', 'filters', 'access', 'other']);

export function compareParts(before: Parts, after: Parts): Comparison {
  const renames = new Map<string, string>();
  const pairs: [Part, Part][] = [];
  let removed: Part[] = [];
  for (const [key, old] of before) {
    const now = after.get(key);
    if (now) pairs.push([old, now]);
    else removed.push(old);
  }
  let added = [...after].flatMap(([key, now]) => (before.has(key) ? [] : [now]));
  /** Takes the pairs out of the two lists. */
  const take = (found: ReadonlyMap<Part, Part>) => {
    for (const [old, now] of found) {
      pairs.push([old, now]);
      if (nameOfPart(old) !== nameOfPart(now)) renames.set(nameOfPart(old), nameOfPart(now));
    }
    const taken = new Set(found.values());
    removed = removed.filter((one) => !found.has(one));
    added = added.filter((one) => !taken.has(one));
  };
  const takeNamed = () => {
    const named = new Map<Part, Part>();
    const waiting = new Map(added.map((one) => [keyOfPart(one), one]));
    for (const old of removed) {
      const now = waiting.get(keyOfPart(renamed(old, renames)));
      if (now) named.set(old, now);
    }
    take(named);
  };
  const takeRenamed = (isOfPass: (part: Part) => boolean) =>
    take(pairMembers(removed.filter(isOfPass), added.filter(isOfPass), (part) => renamed(part, renames)));

  take(pairDefinitions(removed, added));
  const goneOwners = new Set(removed.filter(isDefinition).map(({ owner }) => owner));
  const newOwners = new Set(added.filter(isDefinition).map(({ owner }) => owner));
  removed = removed.filter((one) => isDefinition(one) || !goneOwners.has(one.owner));
  added = added.filter((one) => isDefinition(one) || !newOwners.has(one.owner));
  takeNamed();
  // Parts that are inherited, included or inside another part follow from the definitions.
  takeRenamed((part) => !part.origin && part.kind !== 'granularity');
  takeNamed();
  takeRenamed(() => true);

  const changed = pairs.flatMap(([old, now]): PartPair[] => {
    const aspects = aspectsOf(old, now, renames);
    const isRenamed = ownName(old) !== ownName(now);
    return isRenamed || aspects.length > 0 ? [{ before: old, after: now, aspects, isRenamed }] : [];
  });
  const oneSided = { aspects: [], isRenamed: false };
  return {
    pairs: [
      ...changed,
      ...removed.map((one) => ({ before: one, after: undefined, ...oneSided })),
      ...added.map((one) => ({ before: undefined, after: one, ...oneSided })),
    ],
    renames,
  };
}

/** The name without those of the parts around it. */
function ownName({ kind, owner, local }: Part): string {
  if (local === '') return owner;
  // A join has the name of the cube that it leads to.
  if (kind === 'join') return '';
  return kind === 'granularity' ? local.slice(local.indexOf('.') + 1) : local;
}

/** The name of a part under the new names of the parts around it, and of the member that it comes from. */
function renamed({ kind, owner, local, origin }: Part, renames: ReadonlyMap<string, string>): NewName {
  const newOrigin = origin && renamedMember(origin, renames);
  const newOwner = renames.get(owner) ?? owner;
  if (kind === 'join') return { kind, owner: newOwner, local: renames.get(local) ?? local, origin: undefined };
  if (kind !== 'granularity') return { kind, owner: newOwner, local, origin: newOrigin };
  const at = local.indexOf('.');
  const dimension = renamedMember({ owner, local: local.slice(0, at) }, renames);
  return { kind, owner: newOwner, local: `${dimension.local}${local.slice(at)}`, origin: newOrigin };
}

function renamedMember(
  { owner, local }: Pick<PartName, 'owner' | 'local'>,
  renames: ReadonlyMap<string, string>,
): Pick<PartName, 'owner' | 'local'> {
  const now = renames.get(nameOfPart({ owner, local }));
  const newOwner = renames.get(owner) ?? owner;
  return { owner: newOwner, local: now?.slice(newOwner.length + 1) ?? local };
}

function aspectsOf(before: Part, after: Part, renames: ReadonlyMap<string, string>): readonly Aspect[] {
  const from = before.origin && renamedMember(before.origin, renames);
  const to = after.origin;
  // The change of the member itself is listed where it is defined.
  if (from && to && from.owner === to.owner && from.local === to.local)
    return differences(before.origin?.override, to.override);
  const isSameText = before.text !== '' && before.text === after.text;
  const isFollowing = (aspect: Aspect, old: string, now: string | undefined) =>
    followingAspects.has(aspect) && followRenames(old, before.owner, renames, aspect === 'sql') === now;
  const found = new Set(isSameText ? [] : differences(before.content(), after.content(), isFollowing));
  if (before.origin?.override && to) found.add('sql');
  if (before.kind !== after.kind) found.add('type');
  return [...found].sort();
}

function differences(
  before: Content = new Map(),
  after: Content = new Map(),
  isFollowing: (aspect: Aspect, old: string, now: string | undefined) => boolean = () => false,
): Aspect[] {
  const all = new Set([...before.keys(), ...after.keys()]);
  return [...all].filter((aspect) => {
    const [old, now] = [before.get(aspect), after.get(aspect)];
    return old !== now && (old === undefined || !isFollowing(aspect, old, now));
  });
}

/** References in SQL, and names that are whole values, as `drill_members` has them. */
const inSql = /\{([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)\}/g;
const whole = /(?<=[[,:])"([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)"(?=[,\]}])/g;

/**
 * @param content of one aspect, as JSON
 * @param owner the former name of the cube or view around the part
 * @param renames new names of cubes, views and members by their former ones
 * @param isSql whether only references in braces are names: a table or a column can have the name of a cube
 */
function followRenames(content: string, owner: string, renames: ReadonlyMap<string, string>, isSql: boolean): string {
  if (renames.size === 0) return content;
  const text = content.replace(inSql, (_, chain: string) => `{${followed(chain, owner, renames)}}`);
  return isSql ? text : text.replace(whole, (_, chain: string) => `"${followed(chain, owner, renames)}"`);
}

function followed(chain: string, owner: string, renames: ReadonlyMap<string, string>): string {
  let holder = owner;
  const names = chain.split('.').map((name) => {
    if (name === 'CUBE') return name;
    const member = renames.get(`${holder}.${name}`);
    if (member !== undefined) return member.slice(member.indexOf('.') + 1);
    holder = name;
    return renames.get(name) ?? name;
  });
  return names.join('.');
}
