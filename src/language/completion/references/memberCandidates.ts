/** The names in SQL and in fields that list members: own members, cubes over joins and their members, and granularities. */

import { type Definition, granularitiesOf, type Member } from '../../../model/index/definitions.ts';
import { generatedMembers } from '../../../model/index/generatedMembers.ts';
import type { ModelIndex } from '../../../model/index/modelIndex.ts';
import type { Field } from '../../../model/index/references.ts';
import { isCurrentCube, standardGranularities } from '../../../model/index/resolve.ts';
import { textOf, valueAt } from '../../../model/source/tree.ts';
import { relationship } from '../../hover/properties.ts';
import { type Candidate, kindOf } from './candidate.ts';
import { joinedCubes, type Reach, reachOf } from './joinPaths.ts';
import { type Likelihood, likelihoodIn } from './likelihood.ts';
import { fitOf, isFitting } from './memberKinds.ts';
import { placeholder } from './patch.ts';
import { type ReferencePlace, targetBefore } from './referencePlace.ts';

/** Members of other cubes are listed until there are so many; their cubes always. */
const maxMembers = 500;

/** The members of a cube or view by their names, without the one that is being edited. */
export function membersOf(index: ModelIndex, holder: Definition, field: Field): { name: string; member: Member }[] {
  const fit = fitOf(field);
  // A link usually shows the value of the dimension that defines it.
  const self = field.path.includes('.links.') ? undefined : field.member;
  const found = new Map<string, Member>();
  const add = (name: string, members: readonly Member[]) => {
    const member = members.find((one) => isFitting(one, fit));
    if (member && member !== self && !found.has(name)) found.set(name, member);
  };
  for (const [name, members] of index.members(holder)) add(name, members);
  for (const [name, member] of generatedMembers(index, holder)) add(name, [member]);
  if (holder.kind === 'view') for (const [name, { sources }] of index.viewMembers(holder).members) add(name, sources);
  if (self?.definition === holder) found.delete(self.name);
  return [...found].map(([name, member]) => ({ name, member }));
}

export function detailOf(member: Member): string {
  const kind = member.kind === 'preAggregation' ? 'pre-aggregation' : member.kind;
  const type = textOf(valueAt(member.node, 'type'));
  return type === undefined ? kind : `${kind} · ${type}`;
}

function memberCandidate(member: Member, name: string, more: Partial<Candidate> & { rank: number }): Candidate {
  const symbol = { member };
  return {
    label: name,
    text: name,
    kind: kindOf(symbol),
    symbol,
    ...more,
    detail: [detailOf(member), more.detail].filter(Boolean).join(' · '),
  };
}

function cubeCandidate(cube: Definition, more: Partial<Candidate> & { rank: number }): Candidate {
  const symbol = { definition: cube };
  return { label: cube.name, text: cube.name, isOpen: true, kind: kindOf(symbol), symbol, detail: cube.kind, ...more };
}

/** Own members, `CUBE`, joined cubes by distance (up to 50), cubes that only join this one, cubes without a join; what cannot be before a column. */
const ranks = { own: 0, self: 2, near: 3, context: 60, reverse: 70, none: 80, notBeforeColumn: 100 };

function rankOf({ by }: Reach): number {
  return by === 'reverse' ? ranks.reverse : by === 'none' ? ranks.none : ranks.near + 2 * Math.min(by, 20);
}

function distanceOf({ by, path }: Reach, from: Definition, to: Definition): string {
  if (by === 'none') return `not joined to ${from.name}`;
  if (by === 'reverse') return `joins ${from.name}`;
  if (by > 1) return `over ${path.slice(0, -1).join(', ')}`;
  const join = from.joins.find(({ name }) => name === to.name);
  return join ? (relationship(join.node)?.replaceAll('_', ' ') ?? 'joined') : 'joined';
}

export const contextRank = ranks.context;

/** Whether the name of a column follows: only a cube fits before it. */
function isBeforeColumn({ field, patch: { text, at } }: ReferencePlace): boolean {
  return field.role === 'sql' && /^\s*\}\s*\.\s*["`]?\w/.test(text.slice(at + placeholder.length));
}

/** The names at the start of a reference. */
export function firstNames(place: ReferencePlace): Candidate[] {
  const { index, definition, field } = place;
  const likelihood = likelihoodIn(index, definition, field);
  const own = membersOf(index, definition, field).map(({ name, member }) =>
    memberCandidate(member, name, { rank: ranks.own + unlikely(likelihood, name, member) }),
  );
  if (isOwnOnly(field)) return own;
  const self: Candidate = {
    label: 'CUBE',
    text: 'CUBE',
    isOpen: true,
    rank: ranks.self,
    kind: 14,
    detail: `this ${definition.kind}`,
    symbol: { definition },
  };
  const byName = {
    ...self,
    label: definition.name,
    text: definition.name,
    rank: ranks.self + 0.5,
    kind: kindOf({ definition }),
  };
  const all = [...own, self, byName, ...otherCubes(place)];
  if (!isBeforeColumn(place)) return all;
  const first = namesItself(place) ? ranks.self : -1;
  return all.map((one) => {
    if (one === self) return { ...one, rank: first };
    return one.isOpen ? one : { ...one, rank: one.rank + ranks.notBeforeColumn };
  });
}

