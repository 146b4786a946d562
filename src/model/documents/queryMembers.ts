/** The members that a query may name, and what a name in a query refers to. */

import { type Definition, granularitiesOf, type Member, type MemberKind } from '../index/definitions.ts';
import type { Derivation } from '../index/derivedValues.ts';
import { generatedMembers } from '../index/generatedMembers.ts';
import { mayBeGenerated, mayHaveMember } from '../index/generatedNames.ts';
import type { ModelIndex } from '../index/modelIndex.ts';
import { isGranularity, isLinkUrl, standardGranularities } from '../index/resolve.ts';
import { isHidden, isPrivate } from '../index/visibility.ts';
import { textOf, valueAt } from '../source/tree.ts';
import type { MentionRole } from './shape.ts';

const kindsFor: Readonly<Record<MentionRole, readonly MemberKind[]>> = {
  measure: ['measure'],
  dimension: ['dimension'],
  segment: ['segment'],
  timeDimension: ['dimension'],
  filter: ['measure', 'dimension'],
  order: ['measure', 'dimension'],
  column: ['measure', 'dimension'],
  shown: ['measure', 'dimension', 'segment'],
};

/** The target of a dotted name, as far as it is known. */
export interface NamedInQuery {
  parts: readonly string[];
  definition?: Definition;
  /** The member of a cube, also if a view includes it. */
  member?: Member;
  /** The name is wrong from this part on: 0 cube, 1 member, 2 granularity; `form`: not `cube.member`. */
  wrong?: 0 | 1 | 2 | 'form';
}

export function memberNamed(index: ModelIndex, name: string, role: MentionRole): NamedInQuery {
  const parts = name.split('.');
  const most = role === 'order' || role === 'column' ? 3 : 2;
  if (parts.length < 2 || parts.length > most || parts.some((one) => !/^[A-Za-z_]\w*$/.test(one)))
    return { parts, wrong: 'form' };
  const [cube, own, granularity] = parts as [string, string, string?];
  const definition = index.cube(cube);
  if (!definition) return mayBeGenerated(index, cube, '') ? { parts } : { parts, wrong: 0 };
  const member = index.member(definition, own, kindsFor[role]) ?? index.member(definition, own);
  if (!member) {
    const mayExist = isLinkUrl(own) || mayHaveMember(index, definition, own);
    return { parts, definition, ...(mayExist ? {} : { wrong: 1 as const }) };
  }
  const isWrong = granularity !== undefined && member.kind === 'dimension' && !isGranularity(member, granularity);
  return { parts, definition, member, ...(isWrong ? { wrong: 2 as const } : {}) };
}

/** Whether a name is, or may be, one of a member, public or not. */
export function isMemberName(index: ModelIndex, name: string): boolean {
  return memberNamed(index, name, 'shown').wrong === undefined;
}

/** Whether a member can be used in a role. A dimension whose type cannot be read counts as a time. */
export function fitsRole(member: Member, role: MentionRole): boolean {
  if (!kindsFor[role].includes(member.kind)) return false;
  return role !== 'timeDimension' || isTime(member);
}

export function isTime({ kind, node }: Member): boolean {
  const type = valueAt(node, 'type');
  return kind === 'dimension' && (textOf(type) ?? 'time') === 'time';
}

/** Whether the data API refuses a member. Filters and tests of what is seen may name hidden ones; what a view shows is up to the view. */
export function isRefused(index: ModelIndex, holder: Definition, member: Member, role: MentionRole): boolean {
  if (role === 'filter' || role === 'shown') return false;
  const line = index.lineage(holder);
  const stated = line.find(({ node }) => valueAt(node, 'public') ?? valueAt(node, 'shown'));
  return (stated !== undefined && isPrivate(stated.node)) || (line.includes(member.definition) && isHidden(member));
}

export interface QueryMember {
  /** `cube.member` */
  name: string;
  holder: Definition;
  member: Member;
}

type OfRole = Derivation<ModelIndex, ModelIndex, readonly QueryMember[]>;

const ofRole = (role: MentionRole): OfRole => ({ compute: (index) => fittingMembers(index, role) });

const byRole: Readonly<Record<MentionRole, OfRole>> = {
  measure: ofRole('measure'),
  dimension: ofRole('dimension'),
  segment: ofRole('segment'),
  timeDimension: ofRole('timeDimension'),
  filter: ofRole('filter'),
  order: ofRole('order'),
  column: ofRole('column'),
  shown: ofRole('shown'),
};

/** All members that fit into a role: those of views first, then by name. */
export function membersFor(index: ModelIndex, role: MentionRole): readonly QueryMember[] {
  return index.derive(byRole[role], index);
}

function fittingMembers(index: ModelIndex, role: MentionRole): QueryMember[] {
  const rank = ({ holder }: QueryMember) => (holder.kind === 'view' ? 0 : 1);
  return index.cubeNames
    .flatMap((name) => [...membersOf(index, index.cube(name)!), ...generatedIn(index, index.cube(name)!)])
    .filter(({ holder, member }) => fitsRole(member, role) && !isRefused(index, holder, member, role))
    .sort((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : 1));
}

function generatedIn(index: ModelIndex, holder: Definition): QueryMember[] {
  return [...generatedMembers(index, holder)].map(([name, member]) => ({
    name: `${holder.name}.${name}`,
    holder,
    member,
  }));
}

/** The measures, dimensions and segments of a cube or view, included ones too. */
export function membersOf(index: ModelIndex, holder: Definition): QueryMember[] {
  const own = [...index.members(holder)];
  const included =
    holder.kind === 'view'
      ? [...index.viewMembers(holder).members.values()].map(({ name, sources }) => [name, sources] as const)
      : [];
  return [...own, ...included].flatMap(([name, all]) =>
    all
      .filter(({ kind }) => kind === 'measure' || kind === 'dimension' || kind === 'segment')
      .map((member) => ({ name: `${holder.name}.${name}`, holder, member })),
  );
}

/** Names of granularities: the built-in ones, then those of the dimension. */
export function granularityNames(dimension: Member | undefined): string[] {
  const own = dimension ? granularitiesOf(dimension).map(({ name }) => name) : [];
  return [...new Set([...own, ...standardGranularities])];
}
