/** What a reference means in the model as a whole: part by part the cube, view or member, and where it fails. */

import { type Chain, valueAt } from '../source/tree.ts';
import { type Definition, type Member, type MemberKind, namedItems } from './definitions.ts';
import type { ModelIndex } from './modelIndex.ts';
import type { Reference } from './references.ts';

export type ReferenceTarget = { definition: Definition } | { member: Member } | { granularity: string };

export type FailureKind =
  /** The first name is nothing known. */
  | 'unknown-name'
  /** No such cube or view. */
  | 'unknown-cube'
  /** The cube or view before the dot has no such member. */
  | 'unknown-member'
  /** The dimension before the dot has no such granularity. */
  | 'unknown-granularity'
  | 'unknown-view-group';

export interface Resolution {
  /** One for each part that could be told. */
  targets: readonly ReferenceTarget[];
  failure?: {
    kind: FailureKind;
    /** Index of the part that is wrong. */
    at: number;
    /** Whose member it should be. */
    holder?: Definition;
    member?: Member;
  };
}

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

// What JavaScript itself, and the compiler's sandbox, offer by name.
const globalNames = new Set(
  (
    'Array ArrayBuffer BigInt Boolean DataView Date Error EvalError Function Infinity Int8Array JSON Map Math NaN Number Object ' +
    'Promise Proxy RangeError ReferenceError Reflect RegExp Set String Symbol SyntaxError TypeError URIError WeakMap WeakSet Intl ' +
    'console decodeURI decodeURIComponent encodeURI encodeURIComponent escape eval globalThis isFinite isNaN parseFloat parseInt ' +
    'undefined unescape true false null this cube view context view_group addExport setExport asyncModule require'
  ).split(' '),
);

const unjudged: Resolution = { targets: [] };

export function isCurrentCube(name: string): boolean {
  return name === 'CUBE' || name === 'TABLE';
}

/** Whether a name not found in the model may still mean something we cannot see. */
function mayBeExternal(index: ModelIndex, reference: Reference, name: string): boolean {
  if (globalNames.has(name) || contextNames.has(name)) return true;
  const file = index.file(reference.definition.file);
  if (file?.source.declared.has(name)) return true;
  return mayBeGenerated(index, name);
}

/** Whether a cube of that name may come out of a file that cannot be read in full. */
export function mayBeGenerated(index: ModelIndex, name: string): boolean {
  if (index.splitViewNames.has(name)) return true;
  for (const file of index.files) {
    if (file.source.generates) return true;
    if (file.source.broken && new RegExp(`\\b${name.replace(/\W/g, '')}\\b`).test(file.text)) return true;
  }
  return false;
}

const symbolKinds: readonly MemberKind[] = ['measure', 'dimension', 'segment', 'preAggregation'];

/** Hierarchies are no symbols, so they cannot be named in SQL. */
function memberOf(index: ModelIndex, holder: Definition, name: string, kinds = symbolKinds): Member | undefined {
  return index.member(holder, name, kinds);
}

function afterCube(
  index: ModelIndex,
  chain: Chain,
  holder: Definition,
  from: number,
  meanings: ReferenceTarget[],
): Resolution {
  let current = holder;
  for (let i = from; i < chain.parts.length; i += 1) {
    const { name } = chain.parts[i]!;
    const member = memberOf(index, current, name);
    if (member) {
      meanings.push({ member });
      return afterMember(index, chain, member, i + 1, meanings);
    }
    if (name === 'sql' || name === 'toString' || name === '__cubeName' || /___link_\w+_url$/.test(name))
      return { targets: meanings };
    const cube = index.cube(name);
    if (!cube) {
      if (index.isOpen(current) || mayBeGenerated(index, name)) return { targets: meanings };
      return { targets: meanings, failure: { kind: 'unknown-member', at: i, holder: current } };
    }
    meanings.push({ definition: cube });
    current = cube;
  }
  return { targets: meanings };
}

/** After a time dimension may come a granularity; anything else the compiler refuses. */
function afterMember(
  index: ModelIndex,
  chain: Chain,
  member: Member,
  from: number,
  meanings: ReferenceTarget[],
): Resolution {
  const next = chain.parts[from];
  if (!next) return { targets: meanings };
  const cube = index.cube(next.name);
  if (cube) return afterCube(index, chain, cube, from + 1, meanings);
  if (member.kind !== 'dimension' || index.member(member.definition, next.name)) return { targets: meanings };
  if (!isGranularity(member, next.name))
    return { targets: meanings, failure: { kind: 'unknown-granularity', at: from, member } };
  meanings.push({ granularity: next.name });
  return { targets: meanings };
}

