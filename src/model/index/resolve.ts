/** Resolves references across the model: the cube, view or member of each part, and the part that cannot be resolved. */

import { type Chain, valueAt } from '../source/tree.ts';
import { type Definition, type Member, type MemberKind, namedItems, timeShiftsOf } from './definitions.ts';
import { mayBeGenerated, mayHaveMember } from './generatedNames.ts';
import type { ModelIndex } from './modelIndex.ts';
import type { Reference } from './references.ts';

export type ReferenceTarget =
  | { definition: Definition }
  | { member: Member }
  | { granularity: string; isTimeShift?: boolean };

type FailureKind =
  /** The first name is neither a cube nor a member. */
  | 'unknown-name'
  /** There is no such cube or view. */
  | 'unknown-cube'
  /** The cube or view before the dot has no such member. */
  | 'unknown-member'
  /** The dimension before the dot has no such granularity. */
  | 'unknown-granularity'
  /** The dimension of `FILTER_PARAMS` has no such time shift. */
  | 'unknown-time-shift'
  | 'unknown-view-group';

export interface Resolution {
  /** The targets of the parts, up to the first one that is not resolved. */
  targets: readonly ReferenceTarget[];
  failure?: {
    kind: FailureKind;
    /** Index of the part that cannot be resolved. */
    at: number;
    /** The cube or view that should have the member. */
    holder?: Definition;
    member?: Member;
    /** The holder generates members, but probably none with that name. */
    unsure?: boolean;
  };
}

/** Names that the compiler defines inside SQL. */
const contextNames = new Set([
  'SECURITY_CONTEXT',
  'security_context',
  'securityContext',
  'FILTER_PARAMS',
  'FILTER_GROUP',
  'SQL_UTILS',
  'COMPILE_CONTEXT',
  'userAttributes',
  'user_attributes',
  'groups',
]);

/** Names that JavaScript or the sandbox of the compiler defines. */
const globalNames = new Set(
  (
    'Array ArrayBuffer BigInt Boolean DataView Date Error EvalError Function Infinity Int8Array JSON Map Math NaN Number Object ' +
    'Promise Proxy RangeError ReferenceError Reflect RegExp Set String Symbol SyntaxError TypeError URIError WeakMap WeakSet Intl ' +
    'console decodeURI decodeURIComponent encodeURI encodeURIComponent escape eval globalThis isFinite isNaN parseFloat parseInt ' +
    'undefined unescape true false null this cube view context view_group addExport setExport asyncModule require process'
  ).split(' '),
);

/** Whether a name has a fixed meaning inside SQL. */
export function isContextName(name: string): boolean {
  return contextNames.has(name) || isCurrentCube(name);
}

/** Whether JavaScript or the sandbox of the compiler defines a name. */
export function isGlobal(name: string): boolean {
  return globalNames.has(name) || name === 'COMPILE_CONTEXT';
}

/** The reference cannot be checked, so it counts as correct. */
const unchecked: Resolution = { targets: [] };

export function isCurrentCube(name: string): boolean {
  return name === 'CUBE' || name === 'TABLE';
}

/** Whether a name may be defined outside of what the index reads. */
function mayBeExternal(index: ModelIndex, reference: Reference, name: string): boolean {
  if (globalNames.has(name) || contextNames.has(name)) return true;
  const file = index.file(reference.definition.file);
  if (file?.source.declared.has(name)) return true;
  return mayBeGenerated(index, name, reference.definition.file);
}

/** Hierarchies cannot be used in SQL. */
const symbolKinds: readonly MemberKind[] = ['measure', 'dimension', 'segment', 'preAggregation'];

/** Resolves the parts from index `from` on, after a cube. */
function afterCube(
  index: ModelIndex,
  chain: Chain,
  holder: Definition,
  from: number,
  targets: ReferenceTarget[],
): Resolution {
  let current = holder;
  for (let i = from; i < chain.parts.length; i += 1) {
    const { name } = chain.parts[i]!;
    const member = index.member(current, name, symbolKinds);
    if (member) {
      targets.push({ member });
      return afterMember(index, chain, member, i + 1, targets);
    }
    if (name === 'sql' || name === 'toString' || name === '__cubeName' || isLinkUrl(name)) return { targets };
    const cube = index.cube(name);
    if (!cube) {
      if (mayHaveMember(index, current, name) || mayBeGenerated(index, name, current.file)) return { targets };
      return { targets, failure: { kind: 'unknown-member', at: i, holder: current, unsure: index.isOpen(current) } };
    }
    targets.push({ definition: cube });
    current = cube;
  }
  return { targets };
}

