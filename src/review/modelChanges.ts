/** The changes between two versions of a model, computed from the sources, and what they break. */

import { mayBeGenerated, mayHaveMember } from '../model/index/generatedNames.ts';
import type { ModelIndex } from '../model/index/modelIndex.ts';
import { compareParts, type PartPair } from './model/comparison.ts';
import { Dependents } from './model/dependents.ts';
import { Fates, lost } from './model/fates.ts';
import { MemberUsers } from './model/memberUsers.ts';
import { modelBreakages } from './model/modelBreakages.ts';
import type { Breakage, DefinitionPlace, ModelChange, Reach, ReviewPlace } from './model/modelChange.ts';
import { differingParts, isDefinition, nameOfPart, type Part } from './model/parts.ts';
import { touchedNames } from './model/touched.ts';
import { DocumentUsers, type ReviewUse, useBreakages } from './model/useBreakages.ts';

export type { ModelChange, ReviewPlace } from './model/modelChange.ts';
export type { ReviewUse } from './model/useBreakages.ts';

/** `uses` are those of the version `after`. Sorted by name. Members of an added or removed cube or view are not listed. */
export function modelChanges(
  before: ModelIndex,
  after: ModelIndex,
  uses: readonly ReviewUse[],
): readonly ModelChange[] {
  const touched = touchedNames(before, after);
  if (touched.size === 0) return [];
  const compared = compareParts(...differingParts(before, after, touched));
  const pairs = compared.pairs.filter((pair) => !mayBeHidden(before, after, pair));
  const users = { before: new MemberUsers(before), after: new MemberUsers(after) };
  const models = { before, after, renames: compared.renames, users };
  const fates = new Fates(before, after, pairs);
  const byUses = useBreakages(uses, (name) => fates.of(name));
  const dependents = {
    before: new Dependents(before, users.before),
    after: new Dependents(after, users.after),
  };
  const documents = new DocumentUsers(uses);
  const changes = pairs.map((pair) => {
    const breaking = [...modelBreakages(models, pair), ...(byUses.get(pair) ?? [])];
    // A use of the former name is not a use of the new one.
    const isLost = lost(pair) !== undefined;
    const reach = isLost
      ? reachOf(before, dependents.before, pair.before!)
      : reachOf(after, dependents.after, pair.after!);
    const usedBy = documents.of([nameOfPart((isLost ? pair.before : pair.after)!), ...reach.members]);
    return { ...changeOf(models, pair, unique(breaking)), reach, usedBy };
  });
  return changes.sort((a, b) => (a.name === b.name ? 0 : a.name < b.name ? -1 : 1));
}

function changeOf(
  { before, after, renames }: { before: ModelIndex; after: ModelIndex; renames: ReadonlyMap<string, string> },
  { before: old, after: now, aspects, isRenamed }: PartPair,
  breaking: readonly Breakage[],
): Omit<ModelChange, 'reach' | 'usedBy'> {
  const part = (now ?? old)!;
  const owner = now ? undefined : after.cube(renames.get(part.owner) ?? part.owner);
  return {
    kind: part.kind,
    name: nameOfPart(part),
    change: !old ? 'added' : !now ? 'removed' : isRenamed ? 'renamed' : 'changed',
    ...(old && nameOfPart(old) !== nameOfPart(part) ? { previousName: nameOfPart(old) } : {}),
    aspects,
    breaking,
    places: [...(old ? [placeOf(before, old, 'before')] : []), ...(now ? [placeOf(after, now, 'after')] : [])],
    ...(owner && { ownerPlace: { file: owner.file, range: after.rangeOf(owner.file, owner.nameSpan), side: 'after' } }),
  };
}

function placeOf(index: ModelIndex, { file, span, whole }: Part, side: ReviewPlace['side']): DefinitionPlace {
  return { file, range: index.rangeOf(file, span), whole: index.rangeOf(file, whole), side };
}

/** A template or a program of the other side may generate the part, so that its sources do not say whether it is missing. */
function mayBeHidden(before: ModelIndex, after: ModelIndex, pair: PartPair): boolean {
  const part = pair.before ?? pair.after!;
  if (pair.before && pair.after) return false;
  const other = pair.before ? after : before;
  const definition = other.cube(part.owner);
  if (isDefinition(part)) return !definition && mayBeGenerated(other, part.owner, '');
  const source = part.origin?.owner;
  if (source !== undefined && !other.cube(source)) return mayBeGenerated(other, source, '');
  return part.member !== undefined && definition !== undefined && mayHaveMember(other, definition, part.local);
}

const nothing: Reach = { members: [], views: [] };

function reachOf(index: ModelIndex, dependents: Dependents, part: Part): Reach {
  if (part.member) return part.origin ? nothing : dependents.reachOf([part.member]);
  const definition = isDefinition(part) ? index.cube(part.owner) : undefined;
  return definition ? dependents.reachOfDefinition(definition) : nothing;
}

const order: readonly Breakage['by']['kind'][] = ['view', 'cube', 'query', 'test', 'dashboard'];

/** One for each user and reason, the first place. */
function unique(all: readonly Breakage[]): Breakage[] {
  const byUser = new Map<string, Breakage>();
  for (const one of all) {
    const key = JSON.stringify([one.by.kind, one.by.place?.file, one.by.name, one.reason]);
    if (!byUser.has(key)) byUser.set(key, one);
  }
  return [...byUser.values()].sort((a, b) => order.indexOf(a.by.kind) - order.indexOf(b.by.kind));
}
