/** Which measures and dimensions tests and saved queries use, also through other members and views. */

import type { Member } from '../../model/index/definitions.ts';
import { definitionsIn } from '../../model/index/lookup.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import { membersNamed, withSources } from '../../model/lint/usedMembers.ts';
import type { Range } from '../../model/source/range.ts';

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
  const counts = new Map<Member, number>();
  for (const names of uses) {
    for (const member of withSources(index, membersNamed(index, names)))
      counts.set(member, (counts.get(member) ?? 0) + 1);
  }
  const files = new Map<string, MemberCoverage[]>();
  for (const file of index.files) {
    const members = definitionsIn(file).flatMap((definition) =>
      definition.members
        .filter(({ kind }) => kind === 'measure' || kind === 'dimension')
        .map((member) => ({
          name: `${definition.name}.${member.name}`,
          range: file.lines.rangeOf(member.nameSpan),
          uses: counts.get(member) ?? 0,
        })),
    );
    if (members.length > 0) files.set(file.path, members);
  }
  return files;
}
