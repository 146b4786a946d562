/** Names in SQL that is not of a member: the SQL of other cubes, and the cubes and members of `FILTER_PARAMS`. */

import type { Field } from '../../../model/index/references.ts';
import { type Candidate, kindOf } from './candidate.ts';
import { reachOf } from './joinPaths.ts';
import { detailOf, membersOf } from './memberCandidates.ts';
import type { ReferencePlace } from './referencePlace.ts';

/** Whether the SQL is that of a cube, or of a pre-aggregation or refresh key: such SQL has no members. */
export function isTableSql({ field: { path, role } }: { field: Pick<Field, 'path' | 'role'> }): boolean {
  return role === 'sql' && !/^(measures|dimensions|segments|joins)\./.test(path);
}

/** `cube.sql()` of the cube itself and of all others. */
export function sqlOfCubes({ index, definition, field }: ReferencePlace): Candidate[] {
  const isOwn = !field.path.startsWith('sql');
  const cubes = [...(isOwn ? [definition] : []), ...reachOf(index, definition).map(({ cube }) => cube)];
  return cubes.map((cube, i) => {
    const symbol = { definition: cube };
    const text = `${cube.name}.sql()`;
    return {
      label: text,
      text,
      rank: i === 0 && isOwn ? 1 : 2,
      kind: kindOf(symbol),
      detail: 'SQL of the cube',
      symbol,
    };
  });
}

/** The names that follow `FILTER_PARAMS.`, then a cube and a member. */
export function filterNames(place: ReferencePlace): Candidate[] {
  const { index, definition, before, field } = place;
  const [, name] = before;
  if (name === undefined) {
    const cubes = [definition, ...reachOf(index, definition).map(({ cube }) => cube)];
    return cubes.map((cube, i) => {
      const symbol = { definition: cube };
      return {
        label: cube.name,
        text: cube.name,
        isOpen: true,
        rank: Math.min(i, 1),
        kind: kindOf(symbol),
        detail: cube.kind,
        symbol,
      };
    });
  }
  const cube = index.cube(name);
  if (!cube) return [];
  const members = membersOf(index, cube, { ...field, path: 'member', role: 'member' });
  return members.map(({ name, member }) => {
    const symbol = { member };
    return {
      label: name,
      text: name,
      isOpen: true,
      rank: Number(member.kind !== 'dimension'),
      kind: kindOf(symbol),
      detail: detailOf(member),
      symbol,
    };
  });
}
