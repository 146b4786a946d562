/** The table of a cube in the catalog of its data source, and the columns that its SQL names. */

import type { CatalogTable } from '../catalog/catalog.ts';
import type { CatalogLookup } from '../catalog/catalogLookup.ts';
import type { Span } from '../source/range.ts';
import { textOf, type ValueNode, valueAt } from '../source/tree.ts';
import type { Definition, Member } from './definitions.ts';
import type { ModelIndex } from './modelIndex.ts';
import { isCurrentCube } from './resolve.ts';
import { sqlValues } from './sqlValues.ts';

/** The catalog of a cube's data source; undefined if it is not known. */
export function catalogOf(index: ModelIndex, cube: Definition): CatalogLookup | undefined {
  const source = dataSourceOf(index, cube);
  return source === undefined ? undefined : index.catalogs.get(source);
}

/** The name of a cube's data source; undefined if it is known only at run time. */
function dataSourceOf(index: ModelIndex, cube: Definition): string | undefined {
  for (const { node } of index.lineage(cube)) {
    const value = valueAt(node, 'dataSource');
    if (value) return textOf(value)?.trim();
  }
  return 'default';
}

interface CubeSource {
  /** As written, for example `lib.loans`. */
  table?: string;
  /** A query in place of a table. */
  sql?: string;
}

/** `sql_table` or `sql` of a cube, its own or inherited. */
export function sourceValue(
  index: ModelIndex,
  cube: Definition,
): { definition: Definition; value: ValueNode; isTable: boolean } | undefined {
  for (const definition of index.lineage(cube)) {
    const table = valueAt(definition.node, 'sqlTable');
    const value = table ?? valueAt(definition.node, 'sql');
    if (value) return { definition, value, isTable: table !== undefined };
  }
  return undefined;
}

/** Where the rows of a cube come from, as far as the text says it. `select * from t` is the table. */
export function sourceOf(index: ModelIndex, cube: Definition): CubeSource {
  const { value, isTable } = sourceValue(index, cube) ?? {};
  const text = textOf(value)?.trim();
  if (!text) return {};
  if (isTable) return { table: text };
  const whole = /^select\s+\*\s+from\s+([\w."`]+)$/i.exec(text)?.[1];
  return whole === undefined ? { sql: text } : { table: whole };
}

/** The name of the table that is all the SQL of a cube, as written; `span` is that of the name. */
export function tableNameOf({ node }: Definition, text: string): { name: string; span: Span } | undefined {
  const table = valueAt(node, 'sqlTable');
  if (table) return wordOf(table, text, /^[\w.]+$/);
  const sql = valueAt(node, 'sql');
  const name = /^select\s+\*\s+from\s+([\w.]+)$/i.exec(textOf(sql)?.trim() ?? '')?.[1];
  if (name === undefined || !sql) return undefined;
  const start = text.slice(sql.start, sql.end).search(new RegExp(`(?<=\\s)${name.replaceAll('.', '\\.')}(?![\\w.])`));
  return start < 0 ? undefined : { name, span: { start: sql.start + start, end: sql.start + start + name.length } };
}

/** The table of the rows of a cube, if it surely is one of the catalog. */
export function tableOf(
  index: ModelIndex,
  cube: Definition,
): { table: CatalogTable; catalog: CatalogLookup } | undefined {
  const catalog = catalogOf(index, cube);
  const own = sourceValue(index, cube)?.definition;
  if (!catalog || !own) return undefined;
  const name = tableNameOf(own, index.text(own.file)?.text ?? '')?.name;
  const found = name === undefined ? 'unsure' : catalog.table(name);
  return typeof found === 'object' && 'table' in found ? { table: found.table, catalog } : undefined;
}

export interface ColumnUse {
  /** The cube whose table has the column. */
  cube: Definition;
  name: string;
  span: Span;
  member?: Member;
  /** The column is all the SQL of the member. */
  isWhole: boolean;
}

/** The columns that the SQL of a cube surely names: after `{cube}.`, and a name that is all the SQL of something. */
export function columnUses(index: ModelIndex, definition: Definition): ColumnUse[] {
  const text = index.file(definition.file)?.text ?? '';
  const found: ColumnUse[] = [];
  for (const { role, chain, member, isWritten, path } of index.references(definition).references) {
    if (role !== 'sql' || isWritten || chain.called || chain.parts.length !== 1 || isPreAggregation(path)) continue;
    const [, before, name] =
      /^(\s*\}\s*\.\s*)([A-Za-z_]\w*)(?!\w|\s*\()/.exec(text.slice(chain.end, chain.end + 200)) ?? [];
    const { name: cubeName } = chain.parts[0]!;
    const cube = isCurrentCube(cubeName) ? definition : index.cube(cubeName);
    if (name === undefined || cube?.kind !== 'cube' || isInString(text, chain.start)) continue;
    const start = chain.end + before!.length;
    const span = { start, end: start + name.length };
    const value = member && valueAt(member.node, 'sql');
    const isWhole = value !== undefined && isAllOf(value, text, span);
    found.push({ cube, name, span, ...(member ? { member } : {}), isWhole });
  }
  if (definition.kind !== 'cube') return found;
  for (const member of definition.members) {
    if (member.kind === 'preAggregation' || member.kind === 'hierarchy') continue;
    for (const { value, isOwn, isDynamic } of sqlValues(member.node)) {
      if (value.kind === 'code' || isDynamic) continue;
      const word = wordOf(value, text, /^[A-Za-z_]\w*$/);
      if (word && !isNoColumn(word.name)) found.push({ cube: definition, ...word, member, isWhole: isOwn });
    }
  }
  return found;
}

function isPreAggregation(path: string): boolean {
  return path.startsWith('preAggregations.');
}

/** Values and columns that every table has. */
const builtIn = new Set(
  (
    'all any array case cast current_catalog current_date current_role current_schema current_time current_timestamp current_user ' +
    'default distinct false getdate infinity interval localtime localtimestamp nan not now null row session_user sysdate systimestamp ' +
    'today true user utc_date utc_time utc_timestamp value ' +
    'cmax cmin ctid oid rowid _rowid_ rownum rowversion tableoid xmax xmin level filename file_row_number'
  ).split(' '),
);

function isNoColumn(name: string): boolean {
  return builtIn.has(name.toLowerCase()) || /^_(?:partition|table_suffix|file|metadata)/i.test(name);
}

/** A text that is one word, and where it is. */
function wordOf(value: ValueNode, text: string, pattern: RegExp): { name: string; span: Span } | undefined {
  const name = textOf(value)?.trim();
  if (name === undefined || !pattern.test(name)) return undefined;
  const start = text
    .slice(value.start, value.end)
    .search(new RegExp(`(?<![\\w.])${name.replaceAll('.', '\\.')}(?![\\w.])`));
  return start < 0 ? undefined : { name, span: { start: value.start + start, end: value.start + start + name.length } };
}

/** Whether a value is `{cube}.column` and nothing else. */
function isAllOf({ start, end }: ValueNode, text: string, column: Span): boolean {
  return (
    /^(?:[|>][-+\d]*\s*)?["'`]?\s*\$?\{\s*\w+\s*\}\s*\.\s*$/.test(text.slice(start, column.start)) &&
    /^\s*["'`]?\s*$/.test(text.slice(column.end, end))
  );
}

/** A quote before the name is open, apart from the one around the text. */
function isInString(text: string, at: number): boolean {
  const line = text.slice(text.lastIndexOf('\n', at) + 1, at);
  const quotes = line.replace(/^[^'"`{]*?:\s*['"`]/, '').split("'").length - 1;
  return quotes % 2 === 1;
}
