/** What callers with different groups may read of a compiled model. */

import type { Compiler as Compilers } from '@cubejs-backend/schema-compiler/dist/src/compiler/PrepareCompiler.js';
import { failureText } from '../../failureText.ts';
import type { CallerAccess, ModelAccess, PlannedFilter } from '../../modelRequest.ts';
import { VisibleMembers } from './visibleMembers.ts';

export function modelAccess(compilers: Compilers, callers: readonly (readonly string[])[]): ModelAccess {
  const { policies } = new VisibleMembers(compilers, { securityContext: {}, groups: [] });
  const members: Record<string, string> = {};
  for (const { config } of compilers.metaTransformer.cubes) {
    for (const { name, ...member } of [...config.measures, ...config.dimensions, ...config.segments]) {
      members[name] = (member as { aliasMember?: string }).aliasMember ?? name;
    }
  }
  return { groups: policies.groups, members, callers: callers.map((groups) => callerAccess(compilers, groups)) };
}

function callerAccess(compilers: Compilers, groups: readonly string[]): CallerAccess {
  try {
    const visible = new VisibleMembers(compilers, { securityContext: {}, groups });
    const rows: Record<string, readonly PlannedFilter[] | 'none'> = {};
    const members: string[] = [];
    for (const { name, ...cube } of visible.meta.cubes as { name: string; [kind: string]: unknown }[]) {
      const filters = visible.policies.rowFilters(name);
      if (filters !== undefined) rows[name] = filters;
      for (const kind of ['measures', 'dimensions', 'segments']) {
        for (const member of cube[kind] as { name: string }[]) members.push(member.name);
      }
    }
    return { groups, members, rows };
  } catch (failure) {
    return { groups, members: [], rows: {}, failure: failureText(failure) };
  }
}
