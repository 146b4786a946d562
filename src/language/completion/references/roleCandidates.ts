/** The names in fields with other roles than SQL: cubes, views, paths, members of a view, granularities. */

import { type Definition, type Member, timeShiftsOf } from '../../../model/index/definitions.ts';
import { timeDimensionsOf } from '../../../model/index/dimensionParts.ts';
import { resolve } from '../../../model/index/resolve.ts';
import { allViewCubes } from '../../../model/index/viewMembers.ts';
import { camelCase } from '../../../model/source/names.ts';
import { type ValueNode, valueAt } from '../../../model/source/tree.ts';
import { type WordStyle, wordStyleOf } from '../../keys/wordStyle.ts';
import { type Candidate, kindOf } from './candidate.ts';
import { joinedCubes, reachOf } from './joinPaths.ts';
import { detailOf, granularityNames, membersOf } from './memberCandidates.ts';
import { placeholder } from './patch.ts';
import { type ReferencePlace, targetBefore } from './referencePlace.ts';

function definitionCandidate(definition: Definition, rank: number, detail: string): Candidate {
  const symbol = { definition };
  return { label: definition.name, text: definition.name, rank, kind: kindOf(symbol), detail, symbol };
}

function definitionsOf({ index }: ReferencePlace, kind: Definition['kind']): Definition[] {
  return index.definitions.filter((one) => one.kind === kind);
}

/** Cubes or views that do not extend the definition themselves. */
export function parents(place: ReferencePlace): Candidate[] {
  const { index, definition } = place;
  return definitionsOf(place, definition.kind)
    .filter((one) => !index.lineage(one).includes(definition))
    .map((one) => definitionCandidate(one, 0, one.kind));
}

/** Cubes without a join from this one. In JavaScript the name is a key, whose value comes with it. */
export function joinTargets({ index, definition, patch: { text, at } }: ReferencePlace): Candidate[] {
  const joined = new Set(index.joins(definition).map(({ name }) => name));
  const isKey = definition.language === 'javascript' && !/^\s*:/.test(text.slice(at + placeholder.length));
  return reachOf(index, definition)
    .filter(({ cube }) => !joined.has(cube.name))
    .map(({ cube, by }) => ({
      ...definitionCandidate(cube, by === 'reverse' ? 0 : by === 'none' ? 1 : 2, detailOfReach(by, definition)),
      ...(isKey ? { text: joinSnippet(cube.name, wordStyleOf(text, 'javascript')), isSnippet: true } : {}),
    }));
}

/** A snippet, in which a dollar sign of the text is escaped. */
function joinSnippet(name: string, { values }: WordStyle): string {
  const relationships = ['many_to_one', 'one_to_many', 'one_to_one'].map((one) =>
    values === 'camel' ? camelCase(one) : one,
  );
  return [
    `${name}: {`,
    `  relationship: \`\${1|${relationships.join(',')}|}\`,`,
    `  sql: \`\\\${CUBE}.$2 = \\\${${name}}.$3\`,`,
    '},$0',
  ].join('\n');
}

function detailOfReach(by: number | 'reverse' | 'none', { name }: Definition): string {
  return by === 'reverse' ? `cube · joins ${name}` : by === 'none' ? 'cube' : 'cube · joined over others';
}

/** The cubes of a join path, hop by hop. A folder accepts the paths of its view only. */
export function pathCubes(place: ReferencePlace): Candidate[] {
  const { index, definition, field, before } = place;
  const paths = allViewCubes(index, definition).flatMap(({ joinPath }) =>
    joinPath ? [joinPath.parts.map(({ name }) => name)] : [],
  );
  if (field.path.startsWith('folders.')) {
    const typed = before.join('.');
    return paths
      .map((path) => path.join('.'))
      .filter((path) => typed === '' || path.startsWith(`${typed}.`))
      .map((path) => ({ label: path, text: path, fromStart: true, rank: 0, kind: 7, detail: 'join path of the view' }));
  }
  if (before.length > 0) {
    const target = targetBefore(place);
    if (!target || !('definition' in target)) return [];
    return joinedCubes(index, target.definition)
      .filter((cube) => !before.includes(cube.name))
      .map((cube) => definitionCandidate(cube, 0, `cube · joined to ${target.definition.name}`));
  }
  const roots = new Set(paths.map(([root]) => root));
  const found = definitionsOf(place, 'cube').map((cube) =>
    definitionCandidate(cube, roots.has(cube.name) ? 0 : 1, 'cube'),
  );
  return found.map((one) => ({ ...one, isOpen: true }));
}

