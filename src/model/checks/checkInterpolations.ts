/** Finds `{}` in SQL that compiles although no query can use it: functions of the sandbox, members that refer to themselves. */

import type { Definition, Member } from '../index/definitions.ts';
import type { Derivation } from '../index/derivedValues.ts';
import { knownCubes } from '../index/knownNames.ts';
import type { ModelIndex } from '../index/modelIndex.ts';
import type { Reference } from '../index/references.ts';
import { resolve } from '../index/resolve.ts';
import { suggestion } from '../source/names.ts';
import { problemCatalog } from '../source/problemCatalog.ts';
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
    const { hint, ...fix } = suggestion(first!.name, knownCubes(index));
    findings.add({
      file: definition.file,
      span: first!,
      ...problemCatalog.sandboxFunction(first!.name, hint),
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

/** A longer cycle is reported once, because its marks and messages would fill the list of problems. */
const maximumMarks = 10;

/** Members that need each other's SQL: the compiler stops at its call limit. */
export function checkCycles(index: ModelIndex, findings: Findings): void {
  const usesOf = ({ member }: Use) => index.derive(usesByMember, member.definition).get(member);
  const done = new Set<Member>();
  for (const definition of index.definitions) {
    for (const [member, uses] of index.derive(usesByMember, definition)) {
      if (!done.has(member)) followUses(member, uses, usesOf, done, findings);
    }
  }
}

/** Follows the uses of a member as deep as they go: in a loop, because a chain of members can be long. */
function followUses(
  start: Member,
  uses: readonly Use[],
  usesOf: (use: Use) => readonly Use[] | undefined,
  done: Set<Member>,
  findings: Findings,
): void {
  // The use that leads to each member which is being followed, except to `start`.
  const path: Use[] = [];
  const depths = new Map([[start, 0]]);
  const waiting = [{ member: start, uses: uses.values() }];
  for (let current = waiting.at(-1); current; current = waiting.at(-1)) {
    const { value: use } = current.uses.next();
    if (!use) {
      done.add(current.member);
      depths.delete(current.member);
      waiting.pop();
      path.pop();
      continue;
    }
    const from = depths.get(use.member);
    if (from !== undefined) {
      const length = path.length - from + 1;
      const first = path.slice(from, from + maximumMarks);
      reportCycle(length <= maximumMarks ? [...first, use] : first, length, findings);
    }
    const next = from === undefined && !done.has(use.member) ? usesOf(use) : undefined;
    if (!next) continue;
    path.push(use);
    depths.set(use.member, path.length);
    waiting.push({ member: use.member, uses: next.values() });
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

/** `uses` are those of the cycle in their order; of a cycle with more than `maximumMarks` only some. */
function reportCycle(uses: readonly Use[], length: number, findings: Findings): void {
  const isWhole = length <= maximumMarks;
  const shown = isWhole ? [...uses, uses[0]!] : uses.slice(0, maximumMarks);
  const isLocal = uses.every(({ member, reference }) => member.definition === reference.definition);
  const names = shown.map(({ reference }) => {
    const { name, definition } = reference.member!;
    return `\`${isLocal ? name : `${definition.name}.${name}`}\``;
  });
  const chain = `${names.join(' → ')}${isWhole ? '' : ` → … (${length} members)`}`;
  const message = length === 1 ? `${names[0]} refers to itself.` : `These refer to each other in a cycle: ${chain}.`;
  for (const { reference } of isWhole ? uses : uses.slice(0, 1)) {
    findings.add({
      file: reference.definition.file,
      span: reference.chain,
      ...problemCatalog.circularReference(message),
      effect: 'every query that uses this fails',
    });
  }
}