/** Whether the SQL names a column of its own cube elsewhere: a join then compares it with one of the joined cube. */
function namesItself({ definition, field: { span }, patch: { text } }: ReferencePlace): boolean {
  const named = text.slice(span.start, span.end).matchAll(/\{\s*(\w+)\s*[.}]/g);
  return [...named].some(([, name]) => isCurrentCube(name!) || name === definition.name);
}

/** Added to the rank of the likeliest name: less than 2. */
function unlikely(likelihood: Likelihood, name: string, member: Member): number {
  return 1.9 * (1 - likelihood(name, member));
}

/** Row-level filters accept members of the cube itself only. */
function isOwnOnly({ path }: Field): boolean {
  return path.startsWith('accessPolicy.') && path.endsWith('.member');
}

/** Whether the compiler joins over the cubes that the reference names. In other fields the last cube is enough. */
function keepsPath({ role, path }: Field): boolean {
  return role === 'sql' || (role === 'member' && path.startsWith('preAggregations.'));
}

function otherCubes({ index, definition, field }: ReferencePlace): Candidate[] {
  const join = /^joins\.(\d+)\./.exec(field.path)?.[1];
  const target = join === undefined ? undefined : definition.joins[Number(join)]?.name;
  const found: Candidate[] = [];
  const likelihood = likelihoodIn(index, definition, field);
  let free = maxMembers;
  for (const reach of reachOf(index, definition)) {
    const { cube } = reach;
    const rank = cube.name === target ? ranks.own : rankOf(reach);
    const detail = distanceOf(reach, definition, cube);
    const members = free > 0 || field.role === 'rollup' ? membersOf(index, cube, field) : [];
    if (field.role === 'rollup' && members.length === 0) continue;
    const path = keepsPath(field) ? reach.path.join('.') : cube.name;
    found.push(cubeCandidate(cube, { rank, text: path, detail: `cube · ${detail}` }));
    free -= members.length;
    if (free < 0) continue;
    for (const { name, member } of members) {
      const more = 0.1 + unlikely(likelihood, name, member) / 2;
      found.push(
        memberCandidate(member, `${cube.name}.${name}`, { text: `${path}.${name}`, rank: rank + more, detail }),
      );
    }
  }
  return found;
}

/** The names after a dot. */
export function namesAfter(place: ReferencePlace): Candidate[] {
  const { index, definition, field, before } = place;
  const target = targetBefore(place);
  if (!target || isOwnOnly(field)) return target && isCurrentCube(before[0]!) ? ownNames(place) : [];
  if ('member' in target) return granularityNames(target.member);
  if (!('definition' in target)) return [];
  const holder = target.definition;
  const far =
    before.length === 1 && holder !== definition
      ? reachOf(index, definition).find(({ cube }) => cube === holder)
      : undefined;
  const isFar = far !== undefined && far.path.length > 1 && keepsPath(field);
  const detail = far && distanceOf(far, definition, holder);
  const start = isFar ? `${far.path.join('.')}.` : '';
  const more = isFar ? { fromStart: true } : {};
  const likelihood = likelihoodIn(index, definition, field);
  const members = membersOf(index, holder, field).map(({ name, member }) =>
    memberCandidate(member, name, {
      ...more,
      text: start + name,
      rank: ranks.own + unlikely(likelihood, name, member),
      ...(detail === undefined ? {} : { detail }),
    }),
  );
  const cubes = joinedCubes(index, holder)
    .filter((cube) => !before.includes(cube.name))
    .map((cube) =>
      cubeCandidate(cube, {
        ...more,
        text: start + cube.name,
        rank: ranks.near,
        detail: `cube · joined to ${holder.name}`,
      }),
    );
  return [...members, ...cubes];
}

function ownNames({ index, definition, field }: ReferencePlace): Candidate[] {
  return membersOf(index, definition, field).map(({ name, member }) =>
    memberCandidate(member, name, { rank: ranks.own }),
  );
}

/** The granularities of a time dimension: its own ones, then the built-in ones. */
export function granularityNames(dimension: Member | undefined): Candidate[] {
  if (dimension && textOf(valueAt(dimension.node, 'type')) !== 'time') return [];
  const own = dimension ? granularitiesOf(dimension) : [];
  return [
    ...own.map((granularity): Candidate => {
      const symbol = { granularity, dimension: dimension! };
      return {
        label: granularity.name,
        text: granularity.name,
        rank: 0,
        kind: kindOf(symbol),
        detail: `granularity of ${dimension!.name}`,
        symbol,
      };
    }),
    ...standardGranularities
      .filter((name) => !own.some((one) => one.name === name))
      .map((name, i): Candidate => ({ label: name, text: name, rank: 1 + i, kind: 20, detail: 'granularity' })),
  ];
}
