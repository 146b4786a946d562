/** The members that a cube or view defines or inherits. */

import type { Definition, Member } from './definitions.ts';

/** The compiler ignores members with these names. */
const builtInNames = new Set(['__proto__', 'constructor', 'prototype']);

export function isBuiltInMember(name: string): boolean {
  return builtInNames.has(name);
}

/** Own members before inherited ones: `lineage` is a definition and its ancestors. */
export function membersByName(lineage: readonly Definition[]): Map<string, Member[]> {
  const found = new Map<string, Member[]>();
  for (const { members } of lineage) {
    for (const member of members) {
      if (isBuiltInMember(member.name)) continue;
      const same = found.get(member.name);
      if (same) same.push(member);
      else found.set(member.name, [member]);
    }
  }
  return found;
}
