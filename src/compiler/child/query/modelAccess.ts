/** What callers with different groups may read of a compiled model. */

import type { Compiler as Compilers } from '@cubejs-backend/schema-compiler/dist/src/compiler/PrepareCompiler.js';
import { failureText } from '../../failureText.ts';
import type { CallerAccess, ModelAccess, PlannedFilter } from '../../modelRequest.ts';
import { cubeOf } from './accessPolicies.ts';
import { isConditionName } from './unknownAttributes.ts';
import { VisibleMembers } from './visibleMembers.ts';

export function modelAccess(compilers: Compilers, callers: readonly (readonly string[])[]): ModelAccess {
  const { policies } = new VisibleMembers(compilers, { securityContext: {}, groups: [] });
  const members: Record<string, string> = {};
  const types: Record<string, string> = {};
  for (const { config } of compilers.metaTransformer.cubes) {
    for (const { name, ...member } of [...config.measures, ...config.dimensions, ...config.segments]) {
      members[name] = (member as { aliasMember?: string }).aliasMember ?? name;
    }
    for (const { name, type } of config.dimensions) types[name] = type;
  }
  return { groups: policies.groups, members, types, callers: callers.map((groups) => callerAccess(compilers, groups)) };
}

function callerAccess(compilers: Compilers, groups: readonly string[]): CallerAccess {
  const caller = { groups, ...(groups.some(isConditionName) && { hasCondition: true }) };
  try {
    const visible = new VisibleMembers(compilers, { securityContext: {}, groups, hasUnknownAttributes: true });
    const members: string[] = [];
    // The filters of a cube also apply to what a view shows of it.
    const owners = new Set<string>();
    for (const cube of visible.meta.cubes as { name: string; [kind: string]: unknown }[]) {
      for (const kind of ['measures', 'dimensions', 'segments']) {
        for (const { name, aliasMember = name } of cube[kind] as { name: string; aliasMember?: string }[]) {
          members.push(name);
          owners.add(cubeOf(name)).add(cubeOf(aliasMember));
        }
      }
    }
    const rows: Record<string, readonly PlannedFilter[] | 'none'> = {};
    for (const name of owners) {
      const filters = visible.policies.rowFilters(name);
      if (filters !== undefined) rows[name] = filters;
    }
    return { ...caller, members, masked: visible.masked, rows };
  } catch (failure) {
    return { ...caller, members: [], masked: [], rows: {}, failure: failureText(failure) };
  }
}