/** The members of the cube at the end of a view's join path. */
export function includedMembers(place: ReferencePlace): Candidate[] {
  const { index, definition, field } = place;
  const cube = index.cube(field.scope?.parts.at(-1)?.name ?? '');
  if (!cube) return [];
  const at = Number(/^cubes\.(\d+)/.exec(field.path)?.[1]);
  const list = valueAt(definition.node, 'cubes');
  const node = list?.kind === 'list' ? list.items[at] : undefined;
  const item = allViewCubes(index, definition).find((one) => one.node === node);
  const taken = field.path.endsWith('.includes') ? namesOfOthers(place, node) : new Set<string>();
  return membersOf(index, cube, field).map(({ name, member }) => {
    const symbol = { member };
    const isTaken = taken.has(item?.prefix === undefined ? name : `${item.prefix}_${name}`);
    const detail = isTaken ? `${detailOf(member)} · the view has this name: needs an alias` : detailOf(member);
    return { label: name, text: name, rank: isTaken ? 1 : 0, kind: kindOf(symbol), detail, symbol };
  });
}

/** The names that a view has from its other items. */
function namesOfOthers({ index, definition }: ReferencePlace, node: ValueNode | undefined): Set<string> {
  const names = new Set(index.members(definition).keys());
  for (const { name, item } of index.viewMembers(definition).members.values()) if (item.node !== node) names.add(name);
  return names;
}

/** Members of the definition itself, by the names they have in it. */
export function ownMembers({ index, definition, field, before }: ReferencePlace): Candidate[] {
  if (before.length > 0 && before.join('.') !== definition.name) return [];
  return membersOf(index, definition, field).map(({ name, member }) => {
    const symbol = { member };
    return { label: name, text: name, rank: 0, kind: kindOf(symbol), detail: detailOf(member), symbol };
  });
}

export function namedDefinitions(place: ReferencePlace, kind: 'view' | 'view_group'): Candidate[] {
  return definitionsOf(place, kind).map((one) => definitionCandidate(one, 0, kind.replace('_', ' ')));
}

/** The first one with each name. */
function distinct(candidates: readonly Candidate[]): Candidate[] {
  return [...new Map(candidates.toReversed().map((one) => [one.label, one])).values()].reverse();
}

function timeShiftNames(dimension: Member): Candidate[] {
  return timeShiftsOf(dimension).map((granularity): Candidate => {
    const symbol = { granularity, dimension, isTimeShift: true as const };
    const detail = `time shift of ${dimension.definition.name}.${dimension.name}`;
    return { label: granularity.name, text: granularity.name, rank: 0, kind: kindOf(symbol), detail, symbol };
  });
}

/** The granularities of the time dimension next to the field, or those of all of the model for a window; or time shifts. */
export function fieldGranularities({ index, definition, field }: ReferencePlace): Candidate[] {
  if (field.path.endsWith('rollingWindow.granularity')) {
    const own = membersOf(index, definition, field).map(({ member }) => member);
    const all = [...own.filter(({ kind }) => kind === 'dimension'), ...timeDimensionsOf(index)];
    const defined = all.flatMap((one) => granularityNames(one).filter(({ rank }) => rank === 0));
    return distinct([...defined, ...granularityNames(undefined)]);
  }
  if (field.path.endsWith('.name')) return distinct(timeDimensionsOf(index).flatMap(timeShiftNames));
  const holder = field.path.replace(/granularity$/, '');
  const time = index
    .references(definition)
    .references.find(
      ({ path }) =>
        path === `${holder}timeDimension` ||
        path === `${holder}timeDimensionReference` ||
        path === `${holder}dimension`,
    );
  const target = time && resolve(index, time).targets.at(-1);
  return granularityNames(target && 'member' in target ? target.member : undefined);
}
