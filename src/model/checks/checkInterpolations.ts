/** Finds `{}` in SQL that compiles although no query can use it: functions of the sandbox, members that refer to themselves. */

import type { Definition, Member } from '../index/definitions.ts';
import type { Derivation } from '../index/derivedValues.ts';
import type { ModelIndex } from '../index/modelIndex.ts';
import type { Reference } from '../index/references.ts';
import { resolve } from '../index/resolve.ts';
import { suggestion } from '../source/names.ts';
import { valueAt } from '../source/tree.ts';
import type { Findings } from './findings.ts';

/** The compiler writes the source text of these functions into the SQL, and `undefined` for a property of them. */
const sandboxFunctions = new Set(['cube', 'view', 'view_group', 'context', 'addExport', 'setExport', 'asyncModule']);

/** The SQL that every query with the member needs. */
export const memberSql = /^\w+\.\w+\.(sql|filters\.\d+\.sql|case\.when\.\d+\.sql|latitude\.sql|longitude\.sql)$/;

export function checkSandboxFunctions(index: ModelIndex, definition: Definition, findings: Findings): void {
  for (const reference of index.references(definition).references) {
    const [first] = reference.chain.parts;
    if (reference.role !== 'sql' || !sandboxFunctions.has(first!.name) || !isWholeInterpolation(index, reference))
      continue;
    const isDeclared = index.file(definition.file)!.source.declared.has(first!.name);
    if (isDeclared || index.isOpen(definition) || resolve(index, reference).targets.length > 0) continue;
    const { hint, ...fix } = suggestion(first!.name, ['CUBE', ...index.cubeNames]);
    findings.add({
      file: definition.file,
      span: first!,
      code: 'sandbox-function',
      message: `\`${first!.name}\` is a function of the compiler, so its source text would become part of the SQL.${hint}`,
      ...fix,
    });
  }
}

/** Whether the braces contain nothing else, so that the value of the name becomes part of the SQL. */
export function isWholeInterpolation(index: ModelIndex, { definition, chain }: Reference): boolean {
  const { text } = index.file(definition.file)!;
  return (
    /\{\s*$/.test(text.slice(Math.max(0, chain.start - 10), chain.start)) &&
    /^\s*\}/.test(text.slice(chain.end, chain.end + 10))
  );
}

interface Use {
  member: Member;
  reference: Reference;
}

/** Members that need each other's SQL: the compiler stops at its call limit. */
export function checkCycles(index: ModelIndex, findings: Findings): void {
  const done = new Set<Member>();
  const path: Use[] = [];
  const visit = (member: Member, uses: readonly Use[]) => {
    if (done.has(member)) return;
    const from = path.findIndex((use) => use.reference.member === member);
    if (from >= 0) {
      reportCycle(path.slice(from), findings);
      return;
    }
    for (const use of uses) {
      const next = index.derive(usesByMember, use.member.definition).get(use.member);
      if (!next) continue;
      path.push(use);
      visit(use.member, next);
      path.pop();
    }
    done.add(member);
  };
  for (const definition of index.definitions) {
    for (const [member, uses] of index.derive(usesByMember, definition)) visit(member, uses);
  }
}

/** The members in the SQL of each member of a definition. Leaves out what a cube that extends this one may replace. */
const usesByMember: Derivation<ModelIndex, Definition, ReadonlyMap<Member, readonly Use[]>> = {
  compute(index, definition) {
    const uses = new Map<Member, Use[]>();
    for (const reference of index.references(definition).references) {
      const { member, role, path } = reference;
      if (!member || role !== 'sql' || !memberSql.test(path)) continue;
      if (valueAt(member.node, 'subQuery') || !isWholeInterpolation(index, reference)) continue;
      const used = usedMember(index, reference);
      if (!used) continue;
      const known = uses.get(member);
      if (known) known.push({ member: used, reference });
      else uses.set(member, [{ member: used, reference }]);
    }
    return uses;
  },
};

/** Computes what `checkCycles` needs of a definition. */
export function prepareCycles(index: ModelIndex, definition: Definition): void {
  index.derive(usesByMember, definition);
}

function usedMember(index: ModelIndex, reference: Reference): Member | undefined {
  const { targets, failure } = resolve(index, reference);
  const at = targets.findLastIndex((target) => 'member' in target);
  const target = targets[at];
  if (failure || targets.length < reference.chain.parts.length || !target || !('member' in target)) return undefined;
  const holder = targets[at - 1];
  const cube = holder && 'definition' in holder ? holder.definition : reference.definition;
  return target.member.definition === cube ? target.member : undefined;
}

function reportCycle(cycle: readonly Use[], findings: Findings): void {
  const names = [...cycle, cycle[0]!].map(({ reference }) => {
    const { name, definition } = reference.member!;
    const isLocal = cycle.every((use) => use.member.definition === definition);
    return `\`${isLocal ? name : `${definition.name}.${name}`}\``;
  });
  const message =
    cycle.length === 1
      ? `${names[0]} refers to itself.`
      : `These refer to each other in a cycle: ${names.join(' → ')}.`;
  for (const { reference } of cycle) {
    findings.add({
      file: reference.definition.file,
      span: reference.chain,
      code: 'circular-reference',
      message,
      effect: 'every query that uses this fails',
    });
  }
}
