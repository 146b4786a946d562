/** The rule about the same SQL in two members of a cube, or in two cubes. */

import { describe, type Finding } from '../checks/findings.ts';
import type { Definition, Member } from '../index/definitions.ts';
import type { IndexedFile, ModelIndex } from '../index/modelIndex.ts';
import { ruleKinds } from '../source/ruleKinds.ts';
import { type ValueNode, valueAt } from '../source/tree.ts';
import { describeMember, ownMembers, type RuleCheck } from './ruleCheck.ts';

/** What does not change the value of a member. */
const apart = new Set([
  ...['name', 'title', 'description', 'meta', 'format', 'currency', 'public', 'shown', 'primaryKey', 'aliases'],
  ...['drillMembers', 'drillMemberReferences', 'links', 'order'],
]);

function plainText(file: IndexedFile, node: ValueNode | undefined): string | undefined {
  if (node?.kind !== 'scalar' || node.dynamic) return undefined;
  const text = file.text.slice(node.start, node.end).trim().replace(/\s+/g, ' ');
  return text === '' ? undefined : text;
}

/** Equal for members that always have the same value; undefined without SQL. */
function signatureOf(file: IndexedFile, { kind, node }: Member): string | undefined {
  if (node.kind !== 'map' || node.open || !plainText(file, valueAt(node, 'sql'))) return undefined;
  const parts = node.entries
    .filter(({ name }) => !apart.has(name))
    .map(({ name, value }) => `${name}=${file.text.slice(value.start, value.end).trim().replace(/\s+/g, ' ')}`);
  return [kind, ...parts.sort()].join('\n');
}

export const duplicatedMembers: RuleCheck = ({ file, definition }) => {
  const first = new Map<string, Member>();
  return ownMembers(definition).flatMap((member): Finding[] => {
    const value = signatureOf(file, member);
    const same = value === undefined ? undefined : first.get(value);
    if (value !== undefined && !same) first.set(value, member);
    if (!same) return [];
    const related = [{ file: file.path, span: same.nameSpan, message: 'The same SQL.' }];
    return [{ file: file.path, span: member.nameSpan, ...ruleKinds.duplicatedSql(describeMember(same)), related }];
  });
};

/** A read definition does not change. */
const sqlOf = new WeakMap<Definition, { sql: string | undefined }>();

export function duplicatedCubes(index: ModelIndex): Finding[] {
  const first = new Map<string, Definition>();
  return index.definitions.flatMap((definition): Finding[] => {
    if (definition.kind !== 'cube') return [];
    const file = index.file(definition.file)!;
    const known = sqlOf.get(definition) ?? { sql: plainText(file, valueAt(definition.node, 'sql')) };
    sqlOf.set(definition, known);
    if (known.sql === undefined) return [];
    const same = first.get(known.sql);
    if (!same) first.set(known.sql, definition);
    if (!same || same.name === definition.name) return [];
    const related = [{ file: same.file, span: same.nameSpan, message: 'The same SQL.' }];
    return [{ file: definition.file, span: definition.nameSpan, ...ruleKinds.duplicatedSql(describe(same)), related }];
  });
}