/** Resolves the parts from index `from` on, after a member. The compiler accepts only a granularity or another cube there. */
function afterMember(
  index: ModelIndex,
  chain: Chain,
  member: Member,
  from: number,
  targets: ReferenceTarget[],
): Resolution {
  const next = chain.parts[from];
  if (!next) return { targets };
  const cube = index.cube(next.name);
  if (cube) return afterCube(index, chain, cube, from + 1, targets);
  if (member.kind !== 'dimension' || index.member(member.definition, next.name)) return { targets };
  if (!isGranularity(member, next.name)) return { targets, failure: { kind: 'unknown-granularity', at: from, member } };
  targets.push({ granularity: next.name });
  return { targets };
}

/** The compiler creates a dimension with such a name for each link of a dimension. */
export function isLinkUrl(name: string): boolean {
  return /___link_\w+_url$/.test(name);
}

export const standardGranularities = ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'];
const standardGranularity = new RegExp(`^(${standardGranularities.join('|')})$`, 'i');

/** The fields with the name of a granularity or a time shift. */
export const granularityField =
  /^preAggregations\.\w+\.(?:timeDimensions\.\d+\.)?granularity$|^measures\.\w+\.(?:rollingWindow\.granularity|timeShift\.\d+\.name)$/;

export function isStandardGranularity(name: string): boolean {
  return standardGranularity.test(name) && name === name.toLowerCase();
}

/** Whether the member may have that granularity: a standard one, or one that it defines. */
export function isGranularity(member: Member, name: string): boolean {
  const type = valueAt(member.node, 'type');
  if (type?.kind !== 'scalar' || type.dynamic || type.value !== 'time') return type?.kind !== 'scalar' || type.dynamic;
  if (standardGranularity.test(name)) return true;
  const own = valueAt(member.node, 'granularities');
  const listed = own?.kind === 'list' || own?.kind === 'map';
  return listed ? own.open || namedItems(own).some((one) => one.name === name) : own !== undefined;
}

/** The standard granularities, then those that the member defines. */
export function granularitiesOf(member: Member): string[] {
  return [...standardGranularities, ...namedItems(valueAt(member.node, 'granularities')).map(({ name }) => name)];
}

/** Whether the first part may be a generated member. Only a time dimension can be followed by a granularity. */
function mayBeMember(index: ModelIndex, { definition, chain }: Reference): boolean {
  if (!index.isOpen(definition)) return false;
  const file = index.file(definition.file);
  const isTemplate = file?.source.language === 'yaml' && !file.source.broken && index.lineage(definition).length === 1;
  return !isTemplate || chain.parts.length === 1 || standardGranularity.test(chain.parts[1]!.name);
}

function resolveSymbol(index: ModelIndex, reference: Reference): Resolution {
  const { chain, definition } = reference;
  const first = chain.parts[0]!.name;
  if (first === 'FILTER_PARAMS') return resolveFilter(index, reference);
  if (contextNames.has(first)) return unchecked;
  if (isCurrentCube(first)) return afterCube(index, chain, definition, 1, [{ definition }]);
  const cube = index.cube(first);
  if (cube) return afterCube(index, chain, cube, 1, [{ definition: cube }]);
  const member = index.member(definition, first, symbolKinds);
  if (member) return afterMember(index, chain, member, 1, [{ member }]);
  const unsure = mayBeMember(index, reference);
  if ((unsure && mayHaveMember(index, definition, first)) || mayBeExternal(index, reference, first)) return unchecked;
  return { targets: [], failure: { kind: 'unknown-name', at: 0, holder: definition, unsure } };
}

/** `FILTER_PARAMS.cube.member.filter(…)` */
function resolveFilter(index: ModelIndex, { chain: { parts }, definition }: Reference): Resolution {
  const [, cubePart, memberPart] = parts;
  const cube = cubePart && index.cube(cubePart.name);
  if (!cubePart || !memberPart || (!cube && mayBeGenerated(index, cubePart.name, definition.file))) return unchecked;
  if (!cube) return { targets: [], failure: { kind: 'unknown-cube', at: 1 } };
  const member = index.member(cube, memberPart.name);
  const shift = /^time_?shifts$/i.test(parts[3]?.name ?? '') ? parts[4] : undefined;
  if (member && shift && !index.isOpen(cube) && !timeShiftsOf(member).some(({ name }) => name === shift.name))
    return { targets: [], failure: { kind: 'unknown-time-shift', at: 4, member } };
  if (member || mayHaveMember(index, cube, memberPart.name)) return unchecked;
  return { targets: [], failure: { kind: 'unknown-member', at: 2, holder: cube } };
}

