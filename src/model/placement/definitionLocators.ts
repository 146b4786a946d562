/** Locators for messages about definitions, members and keys: finds them by the names in the message. */

import type { Definition } from '../index/definitions.ts';
import type { ModelIndex } from '../index/modelIndex.ts';
import { allViewCubes } from '../index/viewMembers.ts';
import { entryOf, textOf, type ValueNode, valueAt } from '../source/tree.ts';
import { locateNode } from './locateNode.ts';
import { type Location, type Locator, locationIn, type ReportContext } from './location.ts';
import { locateGenerated } from './renderedLines.ts';

/** The definitions with that name, else the one that most likely gets it at run time. */
export function definitionsNamed(index: ModelIndex, name: string | undefined): Definition[] {
  if (name === undefined) return [];
  const named = index.definitionsNamed(name);
  return named.length > 0 ? [...named] : index.generatedNamed(name).slice(0, 1);
}

/** The definitions with that name, else the one that the report names. */
function subjectsOf({ index, definition }: ReportContext, name?: string): Definition[] {
  const found = definitionsNamed(index, name);
  return found.length > 0 ? found : definition ? [definition] : [];
}

/** The view that the report names, else all views. */
export function candidateViews({ index, definition }: ReportContext): Definition[] {
  return definition ? [definition] : index.definitions.filter((one) => one.kind === 'view');
}

/** The includes of a view that have this name in the view. */
export function includesNamed(index: ModelIndex, view: Definition, name: string): Location[] {
  const locations: Location[] = [];
  for (const item of allViewCubes(index, view)) {
    if (item.includes === '*') continue;
    for (const { alias, nameSpan } of item.includes) {
      const prefixed = item.prefix === undefined ? alias : `${item.prefix}_${alias}`;
      if (prefixed !== name && alias !== name) continue;
      const [holder] = item.cubeName === undefined ? generatedBy(index, item) : definitionsNamed(index, item.cubeName);
      locations.push({ file: item.definition.file, span: nameSpan, ...(holder ? { holder } : {}) });
    }
  }
  return locations;
}

/** The definition whose generated name is written like the join path. */
function generatedBy(index: ModelIndex, { definition, node }: ReturnType<typeof allViewCubes>[number]): Definition[] {
  const path = valueAt(node, 'joinPath');
  const text = path && index.text(definition.file)?.text.slice(path.start, path.end);
  return [...index.files].flatMap(({ generated }) => generated.filter(({ name }) => name === text));
}

/** The singular of a group in the messages → the key of the group. */
const groupKeys: ReadonlyMap<string, string> = new Map([
  ['measure', 'measures'],
  ['dimension', 'dimensions'],
  ['segment', 'segments'],
  ['preAggregation', 'preAggregations'],
  ['hierarchie', 'hierarchies'],
  ['hierarchies', 'hierarchies'],
  ['preAggregation.index', 'indexes'],
  ['dimension.granularity', 'granularities'],
]);

/** `measures must be defined as array`: the groups with that name that are not lists. The message may name no cube. */
export const notArray: Locator = ({ index, file, definition }, match) => {
  const key = match[1] === 'joins' ? 'joins' : (groupKeys.get(match[1]!.replace(/s$/, '')) ?? match[1]!);
  const candidates = definition ? [definition] : file ? file.definitions : index.definitions;
  return candidates.flatMap((one) => {
    const isInMember = key === 'indexes' || key === 'granularities';
    const holders = isInMember ? one.members.map((member) => member.node) : [one.node];
    return holders.flatMap((holder) => {
      const entry = entryOf(holder, key);
      const isEmpty = entry?.value.kind === 'scalar' && entry.value.value === null;
      if (!entry || entry.value.kind === 'list' || isEmpty) return [];
      const first = entry.value.kind === 'map' ? entry.value.entries[0]?.keySpan : undefined;
      return [locationIn(one, first ?? entry.keySpan)];
    });
  });
};

/** The items of a group without a name. */
export const missingName: Locator = ({ index, file }, match) => {
  const key = groupKeys.get(match[1]!) ?? match[1]!;
  const candidates = file ? [...file.definitions, ...file.generated] : index.definitions;
  return candidates.flatMap((one) => {
    const list = valueAt(one.node, key);
    if (list?.kind !== 'list') return [];
    return list.items.flatMap((item) =>
      item.kind === 'map' && isEmpty(valueAt(item, 'name')) ? [locationIn(one, item.entries[0]?.keySpan ?? item)] : [],
    );
  });
};

