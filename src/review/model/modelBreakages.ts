/** The parts of the new model that a change breaks: references that mean nothing now, or a member of another type. */

import type { CatalogMessage } from '../../base/errors.ts';
import type { Definition, Member } from '../../model/index/definitions.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import type { Reference } from '../../model/index/references.ts';
import { resolve } from '../../model/index/resolve.ts';
import { allViewCubes } from '../../model/index/viewMembers.ts';
import type { Span } from '../../model/source/range.ts';
import type { Comparison, PartPair } from './comparison.ts';
import { lost, retyped } from './fates.ts';
import type { MemberUsers } from './memberUsers.ts';
import type { Breakage } from './modelChange.ts';
import { isDefinition, type Part } from './parts.ts';

interface Models {
  before: ModelIndex;
  after: ModelIndex;
  renames: Comparison['renames'];
  users: { before: MemberUsers; after: MemberUsers };
}

/** Without saved queries, tests and dashboards. */
export function modelBreakages(models: Models, pair: PartPair): Breakage[] {
  const { before, after } = pair;
  if (!before) return [];
  const message = lost(pair);
  if (before.kind === 'join') return message ? brokenPaths(models, before, message) : [];
  if (message) {
    if (isDefinition(before)) return unresolved(models, before.owner, undefined, message);
    if (!before.member || before.kind === 'pre_aggregation') return [];
    const owner = models.renames.get(before.owner) ?? before.owner;
    return [...unresolved(models, before.local, owner, message), ...lostByViews(models, before, owner, message)];
  }
  const newType = after && !after.origin ? retyped(before, after) : undefined;
  return newType ? usersOfType(models, after!.member!, newType) : [];
}

function breakage(
  index: ModelIndex,
  definition: Definition,
  member: string | undefined,
  span: Span,
  message: CatalogMessage,
): Breakage {
  const { kind, name, file } = definition;
  const place = { file, range: index.rangeOf(file, span), side: 'after' } as const;
  return {
    by: { kind: kind === 'cube' ? 'cube' : 'view', name: member === undefined ? name : `${name}.${member}`, place },
    reason: message.message,
    message,
  };
}

/** References in which `name` cannot be resolved: a member of the cube or view `owner`, or without one a cube or view. */
function unresolved({ after }: Models, name: string, owner: string | undefined, message: CatalogMessage): Breakage[] {
  const found: Breakage[] = [];
  for (const definition of new Set(after.mentioning(name))) {
    for (const reference of after.references(definition).byName.get(name) ?? []) {
      if (!failsAt(after, reference, name, owner)) continue;
      const span = reference.chain;
      found.push(breakage(after, definition, reference.member?.name, span, message));
    }
  }
  return found;
}

function failsAt(index: ModelIndex, reference: Reference, name: string, owner: string | undefined): boolean {
  if (reference.role === 'text') return false;
  const { failure } = resolve(index, reference);
  const part = failure && reference.chain.parts[failure.at];
  if (!part || failure.unsure || part.name.slice(part.name.lastIndexOf('.') + 1) !== name) return false;
  return owner === undefined ? failure.kind !== 'unknown-member' : failure.holder?.name === owner;
}

/** Views that included all members lose one, without an error of the compiler. */
function lostByViews(
  { before, after, renames, users }: Models,
  part: Part,
  owner: string,
  message: CatalogMessage,
): Breakage[] {
  return users.before.viewsOf(part.member!).flatMap(({ view, name }) => {
    const included = before.viewMembers(view).members.get(name);
    const now = after.cube(renames.get(view.name) ?? view.name);
    if (included?.item.includes !== '*' || included.item.cubeName !== part.owner || now?.kind !== 'view') return [];
    const item = allViewCubes(after, now).find(({ cubeName, includes }) => cubeName === owner && includes === '*');
    if (!item || after.member(now, name)) return [];
    return [breakage(after, now, undefined, item.includesSpan, message)];
  });
}

function usersOfType({ after, users }: Models, member: Member, message: CatalogMessage): Breakage[] {
  const views = new Map(users.after.viewsOf(member).map((one) => [one.view, one.name]));
  const byViews = [...views].map(([view, name]) => {
    const included = after.viewMembers(view).members.get(name)!;
    const isOwn = included.definition === view;
    return breakage(after, view, undefined, isOwn ? included.span : view.nameSpan, message);
  });
  const byMembers = users.after.referencesTo(member).flatMap(({ reference, span }) => {
    const user = reference.member;
    if (!user || user === member || reference.role !== 'sql') return [];
    return [breakage(after, user.definition, user.name, span, message)];
  });
  return [...byViews, ...byMembers];
}

/** Paths and members that need a join which is gone, unless the other cube joins this one. */
function brokenPaths({ after }: Models, { owner, local: target }: Part, message: CatalogMessage): Breakage[] {
  const other = after.cube(target);
  if (other && after.joins(other).some(({ name }) => name === owner)) return [];
  const found: Breakage[] = [];
  for (const definition of new Set(after.mentioning(target))) {
    for (const { role, chain, member } of after.references(definition).byName.get(target) ?? []) {
      const names = chain.parts.map(({ name }) => (name === 'CUBE' ? definition.name : name));
      const isPath = role === 'joinPath' && names.some((name, i) => name === owner && names[i + 1] === target);
      const isMember = role === 'sql' && member !== undefined && definition.name === owner && names[0] === target;
      if (isPath || isMember) found.push(breakage(after, definition, member?.name, chain, message));
    }
  }
  return found;
}
