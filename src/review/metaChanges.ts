/** The differences between the compiled metadata of two branches, including those of generated members. */

import type { CatalogMessage } from '../base/errors.ts';
import type { DataMeta } from '../contract/dataApi.ts';
import { isLinkUrl } from '../model/index/resolve.ts';
import { ownerOf } from '../model/source/names.ts';
import { dataTypeOf } from '../query/results/resultTable.ts';
import { renamesOf } from './compiled/compiledReview.ts';
import { renamedMember } from './compiled/renamedQuery.ts';
import type { Renames } from './compiled/sameSql.ts';
import type { Aspect, ModelChange, PartKind } from './model/modelChange.ts';
import { reviewTexts } from './model/reviewTexts.ts';
import { DocumentUsers, type ReviewUse, useBreakages } from './model/useBreakages.ts';

type MetaChange = Pick<ModelChange, 'kind' | 'name' | 'previousName' | 'aspects'> & {
  change: ModelChange['change'];
  /** Its values have another type: a sum that becomes an average is a change of values only. */
  isRetyped?: boolean;
};

interface Item {
  kind: PartKind;
  name: string;
  values: Readonly<Record<string, unknown>>;
}

const aspects = new Map<string, Aspect>([
  ['title', 'title'],
  ['shortTitle', 'title'],
  ['description', 'description'],
  ['type', 'type'],
  ['aggType', 'type'],
  ['format', 'format'],
  ['formatDescription', 'format'],
  ['currency', 'format'],
  ['isVisible', 'visibility'],
  ['public', 'visibility'],
]);

const groups = new Map<string, PartKind>([
  ['measures', 'measure'],
  ['dimensions', 'dimension'],
  ['segments', 'segment'],
  ['hierarchies', 'hierarchy'],
]);

/** They are listed as parts, or follow from other parts. */
const notCompared = new Set(['name', 'connectedComponent', ...groups.keys()]);

/** Sorted by name. Members of an added or removed cube or view are not listed. */
export function metaChanges(before: DataMeta, after: DataMeta): readonly MetaChange[] {
  const [old, now] = [itemsOf(before), itemsOf(after)];
  const found: MetaChange[] = [];
  const isWithin = (name: string, others: ReadonlyMap<string, Item>) => others.has(`definition ${ownerOf(name)}`);
  for (const [key, item] of old) {
    const { kind, name } = item;
    const other = now.get(key);
    if (other) {
      const different = differences(item, other);
      const isRetyped = kind !== other.kind || typeOf(item) !== typeOf(other);
      if (different.length > 0)
        found.push({ kind: other.kind, name, change: 'changed', aspects: different, ...(isRetyped && { isRetyped }) });
    } else if (!name.includes('.') || isWithin(name, now)) found.push({ kind, name, change: 'removed', aspects: [] });
  }
  for (const [key, { kind, name }] of now) {
    if (!old.has(key) && (!name.includes('.') || isWithin(name, old)))
      found.push({ kind, name, change: 'added', aspects: [] });
  }
  return found.sort((a, b) => (a.name === b.name ? 0 : a.name < b.name ? -1 : 1));
}

/** Adds to the changes of the sources those that only the metadata shows, with the uses that they break. */
export function withMetaChanges(
  changes: readonly ModelChange[],
  before: DataMeta,
  after: DataMeta,
  uses: readonly ReviewUse[],
): readonly ModelChange[] {
  const known = new Known(changes);
  const found = metaChanges(before, after).filter((one) => !known.explains(one));
  if (found.length === 0) return changes;
  const added = withRenames(found, itemsOf(before), itemsOf(after), renamesOf(changes));
  const byName = new Map(added.map((one) => [one.previousName ?? one.name, one]));
  const breaking = useBreakages(uses, (name) => {
    const [owner = '', local = ''] = name.split('.');
    return [byName.get(owner), byName.get(`${owner}.${local}`)].flatMap((cause) => {
      const message = cause && messageOf(cause);
      return message ? [{ cause, message }] : [];
    });
  });
  const documents = new DocumentUsers(uses);
  const more = added.map((one) => {
    const { isRetyped: _, ...change } = one;
    return {
      ...change,
      breaking: breaking.get(one) ?? [],
      places: [],
      reach: { members: [], views: [] },
      usedBy: documents.of([one.previousName ?? one.name, one.name]),
    };
  });
  return [...changes, ...more].sort((a, b) => (a.name === b.name ? 0 : a.name < b.name ? -1 : 1));
}

/**
 * The compiler makes a view of each cube that a view splits off, called after both.
 * It follows their renames, and its members those of what they show.
 */
function withRenames(
  found: readonly MetaChange[],
  old: ReadonlyMap<string, Item>,
  now: ReadonlyMap<string, Item>,
  renames: Renames,
): MetaChange[] {
  const itemOf = ({ kind, name }: MetaChange, items: ReadonlyMap<string, Item>) => items.get(keyOf(kind, name))!;
  const shownBy = ({ values: { aliasMember } }: Item) => (typeof aliasMember === 'string' ? aliasMember : undefined);
  const keyFor = ({ kind, name }: MetaChange, origin: string) => JSON.stringify([kind, ownerOf(name), origin]);
  const gone = new Map<string, { change: MetaChange; item: Item }>();
  for (const change of found) {
    if (change.change !== 'removed') continue;
    const item = itemOf(change, old);
    for (const name of change.kind === 'view' ? splitNames(change.name, renames) : [])
      gone.set(keyOf('view', name), { change, item });
    const shown = shownBy(item);
    const origin = shown && renamedMember(shown, renames);
    if (origin !== undefined && origin !== shown) gone.set(keyFor(change, origin), { change, item });
  }
  const paired = new Set<MetaChange>();
  const all = found.map((change): MetaChange => {
    if (change.change !== 'added') return change;
    const item = itemOf(change, now);
    const shown = shownBy(item);
    const former = gone.get(shown === undefined ? keyOf(change.kind, change.name) : keyFor(change, shown));
    if (!former || paired.has(former.change)) return change;
    paired.add(former.change);
    // Its name gives the title, too.
    const aspects = differences(former.item, item).filter((one) => one !== 'title' && one !== 'other');
    return { ...change, change: 'renamed', previousName: former.change.name, aspects };
  });
  return all.filter((one) => !paired.has(one));
}

