/** The members that a program writes under computed keys, as far as these follow from its constants. The program is not run. */

import { type MapNode, type ValueNode, valueAt } from '../source/tree.ts';
import { type Definition, type Member, type MemberKind, memberGroups } from './definitions.ts';

/** By name. Members whose keys are in the text of the cube are not among them. */
export function programMembers(definition: Definition): ReadonlyMap<string, Member> {
  const found = new Map<string, Member>();
  if (definition.language !== 'javascript') return found;
  for (const [group, kind] of memberGroups) {
    const value = valueAt(definition.node, group);
    if (value) collect(definition, kind, value, found, true);
  }
  return found;
}

function collect(
  definition: Definition,
  kind: MemberKind,
  node: ValueNode,
  found: Map<string, Member>,
  isGroup = false,
): void {
  if (node.kind === 'code') for (const map of node.maps ?? []) collect(definition, kind, map, found);
  if (node.kind !== 'map') return;
  const add = (name: string, span: MapNode['entries'][number]['keySpan'], value: ValueNode) => {
    const isKnown = found.has(name) || definition.members.some((one) => one.name === name);
    if (isKnown || !/^[A-Za-z_]\w*$/.test(name)) return;
    found.set(name, { name, nameSpan: span, span, node: value, kind, definition });
  };
  for (const { keys, keySpan, value } of node.computed ?? []) for (const key of keys) add(key, keySpan, value);
  // In a function, an object that returns members has maps as values. One with a type is a member.
  const isMember = node.entries.some(({ name }) => name === 'type' || name === 'sql');
  if (!isGroup && !isMember)
    for (const { key, keySpan, value } of node.entries) if (value.kind === 'map') add(key, keySpan, value);
  for (const one of node.unnamed ?? []) {
    const isSpread = one.kind === 'code' || (one.kind === 'map' && one.entries.length === 0);
    if (isSpread) collect(definition, kind, one, found);
  }
}