function resolveCubes(index: ModelIndex, reference: Reference): Resolution {
  const targets: ReferenceTarget[] = [];
  for (const [at, part] of reference.chain.parts.entries()) {
    const cube = isCurrentCube(part.name) && at === 0 ? reference.definition : index.cube(part.name);
    if (!cube) {
      if (mayBeExternal(index, reference, part.name)) return { targets };
      return { targets, failure: { kind: 'unknown-cube', at } };
    }
    targets.push({ definition: cube });
  }
  return { targets };
}

function resolveInclude(index: ModelIndex, reference: Reference): Resolution {
  const target = reference.scope ? index.cube(reference.scope.parts.at(-1)!.name) : undefined;
  if (!target) return unchecked;
  const { name } = reference.chain.parts[0]!;
  const member = index.member(target, name, ['measure', 'dimension', 'segment', 'hierarchy']);
  if (member) return { targets: [{ member }] };
  if (mayHaveMember(index, target, name) || isLinkUrl(name)) return unchecked;
  return { targets: [], failure: { kind: 'unknown-member', at: 0, holder: target, unsure: index.isOpen(target) } };
}

/** Names of members of the definition itself. Some fields also accept `owner.member`. */
function resolveOwn(index: ModelIndex, reference: Reference): Resolution {
  const { definition, chain, path } = reference;
  const { name } = chain.parts[0]!;
  const [owner, ...rest] = name.split('.');
  const qualified = rest.length > 0 && !path.startsWith('folders') && owner === definition.name;
  const member = index.member(definition, qualified ? rest.join('.') : name);
  if (member) return { targets: [{ member }] };
  const isFilter = path.startsWith('defaultFilters') || path.includes('.filter.include.');
  if (isFilter && rest.length > 0) {
    const included = index.memberByPath(isCurrentCube(owner!) ? [definition.name, ...rest].join('.') : name);
    if (included) return { targets: [{ member: included }] };
    const other = path.startsWith('defaultFilters')
      ? undefined
      : isCurrentCube(owner!)
        ? definition
        : index.cube(owner!);
    if (other && mayHaveMember(index, other, rest.join('.'))) return unchecked;
    if (other) return { targets: [], failure: { kind: 'unknown-member', at: 0, holder: other } };
  }
  if ((rest.length === 0 && mayHaveMember(index, definition, name)) || isLinkUrl(name)) return unchecked;
  const unsure = rest.length === 0 && index.isOpen(definition);
  return { targets: [], failure: { kind: 'unknown-member', at: 0, holder: definition, unsure } };
}

function resolveGroup(index: ModelIndex, reference: Reference): Resolution {
  const { name } = reference.chain.parts.at(-1)!;
  const group = index.definitionsNamed(name).find((definition) => definition.kind === 'view_group');
  if (group) return { targets: [{ definition: group }] };
  if (index.open) return unchecked;
  return { targets: [], failure: { kind: 'unknown-view-group', at: reference.chain.parts.length - 1 } };
}

/** Whether a view's own member names a member that the view only includes: the compiler finds it only after `CUBE.`. */
export function needsCube(index: ModelIndex, { definition, role, chain }: Reference): boolean {
  const { name } = chain.parts[0]!;
  if (definition.kind !== 'view' || (role !== 'sql' && role !== 'member') || isContextName(name) || index.cube(name))
    return false;
  return !index.members(definition).has(name) && index.viewMembers(definition).members.has(name);
}

/** Never throws. A result without failure and without targets means that the reference cannot be checked. */
export function resolve(index: ModelIndex, reference: Reference): Resolution {
  switch (reference.role) {
    case 'extends':
    case 'join':
    case 'view':
    case 'joinPath':
      return resolveCubes(index, reference);
    case 'include':
      return resolveInclude(index, reference);
    case 'own':
      return resolveOwn(index, reference);
    case 'viewGroup':
      return resolveGroup(index, reference);
    case 'text': {
      const { name } = reference.chain.parts[0]!;
      if (isGlobal(name) || index.definitionsNamed(name).some((one) => one.kind === 'view_group')) return unchecked;
      return { targets: [], failure: { kind: 'unknown-name', at: 0 } };
    }
    default:
      return resolveSymbol(index, reference);
  }
}
