/** The tables of cubes, and their columns as far as the model names them. */

import { textOf, valueAt } from '../source/tree.ts';
import { sourceOf } from './cubeTable.ts';
import type { Definition, Member } from './definitions.ts';
import type { Derivation } from './derivedValues.ts';
import { definitionsIn } from './lookup.ts';
import type { ModelIndex } from './modelIndex.ts';
import { columnsOf } from './sqlColumns.ts';
import { sqlValues } from './sqlValues.ts';
import { isTrue } from './visibility.ts';

/** A name of a table, comparable: without quotes and case. */
export function tableKey(name: string): string {
  return name
    .split('.')
    .map((part) => part.trim().replace(/^(["`])(.*)\1$/, '$2'))
    .join('.')
    .toLowerCase();
}

interface ColumnUse {
  /** The cube whose table has the column. */
  holder: Definition;
  name: string;
  /** It can be nothing else. */
  isCertain: boolean;
}

/** The columns that the SQL of a member or a join names. */
export function columnsIn(index: ModelIndex, part: Pick<Member, 'definition' | 'node'>): readonly ColumnUse[] {
  const { definition, node } = part;
  const text = index.text(definition.file)?.text ?? '';
  const isWhole = isOnlyColumn(index, part);
  return sqlValues(node)
    .flatMap(({ value: { start, end } }) => columnsOf(unquoted(text.slice(start, end))))
    .flatMap(({ cube, name, isQualified }) => {
      const holder = cube === undefined ? definition : index.cube(cube);
      return holder ? [{ holder, name, isCertain: isQualified || isWhole }] : [];
    });
}

/** What a column holds by the members that are nothing but the column. */
export type UsedKind = 'time' | 'number' | 'boolean' | 'text';

export interface UsedTable {
  /** As written. */
  name: string;
  /** By name in lower case; undefined: the model does not say what it holds. */
  columns: ReadonlyMap<string, { name: string; kind: UsedKind | undefined }>;
}

const usedIn: Derivation<ModelIndex, ModelIndex, ReadonlyMap<string, UsedTable>> = { compute: readUses };

/** The tables that the model names, by `tableKey`. */
export function usedTables(index: ModelIndex): ReadonlyMap<string, UsedTable> {
  return index.derive(usedIn, index);
}

function readUses(index: ModelIndex): ReadonlyMap<string, UsedTable> {
  const tables = new Map<
    string,
    { name: string; columns: Map<string, { name: string; kind: UsedKind | undefined }> }
  >();
  const tableOf = (definition: Definition) => {
    const { table } = sourceOf(index, definition);
    if (table === undefined) return undefined;
    const known = tables.get(tableKey(table));
    if (known) return known;
    const added = { name: table, columns: new Map() };
    tables.set(tableKey(table), added);
    return added;
  };
  const add = ({ holder, name }: ColumnUse, kind: UsedKind | undefined) => {
    const columns = tableOf(holder)?.columns;
    const known = columns?.get(name.toLowerCase());
    columns?.set(name.toLowerCase(), { name, kind: known?.kind ?? kind });
  };
  const cubes = [...index.files].flatMap(definitionsIn).filter(({ kind }) => kind === 'cube');
  for (const cube of cubes) {
    tableOf(cube);
    for (const use of memberColumns(index, cube)) add(use, use.kind);
    for (const join of index.joins(cube)) for (const use of columnsIn(index, join)) add(use, undefined);
  }
  return tables;
}

/** The columns that the members of a cube name, with what they hold by the members that are nothing but a column. */
export function memberColumns(index: ModelIndex, cube: Definition): (ColumnUse & { kind: UsedKind | undefined })[] {
  const members = [...index.members(cube).values()].flat();
  return members.flatMap((member) => {
    if (member.kind === 'preAggregation' || member.kind === 'hierarchy') return [];
    const uses = columnsIn(index, member);
    const kind = uses.length === 1 && isOnlyColumn(index, member) ? kindOf(member) : undefined;
    return uses.map((one) => ({ ...one, kind, holder: one.holder === member.definition ? cube : one.holder }));
  });
}

/** The columns of a cube's primary key, as far as its dimensions are nothing but columns. */
export function keyColumns(index: ModelIndex, cube: Definition): string[] {
  const members = [...index.members(cube).values()].flat();
  return members
    .filter((one) => one.kind === 'dimension' && isTrue(valueAt(one.node, 'primaryKey')) && isOnlyColumn(index, one))
    .flatMap((one) => columnsIn(index, one).map(({ name }) => name));
}

/** `created_at`, `{CUBE}.created_at`. */
function isOnlyColumn(index: ModelIndex, { definition, node }: Pick<Member, 'definition' | 'node'>): boolean {
  const value = valueAt(node, 'sql');
  if (!value || valueAt(node, 'filters')) return false;
  const text = unquoted((index.text(definition.file)?.text ?? '').slice(value.start, value.end)).trim();
  return /^(?:\$?\{\s*\w+\s*\}\s*\.\s*)?(?:[\p{L}_][\p{L}\p{N}_$]*|"[^"]*"|`[^`]*`)$/u.test(text);
}

function kindOf({ kind, node }: Member): UsedKind | undefined {
  const type = textOf(valueAt(node, 'type'));
  if (kind === 'measure') return type === 'sum' || type === 'avg' || type === 'number' ? 'number' : undefined;
  if (kind !== 'dimension') return undefined;
  if (type === 'time' || type === 'number' || type === 'boolean') return type;
  return type === 'string' ? 'text' : undefined;
}

/** Without the quotes of YAML or JavaScript around a text, and without the header of a block. */
function unquoted(text: string): string {
  const block = /^[|>][-+\d]*[^\n\r]*/.exec(text);
  if (block) return text.slice(block[0].length);
  const inner = /^(?:\([^()]*\)|\w+)\s*=>\s*(`[\s\S]*`|'[\s\S]*'|"[\s\S]*")$/.exec(text)?.[1] ?? text;
  const quoted = /^(["'`])([\s\S]*)\1$/.exec(inner);
  return quoted && !isQuotedName(inner, quoted[1]!) ? quoted[2]! : inner;
}

/** `"a"."b"` in a block is SQL with two quoted names. */
function isQuotedName(text: string, quote: string): boolean {
  return text.slice(1, -1).includes(`${quote}.${quote}`);
}
