/** The rule about cubes that joins reach on two shortest paths. */

import type { Finding } from '../checks/findings.ts';
import type { Definition, Join } from '../index/definitions.ts';
import type { ModelIndex } from '../index/modelIndex.ts';
import { ruleKinds } from '../source/ruleKinds.ts';

interface Edge {
  join: Join;
  to: number;
}

/** The joins of the cube that the shortest paths to another one start with: the first two, by their position. */
interface Starts {
  first: number;
  second: number | undefined;
}

/** Reports each pair at the cube where its paths part: at the join that the second one starts with. */
export function ambiguousJoinPaths(index: ModelIndex): Finding[] {
  const cubes = index.definitions.filter(({ kind, name, file }) => kind === 'cube' && index.cube(name)?.file === file);
  const numbers = new Map(cubes.map((one, i) => [one.name, i]));
  const edges = cubes.map((one) =>
    index.joins(one).flatMap((join): Edge[] => {
      const to = numbers.get(join.name);
      return to === undefined ? [] : [{ join, to }];
    }),
  );
  return cubes.flatMap((cube, at) => (edges[at]!.length < 2 ? [] : ambiguousFrom(cubes, edges, cube, at)));
}

function ambiguousFrom(
  cubes: readonly Definition[],
  edges: readonly (readonly Edge[])[],
  cube: Definition,
  root: number,
): Finding[] {
  const own = edges[root]!;
  const found = new Map<Join, Finding>();
  const done = new Uint8Array(cubes.length);
  done[root] = 1;
  let layer = new Map<number, Starts>();
  for (const [i, { to }] of own.entries())
    if (!done[to] && !layer.has(to)) layer.set(to, { first: i, second: undefined });
  while (layer.size > 0 && found.size < own.length - 1) {
    const next = new Map<number, Starts>();
    for (const at of layer.keys()) done[at] = 1;
    for (const [at, starts] of layer) {
      report(starts, at);
      for (const { to } of edges[at]!) if (!done[to]) next.set(to, merged(next.get(to), starts));
    }
    layer = next;
  }
  return [...found.values()];

  function report({ first, second }: Starts, target: number): void {
    const join = second === undefined ? undefined : own[second]!.join;
    if (!join || join.definition !== cube || found.has(join)) return;
    const other = own[first]!.join;
    found.set(join, {
      file: cube.file,
      span: join.nameSpan,
      ...ruleKinds.ambiguousJoinPath(cube.name, cubes[target]!.name, other.name, join.name),
      related: [{ file: other.definition.file, span: other.nameSpan, message: 'The other path.' }],
    });
  }
}

function merged(known: Starts | undefined, more: Starts): Starts {
  if (!known) return { ...more };
  const [first, second] = [...new Set([known.first, known.second, more.first, more.second])]
    .filter((one) => one !== undefined)
    .sort((a, b) => a - b);
  return { first: first!, second };
}
