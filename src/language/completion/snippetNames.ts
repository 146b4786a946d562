/** The names of the model that a placeholder of a snippet stands for, such as `<measure>`: the snippet offers them as choices. */

import { isPlainIn } from '../../model/generate/sqlText.ts';
import { tableOf } from '../../model/index/cubeTable.ts';
import type { Definition, Member } from '../../model/index/definitions.ts';
import type { IndexedFile, ModelIndex } from '../../model/index/modelIndex.ts';
import { textOf, valueAt } from '../../model/source/tree.ts';

const most = 100;

/** In the order in which the model defines them; empty for a placeholder that is not a name of the model. */
export function snippetNames(
  index: ModelIndex,
  file: Pick<IndexedFile, 'definitions'>,
  offset: number,
): (word: string) => readonly string[] {
  const own = file.definitions.findLast((one) => one.span.start <= offset);
  const join = own?.joins.find(({ name, span }) => name !== '' && span.start <= offset && offset <= span.end);
  // A member cannot refer to itself.
  const current = own?.members.find(({ span }) => span.start <= offset && offset <= span.end)?.name;
  return (word) =>
    word === 'other_cube' && join
      ? [join.name]
      : namesFor(index, own, word)
          .filter((name) => name !== current)
          .slice(0, most);
}

function namesFor(index: ModelIndex, own: Definition | undefined, word: string): readonly string[] {
  switch (word) {
    case 'measure':
      return membersOf(index, own, isMeasure);
    case 'other_measure':
      return rotated(membersOf(index, own, isMeasure));
    case 'dimension':
    case 'general':
      return membersOf(index, own, isDimension);
    case 'detailed':
      return rotated(membersOf(index, own, isDimension));
    case 'time_dimension':
      return membersOf(index, own, (one) => isDimension(one) && textOf(valueAt(one.node, 'type')) === 'time');
    case 'hidden_member':
      return membersOf(index, own, (one) => isDimension(one) || isMeasure(one));
    case 'cube':
      return namesOf(index, 'cube').filter((name) => name !== own?.name);
    case 'other_cube':
      // The compiler accepts one join between two cubes.
      return namesOf(index, 'cube').filter(
        (name) => name !== own?.name && !own?.joins.some((one) => one.name === name),
      );
    case 'column':
      return columnNames(index, own);
    case 'view':
      return namesOf(index, 'view');
    case 'cube.joined':
      return cubes(index).flatMap(({ name, joins }) => joins.map((join) => `${name}.${join.name}`));
    case 'cube.measure':
      return joinedCubes(index, own).flatMap((cube) =>
        membersOf(index, cube, isMeasure).map((name) => `${cube.name}.${name}`),
      );
    case 'cube.rollup':
      return rollups(index);
    case 'other_cube.rollup':
      return rotated(rollups(index));
    default:
      return [];
  }
}

const isMeasure = ({ kind }: Member) => kind === 'measure';
const isDimension = ({ kind }: Member) => kind === 'dimension';

function membersOf(
  index: ModelIndex,
  definition: Definition | undefined,
  fits: (member: Member) => boolean,
): readonly string[] {
  const all = definition ? [...index.members(definition)] : [];
  return all.filter(([name, members]) => /^\w+$/.test(name) && members.some(fits)).map(([name]) => name);
}

/** The columns of a cube's table that need no quotes. Empty if the database is not known. */
function columnNames(index: ModelIndex, cube: Definition | undefined): string[] {
  const { table, catalog } = (cube?.kind === 'cube' && tableOf(index, cube)) || {};
  if (!table || !catalog) return [];
  return table.columns.map(({ name }) => name).filter((name) => isPlainIn(catalog.catalog.dialect, name));
}

function cubes(index: ModelIndex): readonly Definition[] {
  return index.definitions.filter(({ kind }) => kind === 'cube');
}

function namesOf(index: ModelIndex, kind: Definition['kind']): string[] {
  return [...new Set(index.definitions.filter((one) => one.kind === kind).map(({ name }) => name))];
}

/** The cubes that a cube joins, and those that join it. */
function joinedCubes(index: ModelIndex, own: Definition | undefined): readonly Definition[] {
  if (!own) return [];
  const joined = new Set(own.joins.map(({ name }) => name));
  return cubes(index).filter((one) => joined.has(one.name) || one.joins.some(({ name }) => name === own.name));
}

function rollups(index: ModelIndex): readonly string[] {
  return cubes(index).flatMap((cube) =>
    membersOf(index, cube, ({ kind }) => kind === 'preAggregation').map((name) => `${cube.name}.${name}`),
  );
}

/** The second one first, for a name next to another one. */
function rotated(names: readonly string[]): readonly string[] {
  return [...names.slice(1), ...names.slice(0, 1)];
}
