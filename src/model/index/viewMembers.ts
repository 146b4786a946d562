/** The members that a view includes through its `cubes`, with their names in the view. */

import type { Span } from '../source/range.ts';
import { type Chain, entryOf, type MapNode, textOf, type ValueNode, valueAt } from '../source/tree.ts';
import type { Definition, Member } from './definitions.ts';
import { type DefinitionReferences, isJoinPath } from './references.ts';
import { isTrue } from './visibility.ts';

/** The lookups across files that are needed to determine the members of a view. */
interface ViewLookup {
  cube(name: string): Definition | undefined;
  members(definition: Definition): ReadonlyMap<string, readonly Member[]>;
  lineage(definition: Definition): Definition[];
  references(definition: Definition): DefinitionReferences;
  isOpen(definition: Definition): boolean;
  viewMembers(view: Definition): ViewMembers;
}

interface ViewMember {
  name: string;
  /** The included members of the cube: several if a name has several kinds. */
  sources: readonly Member[];
  /** The name in `includes`, or the `"*"`. */
  span: Span;
  /** The view that contains the `includes`: the view itself or one that it extends. */
  definition: Definition;
  item: ViewCube;
}

export interface ViewMembers {
  members: ReadonlyMap<string, ViewMember>;
  /** The items in `cubes`, inherited ones first. */
  items: readonly ViewCube[];
  /** The view may have members that cannot be read from the text. */
  open: boolean;
  /** Names of the views that `split` creates. */
  splitViews: readonly string[];
}

interface ViewInclude {
  /** The name in the cube. */
  name: string;
  nameSpan: Span;
  /** The name in the view, before any prefix. */
  alias: string;
  aliasSpan: Span;
}

/** One item of a view's `cubes`. */
export interface ViewCube {
  definition: Definition;
  node: MapNode;
  joinPath: Chain | undefined;
  /** The last name of the join path. */
  cubeName: string | undefined;
  cubeSpan: Span;
  prefix: string | undefined;
  split: boolean;
  alias: string | undefined;
  includes: '*' | readonly ViewInclude[];
  includesSpan: Span;
  excludes: readonly { name: string; span: Span }[];
  open: boolean;
}

function joinPathOf(index: ViewLookup, view: Definition, node: ValueNode | undefined): Chain | undefined {
  if (!node) return undefined;
  const inside = (chain: Chain) => node.start <= chain.start && chain.end <= node.end;
  return index.references(view).references.find((one) => isJoinPath(one) && inside(one.chain))?.chain;
}

function includesOf(node: ValueNode | undefined): { includes: '*' | ViewInclude[]; open: boolean } {
  if (textOf(node) === '*') return { includes: '*', open: false };
  if (node?.kind !== 'list') return { includes: [], open: node !== undefined };
  let { open } = node;
  const includes: ViewInclude[] = [];
  for (const item of node.items) {
    const name = item.kind === 'map' ? valueAt(item, 'name') : item;
    const text = textOf(name);
    if (text === undefined || !name) {
      open = true;
      continue;
    }
    const aliasNode = item.kind === 'map' ? valueAt(item, 'alias') : undefined;
    const alias = textOf(aliasNode);
    if (aliasNode && alias === undefined) open = true;
    includes.push({ name: text, nameSpan: name, alias: alias ?? text, aliasSpan: aliasNode ?? name });
  }
  return { includes, open };
}

function excludesOf(node: ValueNode | undefined): { name: string; span: Span }[] {
  if (node?.kind !== 'list') return [];
  return node.items.flatMap((item) => {
    const text = textOf(item);
    return text === undefined ? [] : [{ name: text, span: item }];
  });
}

/** The items in `cubes` of this view, without inherited ones. */
function viewCubesOf(index: ViewLookup, view: Definition): ViewCube[] {
  const list = valueAt(view.node, 'cubes');
  if (list?.kind !== 'list') return [];
  return list.items.flatMap((item) => {
    if (item.kind !== 'map') return [];
    const joinPath = joinPathOf(index, view, valueAt(item, 'joinPath'));
    const last = joinPath?.parts.at(-1);
    const alias = textOf(valueAt(item, 'alias'));
    const includesNode = valueAt(item, 'includes');
    const { includes, open } = includesOf(includesNode);
    return [
      {
        definition: view,
        node: item,
        joinPath,
        cubeName: last?.name,
        cubeSpan: last ?? item.entries[0]?.keySpan ?? item,
        prefix: isTrue(valueAt(item, 'prefix')) ? (alias ?? last?.name) : undefined,
        split: isTrue(valueAt(item, 'split')),
        alias,
        includes,
        includesSpan: includesNode?.kind === 'scalar' ? includesNode : (entryOf(item, 'includes')?.keySpan ?? item),
        excludes: excludesOf(valueAt(item, 'excludes')),
        open: open || item.open || !last || !includesNode || list.open,
      },
    ];
  });
}