/** What the name of a view that `split` made may be now: either part of it is renamed, or both. */
function splitNames(name: string, renames: Renames): string[] {
  const owners = [...renames].filter(([from]) => !from.includes('.'));
  const ends = owners.flatMap(([from, to]) =>
    name.endsWith(`_${from}`) ? [`${name.slice(0, -from.length)}${to}`] : [],
  );
  return [name, ...ends].flatMap((one) => [
    ...(one === name ? [] : [one]),
    ...owners.flatMap(([from, to]) => (one.startsWith(`${from}_`) ? [`${to}${one.slice(from.length)}`] : [])),
  ]);
}

function messageOf({ name, previousName, change, isRetyped }: MetaChange): CatalogMessage | undefined {
  if (change === 'removed') return reviewTexts.message('gone', [name]);
  if (previousName !== undefined) return reviewTexts.message('renamed', [previousName, name]);
  return isRetyped ? reviewTexts.message('other-type', [name]) : undefined;
}

function typeOf({ values: { type } }: Item): unknown {
  return typeof type === 'string' ? dataTypeOf(type) : type;
}

/** The changes that the sources explain: a change of a member is also one of the views that include it. */
class Known {
  readonly #names = new Set<string>();
  readonly #owners = new Set<string>();
  readonly #changes = new Map<string, ModelChange[]>();

  constructor(changes: readonly ModelChange[]) {
    const add = (name: string, change: ModelChange) => {
      const same = this.#changes.get(name);
      if (same) same.push(change);
      else this.#changes.set(name, [change]);
    };
    for (const change of changes) {
      const { kind, name, previousName } = change;
      this.#names.add(keyOf(kind, name));
      this.#owners.add(ownerOf(name));
      if (previousName !== undefined) this.#names.add(keyOf(kind, previousName));
      for (const one of [name, ...change.reach.members]) add(one, change);
      // The metadata has what the owner of the key sees.
      if (kind === 'access_policy') add(ownerOf(name), change);
      // A cube or view that extends another one inherits its title and description.
      if (!name.includes('.')) for (const heir of new Set(change.reach.members.map(ownerOf))) add(heir, change);
      // The dimension has the titles and intervals of its granularities.
      if (kind === 'granularity') add(name.slice(0, name.lastIndexOf('.')), change);
    }
  }

  explains({ kind, name, change, aspects }: MetaChange): boolean {
    if (this.#names.has(keyOf(kind, name))) return true;
    const owner = ownerOf(name);
    const causes = [...(this.#changes.get(name) ?? []), ...(this.#changes.get(owner) ?? [])];
    // The metadata has no part that is not public, and may have no cube without public members.
    if (change !== 'changed' && owner === name && this.#owners.has(name)) return true;
    if (change !== 'changed')
      return causes.some((one) => one.aspects.includes('visibility') || one.kind === 'access_policy');
    return aspects.every((aspect) => causes.some((one) => one.aspects.includes(aspect) || isWide(one, aspect)));
  }
}

/** The metadata has fewer words for what the sources distinguish. */
function isWide({ change, kind, aspects }: ModelChange, aspect: Aspect): boolean {
  // Each type has a format of its own.
  return (
    aspect === 'other' ||
    (aspect === 'format' && aspects.includes('type')) ||
    (aspect === 'title' && change === 'renamed') ||
    kind === 'granularity'
  );
}

function keyOf(kind: PartKind, name: string): string {
  return `${name.includes('.') ? kind : 'definition'} ${name}`;
}

function itemsOf(meta: DataMeta): ReadonlyMap<string, Item> {
  const items = new Map<string, Item>();
  for (const cube of meta.cubes) {
    const kind = cube.type === 'view' ? 'view' : 'cube';
    items.set(keyOf(kind, cube.name), { kind, name: cube.name, values: cube });
    for (const [group, memberKind] of groups) {
      const members = cube[group];
      for (const member of Array.isArray(members) ? members : []) {
        const name = (member as { name?: unknown } | null)?.name;
        // A link of a dimension makes another one.
        if (typeof name === 'string' && !isLinkUrl(name))
          items.set(keyOf(memberKind, name), { kind: memberKind, name, values: member });
      }
    }
  }
  return items;
}

function differences(before: Item, after: Item): Aspect[] {
  const found = new Set<Aspect>(before.kind === after.kind ? [] : ['type']);
  for (const key of new Set([...Object.keys(before.values), ...Object.keys(after.values)])) {
    const isSame = JSON.stringify(before.values[key]) === JSON.stringify(after.values[key]);
    if (!isSame && !notCompared.has(key)) found.add(aspects.get(key) ?? 'other');
  }
  return [...found].sort();
}
