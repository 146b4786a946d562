/** Which measures and dimensions tests and saved queries use, also through other members and views. */

import { definitionsIn } from '../../model/index/lookup.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import type { Range } from '../../model/source/range.ts';
import { MemberGraph } from './memberGraph.ts';

export interface MemberCoverage {
  /** `orders.count` */
  name: string;
  /** The range of the name in the source. */
  range: Range;
  /** Number of tests and queries that use it. */
  uses: number;
}

/** @param uses the members that each test and each saved query names. @returns by path, only files with measures or dimensions */
export function coverageOf(index: ModelIndex, uses: Iterable<Iterable<string>>): Map<string, MemberCoverage[]> {
  const graph = new MemberGraph(index);
  const counts = new Map<string, number>();
  for (const names of uses) {
    const members = [...names].map((name) => graph.memberOf(name));
    for (const name of graph.withSources(members)) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const files = new Map<string, MemberCoverage[]>();
  for (const file of index.files) {
    const members = definitionsIn(file).flatMap((definition) =>
      definition.members
        .filter(({ kind }) => kind === 'measure' || kind === 'dimension')
        .map(({ name, nameSpan }) => ({
          name: `${definition.name}.${name}`,
          range: file.lines.rangeOf(nameSpan),
          uses: counts.get(`${definition.name}.${name}`) ?? 0,
        })),
    );
    if (members.length > 0) files.set(file.path, members);
  }
  return files;
}
