/** Members that a template or a program writes. They are known by name, but have no place that could be edited. */

import type { Span } from '../source/range.ts';
import type { Definition, Member } from './definitions.ts';
import type { Derivation } from './derivedValues.ts';
import { definitionsIn, touches } from './lookup.ts';
import type { ModelIndex } from './modelIndex.ts';
import { programMembers } from './programMembers.ts';
import type { Reference } from './references.ts';
import { resolve } from './resolve.ts';
import { templateMembers } from './templateMembers.ts';

const written: Derivation<ModelIndex, Definition, ReadonlyMap<string, Member>> = {
  compute(index, definition) {
    // Macros are in any file.
    void index.generation;
    const found = new Map<string, Member>();
    for (const one of index.lineage(definition).reverse())
      for (const [name, member] of [...templateMembers(index, one), ...programMembers(one)]) found.set(name, member);
    for (const name of index.members(definition).keys()) found.delete(name);
    return found;
  },
};

/** By name, inherited ones too; the others of the definition are not among them. */
export function generatedMembers(index: ModelIndex, definition: Definition): ReadonlyMap<string, Member> {
  return definition.kind === 'view_group' || !index.isOpen(definition) ? new Map() : index.derive(written, definition);
}

/** The generated member that a reference names at an offset. */
export function generatedMemberAt(
  index: ModelIndex,
  path: string,
  offset: number,
): { member: Member; span: Span; reference: Reference } | undefined {
  const file = index.file(path);
  for (const definition of file ? definitionsIn(file) : []) {
    for (const reference of index.references(definition).references) {
      const at = touches(reference.chain, offset) ? reference.chain.parts.findIndex((one) => touches(one, offset)) : -1;
      if (at < 0) continue;
      const { targets } = resolve(index, reference);
      const holder = at === 0 ? firstHolder(index, reference) : targets[at - 1];
      if (targets.length !== at || !holder || !('definition' in holder)) continue;
      const part = reference.chain.parts[at]!;
      const member = generatedMembers(index, holder.definition).get(part.name);
      if (member) return { member, span: { start: part.start, end: part.end }, reference };
    }
  }
  return undefined;
}

function firstHolder(
  index: ModelIndex,
  { role, scope, definition }: Reference,
): { definition: Definition } | undefined {
  const cube = role === 'include' ? scope && index.cube(scope.parts.at(-1)!.name) : definition;
  return cube && { definition: cube };
}