/** The items in `cubes` of the views that this view extends, then its own. */
export function allViewCubes(index: ViewLookup, view: Definition): ViewCube[] {
  return index
    .lineage(view)
    .reverse()
    .flatMap((one) => viewCubesOf(index, one));
}

function sourcesOf(index: ViewLookup, cube: Definition, name: string): readonly Member[] {
  const sources = index.members(cube).get(name) ?? [];
  if (sources.length > 0 || cube.kind !== 'view') return sources.filter((member) => member.kind !== 'preAggregation');
  return index.viewMembers(cube).members.get(name)?.sources ?? [];
}

/** A view that includes a hierarchy also includes its levels, under their own names. */
function levelsOf(index: ViewLookup, members: readonly Member[]): { cube: string; name: string }[] {
  return members.flatMap((member) => {
    if (member.kind !== 'hierarchy') return [];
    const own = index.references(member.definition).references.filter((one) => one.member === member);
    return own.map(({ chain }) => {
      const names = chain.parts.map((part) => part.name);
      const name = names.at(-1)!;
      const owner = names.at(-2);
      return {
        cube: owner === undefined || owner === 'CUBE' || owner === 'TABLE' ? member.definition.name : owner,
        name,
      };
    });
  });
}

/** Whether an item includes members of the view itself, over other views. */
function leadsBack(index: ViewLookup, item: ViewCube, view: Definition): boolean {
  const seen = new Set<Definition>();
  const waiting = [item];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const cube = next.split || next.cubeName === undefined ? undefined : index.cube(next.cubeName);
    if (cube === view) return true;
    if (cube?.kind !== 'view' || seen.has(cube)) continue;
    seen.add(cube);
    waiting.push(...allViewCubes(index, cube));
  }
  return false;
}

/** Views that include each other with prefixes can have more names than memory. */
const maximumMembers = 5_000;

/** Views that include each other get only what others include: the result does not depend on which one is asked first. */
export function viewMembersOf(index: ViewLookup, view: Definition): ViewMembers {
  const members = new Map<string, ViewMember>();
  const splitViews: string[] = [];
  const items = allViewCubes(index, view);
  const cubes = items.filter((item) => !leadsBack(index, item, view));
  let open = cubes.length < items.length;
  const add = (item: ViewCube, name: string, sources: readonly Member[], span: Span) => {
    const viewName = item.prefix === undefined ? name : `${item.prefix}_${name}`;
    if (members.size >= maximumMembers) open = true;
    else if (!members.has(viewName))
      members.set(viewName, { name: viewName, sources, span, definition: item.definition, item });
  };
  const levels: { cube: string; name: string }[] = [];
  for (const item of cubes) {
    const cube = item.cubeName === undefined ? undefined : index.cube(item.cubeName);
    if (item.split) {
      splitViews.push(`${view.name}_${item.alias ?? item.cubeName}`);
      continue;
    }
    if (item.open || !cube || index.isOpen(cube)) open = true;
    if (!cube) continue;
    const excluded = new Set(item.excludes.map((one) => one.name));
    const names: ViewInclude[] =
      item.includes === '*'
        ? [...index.members(cube).keys(), ...(cube.kind === 'view' ? index.viewMembers(cube).members.keys() : [])].map(
            (name) => ({
              name,
              nameSpan: item.includesSpan,
              alias: name,
              aliasSpan: item.includesSpan,
            }),
          )
        : [...item.includes];
    for (const include of names) {
      const sources = sourcesOf(index, cube, include.name);
      if (excluded.has(include.name) || sources.length === 0) continue;
      add(item, include.alias, sources, include.aliasSpan);
      levels.push(...levelsOf(index, sources));
    }
  }
  for (const level of levels) {
    for (const item of cubes) {
      if (item.split || item.cubeName !== level.cube) continue;
      const cube = index.cube(level.cube);
      const sources = cube ? sourcesOf(index, cube, level.name) : [];
      const listed = item.includes !== '*' && item.includes.some((include) => include.name === level.name);
      if (sources.length > 0 && !listed) add(item, level.name, sources, item.includesSpan);
    }
  }
  return { members, items, open, splitViews };
}