/** A time dimension can be named with a granularity, one of the usual or one of its own. */
function isGranularity(member: Member, name: string): boolean {
  const type = valueAt(member.node, 'type');
  if (type?.kind !== 'scalar' || type.dynamic || type.value !== 'time') return type?.kind !== 'scalar' || type.dynamic;
  if (/^(second|minute|hour|day|week|month|quarter|year)$/i.test(name)) return true;
  const own = valueAt(member.node, 'granularities');
  const listed = own?.kind === 'list' || own?.kind === 'map';
  return listed ? own.open || namedItems(own).some((one) => one.name === name) : own !== undefined;
}

function resolveSymbol(index: ModelIndex, reference: Reference): Resolution {
  const { chain, definition } = reference;
  const first = chain.parts[0]!.name;
  if (contextNames.has(first)) return unjudged;
  if (isCurrentCube(first)) return afterCube(index, chain, definition, 1, [{ definition }]);
  const cube = index.cube(first);
  if (cube) return afterCube(index, chain, cube, 1, [{ definition: cube }]);
  const member = memberOf(index, definition, first);
  if (member) return afterMember(index, chain, member, 1, [{ member }]);
  if (index.isOpen(definition) || mayBeExternal(index, reference, first)) return unjudged;
  return { targets: [], failure: { kind: 'unknown-name', at: 0, holder: definition } };
}

function resolveCubes(index: ModelIndex, reference: Reference): Resolution {
  const meanings: ReferenceTarget[] = [];
  for (const [at, part] of reference.chain.parts.entries()) {
    const cube = isCurrentCube(part.name) && at === 0 ? reference.definition : index.cube(part.name);
    if (!cube) {
      if (mayBeExternal(index, reference, part.name)) return { targets: meanings };
      return { targets: meanings, failure: { kind: 'unknown-cube', at } };
    }
    meanings.push({ definition: cube });
  }
  return { targets: meanings };
}

function resolveInclude(index: ModelIndex, reference: Reference): Resolution {
  const target = reference.scope ? index.cube(reference.scope.parts.at(-1)!.name) : undefined;
  if (!target) return unjudged;
  const { name } = reference.chain.parts[0]!;
  const member = memberOf(index, target, name, ['measure', 'dimension', 'segment', 'hierarchy']);
  if (member) return { targets: [{ member }] };
  if (index.isOpen(target) || /___link_\w+_url$/.test(name)) return unjudged;
  return { targets: [], failure: { kind: 'unknown-member', at: 0, holder: target } };
}

/** Names of the view or cube itself; some fields also take them with the name of their owner before a dot. */
function resolveOwn(index: ModelIndex, reference: Reference): Resolution {
  const { definition, chain, path } = reference;
  const { name } = chain.parts[0]!;
  const [owner, ...rest] = name.split('.');
  const qualified = rest.length > 0 && !path.startsWith('folders') && owner === definition.name;
  const member = index.member(definition, qualified ? rest.join('.') : name);
  if (member) return { targets: [{ member }] };
  if (path.startsWith('defaultFilters') && rest.length > 0) {
    const included = index.memberByPath(name);
    if (included) return { targets: [{ member: included }] };
  }
  if ((index.isOpen(definition) && rest.length === 0) || /___link_\w+_url$/.test(name)) return unjudged;
  return { targets: [], failure: { kind: 'unknown-member', at: 0, holder: definition } };
}

function resolveGroup(index: ModelIndex, reference: Reference): Resolution {
  const { name } = reference.chain.parts.at(-1)!;
  const group = index.definitionsNamed(name).find((definition) => definition.kind === 'view_group');
  if (group) return { targets: [{ definition: group }] };
  if (index.open) return unjudged;
  return { targets: [], failure: { kind: 'unknown-view-group', at: reference.chain.parts.length - 1 } };
}

/** Never throws; a resolution without failure and without meanings is one nobody can judge from the texts. */
export function resolve(index: ModelIndex, reference: Reference): Resolution {
  switch (reference.role) {
    case 'extends':
    case 'join':
    case 'view':
      return resolveCubes(index, reference);
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
      const sandbox = globalNames.has(name) || name === 'COMPILE_CONTEXT';
      if (sandbox || index.definitionsNamed(name).some((one) => one.kind === 'view_group')) return unjudged;
      return { targets: [], failure: { kind: 'unknown-name', at: 0 } };
    }
    default:
      return resolveSymbol(index, reference);
  }
}
