/** Which rows a query is about: those of the cube of its first measure, and how a query can count them. */

import type { Definition } from '../../model/index/definitions.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import { isHidden } from '../../model/index/visibility.ts';
import { entryOf, type ValueNode, valueAt } from '../../model/source/tree.ts';
import { keysOf, listOf, namesIn, type Query } from './queryParts.ts';

export interface CountedCube {
  cube: Definition;
  /** Dimensions by which one row of the result is one row of the cube; undefined: joined rows are counted. */
  keys: readonly string[] | undefined;
  /** Dimensions of the cube, for a query that groups nothing. */
  dimensions: readonly string[];
  /** A dimension of the view, without which its default filters would not apply. */
  anchor?: string | undefined;
  /** The cubes of other measures. */
  others: readonly string[];
}

/** The cube behind a member of a view. */
export function cubeOf(index: ModelIndex, name: string): Definition | undefined {
  const own = index.memberByPath(name)?.definition ?? index.cube(name.split('.', 1)[0]!);
  if (own?.kind !== 'view') return own && holderOf(index, name, own);
  const first = index.viewMembers(own).items[0]?.cubeName;
  return first === undefined ? undefined : index.cube(first);
}

/** An inherited member is one of the cube that inherits it. */
function holderOf(index: ModelIndex, name: string, own: Definition): Definition {
  const named = index.cube(name.split('.', 1)[0]!);
  if (named?.kind !== 'view') return named ?? own;
  const member = index.viewMembers(named).members.get(name.split('.')[1] ?? '');
  const cube = member?.item.cubeName === undefined ? undefined : index.cube(member.item.cubeName);
  return cube ?? own;
}

/** @param canSeeHidden members that are not public can be asked for, too */
export function countedCube(query: Query, index: ModelIndex, canSeeHidden: boolean): CountedCube | undefined {
  const [first] = namesIn(query);
  const cube = first === undefined ? undefined : cubeOf(index, first);
  if (first === undefined || !cube) return undefined;
  const view = index.cube(first.split('.', 1)[0]!);
  const measured = listOf(query.measures).map((name) => cubeOf(index, String(name))?.name ?? '');
  const others = [...new Set(measured)].filter((name) => name !== '' && name !== cube.name);
  const keys = keysOf(index, cube);
  if (view?.kind !== 'view') {
    const isAskable = keys.length > 0 && keys.every((key) => canSeeHidden || !isHidden(key));
    const all = [...index.members(cube)].flatMap(([name, [member]]) =>
      member?.kind === 'dimension' && (canSeeHidden || !isHidden(member)) && !entryOf(member.node, 'subQuery')
        ? name
        : [],
    );
    return {
      cube,
      others,
      keys: isAskable ? keys.map(({ name }) => `${cube.name}.${name}`) : undefined,
      dimensions: all.slice(0, 1).map((name) => `${cube.name}.${name}`),
    };
  }
  const included = [...index.viewMembers(view).members.values()].filter(({ item }) => item.cubeName === cube.name);
  const named = keys.map((key) => included.find(({ sources }) => sources.includes(key)));
  const isRoot = index.viewMembers(view).items.some(({ cubeName, joinPath }) => {
    return cubeName === cube.name && joinPath !== undefined && joinPath.parts.length === 1;
  });
  const dimension = included.find(({ sources }) => sources[0]?.kind === 'dimension');
  const unless = index
    .lineage(view)
    .flatMap(({ node }) => itemsOf(valueAt(node, 'defaultFilters')))
    .map((item) => valueAt(item, 'unless'))
    .flatMap((node) => (node && index.text(view.file)?.text.slice(node.start, node.end).match(/\w+/g)) || []);
  const anchor = included.find(({ name, sources }) => sources[0]?.kind === 'dimension' && !unless.includes(name));
  return {
    cube,
    others,
    anchor: anchor && `${view.name}.${anchor.name}`,
    keys:
      keys.length > 0 && named.every((one) => one !== undefined)
        ? named.map((one) => `${view.name}.${one!.name}`)
        : keys.length > 0 && canSeeHidden && isRoot
          ? keys.map(({ name }) => `${cube.name}.${name}`)
          : undefined,
    dimensions: dimension ? [`${view.name}.${dimension.name}`] : [],
  };
}

function itemsOf(node: ValueNode | undefined): readonly ValueNode[] {
  return node?.kind === 'list' ? node.items : [];
}
