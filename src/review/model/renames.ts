/** Finds which removed part is an added one under its former name: the same content, or nearly. One to one. */

import { isDefinition, nameOfPart, type Part, type PartName } from './parts.ts';

type Pairs = Map<Part, Part>;

/** The name of a part, and of the member that it comes from. */
export interface NewName extends PartName {
  origin: Pick<PartName, 'owner' | 'local'> | undefined;
}

/** `toNew` gives a part the new names of the parts around it. */
export function pairMembers(removed: readonly Part[], added: readonly Part[], toNew: (part: Part) => NewName): Pairs {
  const pairs: Pairs = new Map();
  const taken = new Set<Part>();
  for (const keyOf of [originKey, contentKey, sqlKey]) {
    const waiting = new Map<string, Part[]>();
    for (const part of byName(added)) {
      const key = keyOf(part, part);
      if (key === undefined || taken.has(part)) continue;
      waiting.set(key, [...(waiting.get(key) ?? []), part]);
    }
    for (const part of byName(removed)) {
      const key = pairs.has(part) ? undefined : keyOf(toNew(part), part);
      const found = key === undefined ? undefined : waiting.get(key)?.shift();
      if (!found) continue;
      pairs.set(part, found);
      taken.add(found);
    }
  }
  return pairs;
}

/** The same content, or the same table or query, or most members. */
export function pairDefinitions(removed: readonly Part[], added: readonly Part[]): Pairs {
  const [before, after] = [membersByOwner(removed), membersByOwner(added)];
  const candidates: { old: Part; now: Part; isEqual: boolean; shared: number }[] = [];
  const newOnes = byName(added.filter(isDefinition));
  for (const old of byName(removed.filter(isDefinition))) {
    const own = before.get(old.owner) ?? new Set<string>();
    const sql = old.content().get('sql');
    for (const now of newOnes) {
      if (old.kind !== now.kind) continue;
      const others = after.get(now.owner) ?? new Set<string>();
      const shared = [...own].filter((one) => others.has(one)).length;
      const isMost = shared * 2 > Math.max(own.size, others.size);
      const isEqual = contentText(old) === contentText(now) && (isMost || own.size + others.size === 0);
      if (isEqual || isMost || (sql !== undefined && sql === now.content().get('sql')))
        candidates.push({ old, now, isEqual, shared });
    }
  }
  // The sort is stable, so equal candidates stay in the order of their names.
  candidates.sort((a, b) => Number(b.isEqual) - Number(a.isEqual) || b.shared - a.shared);
  const pairs: Pairs = new Map();
  const taken = new Set<Part>();
  for (const { old, now } of candidates) {
    if (pairs.has(old) || taken.has(now)) continue;
    pairs.set(old, now);
    taken.add(now);
  }
  return pairs;
}

function byName(parts: readonly Part[]): Part[] {
  return [...parts].sort((a, b) => (nameOfPart(a) < nameOfPart(b) ? -1 : 1));
}

/** A part keeps its place: the cube or view, and for a granularity the dimension. */
function placeOf({ kind, owner, local }: PartName): string {
  return kind === 'granularity' ? `${kind} ${owner}.${local.split('.')[0]}` : `${kind} ${owner}`;
}

/** An included or inherited member is the one with the same origin. */
function originKey(name: NewName): string | undefined {
  return name.origin && `${placeOf(name)} ${nameOfPart(name.origin)}`;
}

function contentKey(name: NewName, part: Part): string | undefined {
  return part.origin ? undefined : `${placeOf(name)} ${contentText(part)}`;
}

function contentText(part: Part): string {
  return JSON.stringify([...part.content()].sort());
}

/** Type, SQL and filters; undefined without SQL. */
function sqlKey(name: NewName, part: Part): string | undefined {
  if (part.origin) return undefined;
  const content = part.content();
  if (content.get('sql') === undefined) return undefined;
  const compared = (['type', 'sql', 'filters', 'relationship'] as const).map((aspect) => content.get(aspect));
  return `${placeOf(name)} ${JSON.stringify(compared)}`;
}

/** Kinds, names and types. */
function membersByOwner(parts: readonly Part[]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const { kind, owner, local, type } of parts) {
    if (local === '') continue;
    const members = found.get(owner) ?? new Set();
    found.set(owner, members.add(`${kind} ${local} ${type}`));
  }
  return found;
}
