/** Checks views: join paths, conflicting members and own members. */

import type { Definition } from '../index/definitions.ts';
import { mayHaveMember } from '../index/generatedNames.ts';
import type { ModelIndex } from '../index/modelIndex.ts';
import { allViewCubes, type ViewCube } from '../index/viewMembers.ts';
import { problemCatalog } from '../source/problemCatalog.ts';
import { valueAt } from '../source/tree.ts';
import { describe, type Findings } from './findings.ts';

export function checkView(index: ModelIndex, view: Definition, findings: Findings): void {
  checkPaths(index, view, findings);
  checkConflicts(index, view, findings);
  checkOwnMembers(index, view, findings);
}

/** Each step of a join path needs a join between its two cubes. */
function checkPaths(index: ModelIndex, view: Definition, findings: Findings): void {
  const paths = new Map<string, Map<string, string>>();
  for (const item of allViewCubes(index, view)) {
    if (!item.joinPath) continue;
    const parts = item.joinPath.parts;
    const inherited = item.definition !== view;
    for (let i = 1; i < parts.length && !inherited; i += 1) {
      const from = index.cube(parts[i - 1]!.name);
      const to = index.cube(parts[i]!.name);
      if (!from || !to || mayHaveMember(index, from, to.name)) continue;
      if (index.joins(from).some((join) => join.name === to.name)) continue;
      findings.add({
        file: view.file,
        span: parts[i]!,
        ...problemCatalog.notJoined(describe(from), to.name),
        missing: { kind: 'join', name: to.name, holder: from, owner: `${view.name} ${item.node.start}` },
      });
    }
    const root = parts[0]!.name;
    const seen = paths.get(root) ?? new Map<string, string>();
    paths.set(root, seen);
    for (let i = 0; i < parts.length; i += 1) {
      const path = parts
        .slice(0, i + 1)
        .map((part) => part.name)
        .join('.');
      const before = seen.get(parts[i]!.name);
      if (before === undefined) seen.set(parts[i]!.name, path);
      else if (before !== path && !inherited) {
        findings.add({
          file: view.file,
          span: { start: parts[0]!.start, end: parts[i]!.end },
          ...problemCatalog.twoJoinPaths(parts[i]!.name, before),
        });
        break;
      }
    }
  }
}

/** A member under its name in the view. */
interface IncludedMember {
  name: string;
  span: { start: number; end: number };
  definition: Definition;
}

function includedMembers(index: ModelIndex, item: ViewCube): IncludedMember[] {
  const cube = item.cubeName === undefined ? undefined : index.cube(item.cubeName);
  if (!cube || item.split) return [];
  const excluded = new Set(item.excludes.map((one) => one.name));
  const included: IncludedMember[] = [];
  const add = (name: string, alias: string, span: IncludedMember['span']) => {
    const member = index.member(cube, name, ['measure', 'dimension', 'segment', 'hierarchy']);
    if (!member || excluded.has(name)) return;
    const prefixed = item.prefix === undefined ? alias : `${item.prefix}_${alias}`;
    included.push({ name: prefixed, span, definition: item.definition });
  };
  if (item.includes === '*') for (const name of index.members(cube).keys()) add(name, name, item.includesSpan);
  else for (const include of item.includes) add(include.name, include.alias, include.aliasSpan);
  return included;
}

/** Reports two members with one name. Including the same member twice is allowed. */
function checkConflicts(index: ModelIndex, view: Definition, findings: Findings): void {
  /** Name in the view → where it was included first. */
  const seen = new Map<string, string>();
  for (const item of allViewCubes(index, view)) {
    const conflicts = new Map<string, { span: IncludedMember['span']; names: string[] }>();
    for (const included of includedMembers(index, item)) {
      const path = `${item.joinPath?.parts.map((part) => part.name).join('.')}:${included.span.start}`;
      const before = seen.get(included.name);
      const own = index.members(view).get(included.name);
      if (!before && !own) {
        seen.set(included.name, path);
        continue;
      }
      if (before === path || (before && isSameMember(index, item, before))) continue;
      if (included.definition !== view) continue;
      const key = String(included.span.start);
      const conflict = conflicts.get(key) ?? { span: included.span, names: [] };
      conflict.names.push(included.name);
      conflicts.set(key, conflict);
    }
    for (const { span, names } of conflicts.values()) {
      findings.add({
        file: view.file,
        span,
        ...problemCatalog.includeConflict(describe(view), names),
        within: item.node,
      });
    }
  }
}

function isSameMember(index: ModelIndex, item: ViewCube, before: string): boolean {
  const path = item.joinPath?.parts.map((part) => part.name).join('.');
  return before.slice(0, before.lastIndexOf(':')) === path && index.cube(item.cubeName ?? '') !== undefined;
}

/** A view may rename members of cubes, but must not define its own SQL. */
function checkOwnMembers(index: ModelIndex, view: Definition, findings: Findings): void {
  for (const member of view.members) {
    if (!['measure', 'dimension', 'segment'].includes(member.kind) || member.node.kind !== 'map') continue;
    const sql = valueAt(member.node, 'sql');
    const type = valueAt(member.node, 'type');
    if (type?.kind === 'scalar' && type.value === 'switch') continue;
    if (valueAt(member.node, 'multiStage')) continue;
    const used = index
      .references(view)
      .references.filter((one) => one.member === member && one.path.endsWith(`.${member.name}.sql`));
    if (sql && (used.length > 0 || sql.kind === 'code' || (sql.kind === 'scalar' && (sql.dynamic || sql.chains))))
      continue;
    findings.add({
      file: view.file,
      span: member.nameSpan,
      ...problemCatalog.viewOwnMember(member.name),
    });
  }
}
