/** The tables and columns that a query needs, as far as the text of the model says it for certain. */

import { sourceOf } from '../index/cubeTable.ts';
import type { Definition, Member } from '../index/definitions.ts';
import type { ModelIndex } from '../index/modelIndex.ts';
import { resolve } from '../index/resolve.ts';
import { columnsIn, tableKey } from '../index/tableColumns.ts';
import { isTrue } from '../index/visibility.ts';
import { textOf, valueAt } from '../source/tree.ts';
import { memberNamed } from './queryMembers.ts';
import type { MentionRole } from './shape.ts';

export interface NeededTable {
  /** As written in the model. */
  name: string;
  /** By name in lower case. */
  columns: ReadonlyMap<string, string>;
}

function isPlainCount({ kind, node }: Member): boolean {
  return kind === 'measure' && textOf(valueAt(node, 'type')) === 'count' && !valueAt(node, 'sql');
}

/** By `tableKey`. */
export function neededTables(
  index: ModelIndex,
  names: Iterable<{ name: string; role: MentionRole }>,
): ReadonlyMap<string, NeededTable> {
  const tables = new Map<string, { name: string; columns: Map<string, string> }>();
  const need = (holder: Definition, column?: string) => {
    const { table } = sourceOf(index, holder);
    if (table === undefined) return;
    const known = tables.get(tableKey(table)) ?? { name: table, columns: new Map<string, string>() };
    tables.set(tableKey(table), known);
    if (column !== undefined) known.columns.set(column.toLowerCase(), column);
  };
  const seen = new Set<Member>();
  const visit = (member: Member, cube: Definition) => {
    if (seen.has(member) || cube.kind !== 'cube') return;
    seen.add(member);
    need(cube);
    for (const { holder, name, isCertain } of columnsIn(index, member)) {
      if (isCertain) need(holder === member.definition ? cube : holder, name);
    }
    if (isPlainCount(member)) {
      // Rows are counted by their primary key.
      for (const own of [...index.members(cube).values()].flat()) {
        if (own.kind === 'dimension' && isTrue(valueAt(own.node, 'primaryKey'))) visit(own, cube);
      }
    }
    for (const reference of index.references(member.definition).references) {
      if (reference.member !== member || (reference.role !== 'sql' && reference.role !== 'member')) continue;
      if (reference.path.includes('.drillMember')) continue;
      for (const target of resolve(index, reference).targets) {
        if (!('member' in target)) continue;
        const isOwn = target.member.definition === member.definition;
        visit(target.member, isOwn ? cube : target.member.definition);
      }
    }
  };
  for (const { name, role } of names) {
    const { definition, member } = memberNamed(index, name, role);
    if (definition && member) visit(member, definition.kind === 'view' ? member.definition : definition);
  }
  return tables;
}