function isEmpty(node: ValueNode | undefined): boolean {
  return !node || (node.kind === 'scalar' && node.value === null);
}

/** The items of a list with that name, except the first one. */
function repeatedItems(definition: Definition, list: ValueNode | undefined, name: string | undefined): Location[] {
  if (list?.kind !== 'list') return [];
  const same = list.items.filter((item) => textOf(valueAt(item, 'name')) === name);
  return same.slice(1).map((item) => locationIn(definition, valueAt(item, 'name')!));
}

export const duplicateMember: Locator = (context, match) => {
  const [, kind, name, , holder, cube] = match;
  const group = groupKeys.get(kind!) ?? '';
  return subjectsOf(context, cube).flatMap((definition) => {
    const parent = holder === undefined ? definition.node : context.index.members(definition).get(holder)?.[0]?.node;
    const repeated = repeatedItems(definition, valueAt(parent, group), name);
    const generated = repeated.length > 0 ? undefined : locateGenerated(context.index, definition, name!);
    return generated ? [generated] : repeated;
  });
};

export const duplicateFolder: Locator = ({ index }, match) =>
  definitionsNamed(index, match[2]).flatMap((view) => repeatedItems(view, valueAt(view.node, 'folders'), match[1]));

export const duplicateDefinition: Locator = ({ index }, match) => {
  const same = definitionsNamed(index, match[1]).sort(
    (a, b) => a.file.localeCompare(b.file) || a.span.start - b.span.start,
  );
  return same.slice(1).map((definition) => locationIn(definition, definition.nameSpan));
};

/** `a, b defined more than once`: the last definition of each name. */
export const definedTwice: Locator = (context, match) =>
  subjectsOf(context).flatMap((definition) =>
    match[1]!.split(', ').flatMap((name) => {
      const all = context.index.members(definition).get(name) ?? [];
      const last = [...all].sort((a, b) => a.nameSpan.start - b.nameSpan.start).at(-1);
      return last ? [locationIn(last.definition, last.nameSpan)] : [];
    }),
  );

export const joinTo: Locator = (context, match) =>
  subjectsOf(context).flatMap((definition) =>
    context.index
      .joins(definition)
      .filter((join) => join.name === match[1])
      .slice(-1)
      .map((join) => locationIn(join.definition, join.nameSpan)),
  );

export const topLevelKey: Locator = ({ index, file }, match) => {
  const files = file ? [file] : [...index.files];
  return files.flatMap((one) => {
    const { root, problems } = one.source;
    // The keys of a list are its numbers.
    const span = root ? root.entries.find(({ key }) => key === match[1])?.keySpan : problems[0]?.span;
    return span ? [{ file: one.path, span }] : [];
  });
};

/** The node at a path inside a definition. */
export function nodeAt(definition: Definition | undefined, index: ModelIndex, path: string): Location[] {
  if (!definition) return [];
  const { file, span } = locateNode(index, definition, path);
  return [{ file, span }];
}

/** The name of the member `match[2]` of the definition `match[1]`. */
export const memberName: Locator = ({ index }, match) =>
  definitionsNamed(index, match[1]).flatMap((definition) => {
    const member = index.members(definition).get(match[2]!)?.[0];
    return member ? [locationIn(member.definition, member.nameSpan)] : [];
  });

/** The last join path of the view `match[1]` to the cube `match[2]`. */
export const joinPaths: Locator = ({ index }, match) =>
  definitionsNamed(index, match[1]).flatMap((view) => {
    const items = allViewCubes(index, view).filter((item) =>
      item.joinPath?.parts.some((part) => part.name === match[2]),
    );
    const last = items.at(-1);
    return last?.joinPath ? [locationIn(last.definition, last.joinPath)] : [];
  });

/** The key of the definition `match[1]`, else its name. */
export const keyOfDefinition =
  (key: string): Locator =>
  (context, match) =>
    subjectsOf(context, match[1]).map((definition) =>
      locationIn(definition, entryOf(definition.node, key)?.keySpan ?? definition.nameSpan),
    );
