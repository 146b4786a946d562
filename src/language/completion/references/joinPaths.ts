/** The distance of cubes from each other, in joins. */

import type { Definition, Join } from '../../../model/index/definitions.ts';
import type { ModelIndex } from '../../../model/index/modelIndex.ts';
import { allViewCubes } from '../../../model/index/viewMembers.ts';

export interface Reach {
  cube: Definition;
  /** The cubes after the start, up to `cube` itself; only `cube` if it joins the start, or is not joined at all. */
  path: readonly string[];
  /** Joins up to the cube; `reverse` if only the cube joins the start; `none` without joins. */
  by: number | 'reverse' | 'none';
}

function joinsOf(index: ModelIndex, cube: Definition): readonly Join[] {
  return index.parentOf(cube) ? index.joins(cube) : cube.joins;
}

/** The cubes that `cube` joins, in the order of its joins. */
export function joinedCubes(index: ModelIndex, cube: Definition): Definition[] {
  return [...new Set(joinsOf(index, cube).map(({ name }) => name))].flatMap((name) => {
    const found = index.cube(name);
    return found && found.kind === 'cube' && found !== cube ? [found] : [];
  });
}

/** All other cubes of the model, the nearest ones first. From a view: over its join paths. */
export function reachOf(index: ModelIndex, from: Definition): Reach[] {
  const cubes = new Map<string, Definition>();
  for (const name of index.cubeNames) {
    const cube = index.cube(name)!;
    if (cube.kind === 'cube') cubes.set(name, cube);
  }
  const found = new Map<Definition, Reach>();
  const add = (cube: Definition, path: readonly string[], by: Reach['by']) => {
    if (cube === from || found.has(cube)) return false;
    found.set(cube, { cube, path, by });
    return true;
  };
  if (from.kind === 'view') {
    for (const { joinPath } of allViewCubes(index, from)) {
      const path = joinPath?.parts.map(({ name }) => name) ?? [];
      const cube = cubes.get(path.at(-1) ?? '');
      if (cube) add(cube, path, path.length);
    }
  } else {
    const joins = new Map([...cubes].map(([name, cube]) => [name, joinsOf(index, cube)]));
    let last: { cube: Definition; path: readonly string[] }[] = [{ cube: from, path: [] }];
    for (let hops = 1; last.length > 0; hops += 1) {
      last = last.flatMap(({ cube, path }) =>
        (joins.get(cube.name) ?? []).flatMap(({ name }) => {
          const next = cubes.get(name);
          const found = next && { cube: next, path: [...path, name] };
          return found && add(found.cube, found.path, hops) ? [found] : [];
        }),
      );
    }
    for (const name of joining(joins, from.name)) add(cubes.get(name)!, [name], 'reverse');
  }
  for (const [name, cube] of cubes) add(cube, [name], 'none');
  return [...found.values()];
}

/** The cubes from which joins lead to a cube, the nearest ones first. */
function joining(joins: ReadonlyMap<string, readonly Join[]>, to: string): string[] {
  const sources = new Map<string, string[]>();
  for (const [name, all] of joins) {
    for (const { name: target } of all) {
      const known = sources.get(target);
      if (known) known.push(name);
      else sources.set(target, [name]);
    }
  }
  const visited = new Set([to]);
  for (const name of visited) for (const source of sources.get(name) ?? []) visited.add(source);
  return [...visited].slice(1);
}
