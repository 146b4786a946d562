/** The statements that fill a test's own database with its tables. */

import { UserError } from '../../base/errors.ts';
import type { CatalogColumn } from '../../model/catalog/catalog.ts';
import type { Given, GivenCell, GivenTable } from '../../model/documents/given.ts';
import { tableKey, type UsedTable } from '../../model/index/tableColumns.ts';
import { columnType, type GivenValue } from './columnType.ts';
import { readCsv } from './readCsv.ts';

export interface FillContext {
  /** By `tableKey`. */
  used: ReadonlyMap<string, UsedTable>;
  /** The columns of a table by its name, if a catalog knows it. */
  catalog(table: string): readonly CatalogColumn[] | undefined;
  /** @throws UserError */
  readFile(name: string): Promise<string>;
}

interface FilledTable {
  /** As the test names it. */
  name: string;
  /** In lower case; undefined for a statement. */
  columns: ReadonlySet<string> | undefined;
}

export interface Filled {
  setup: { what: string; sql: string }[];
  /** By `tableKey`. */
  tables: ReadonlyMap<string, FilledTable>;
}

/** Rows of one `INSERT`. */
const batch = 500;

/** @throws UserError that names the table */
export async function fillTables(given: Given, context: FillContext): Promise<Filled> {
  const setup: Filled['setup'] = [];
  const tables = new Map<string, FilledTable>();
  for (const [name, table] of Object.entries(given)) {
    const what = `given.${name}`;
    try {
      const { statements, columns } = await filling(name, table, context);
      for (const sql of statements) setup.push({ what, sql });
      tables.set(tableKey(name), { name, columns });
    } catch (failure) {
      throw failure instanceof UserError ? new UserError(`${what}: ${failure.describe()}`) : failure;
    }
  }
  return { setup, tables };
}

async function filling(name: string, table: GivenTable, context: FillContext) {
  const parts = partsOf(name);
  const target = parts.map(quoted).join('.');
  const before: string[] = [];
  if (parts.length === 3) before.push(`ATTACH IF NOT EXISTS ':memory:' AS ${quoted(parts[0]!)}`);
  if (parts.length > 1) before.push(`CREATE SCHEMA IF NOT EXISTS ${parts.slice(0, -1).map(quoted).join('.')}`);
  if (typeof table === 'object' && 'sql' in table) {
    return { statements: [...before, ...byStatement(target, table.sql)], columns: undefined };
  }
  const { columns, rows } = typeof table === 'string' ? csvRows(await context.readFile(table)) : documentRows(table);
  const used = context.used.get(tableKey(name));
  const catalog = context.catalog(name);
  // A table without rows has the columns that are known.
  const names =
    columns.length > 0 || rows.length > 0
      ? columns
      : (catalog?.map((one) => one.name) ?? [...(used?.columns.values() ?? [])].map((one) => one.name));
  if (names.length === 0)
    throw new UserError('It has no columns. Give it a row, or a CSV file with the names of its columns.');
  const types = names.map((column, at) => {
    const values = rows.flatMap((row) => row[at] ?? []);
    const known = catalog?.find((one) => one.name.toLowerCase() === column.toLowerCase());
    return columnType(values, { catalog: known, used: used?.columns.get(column.toLowerCase())?.kind });
  });
  const definitions = names.map((column, at) => `${quoted(column)} ${types[at]}`);
  const statements = [...before, `CREATE TABLE ${target} (${definitions.join(', ')})`];
  for (let start = 0; start < rows.length; start += batch) {
    const tuples = rows
      .slice(start, start + batch)
      .map((row) => `(${names.map((_, at) => literal(row[at])).join(', ')})`);
    statements.push(`INSERT INTO ${target} VALUES ${tuples.join(', ')}`);
  }
  return { statements, columns: new Set(names.map((column) => column.toLowerCase())) };
}

function byStatement(target: string, sql: string): string[] {
  const text = sql.trim().replace(/;\s*$/, '');
  const isQuery = /^(?:\s|--[^\n]*\n|\/\*[\s\S]*?\*\/|\()*(?:select|with|from|values|table)\b/i.test(text);
  // Another statement creates the table itself.
  return isQuery ? [`CREATE TABLE ${target} AS ${text}`] : [text, `SELECT 1 FROM ${target} LIMIT 0`];
}

interface Rows {
  columns: readonly string[];
  rows: readonly (readonly (GivenValue | null)[])[];
}

function csvRows(text: string): Rows {
  const { columns, rows } = readCsv(text);
  const read = (field: string | null): GivenValue | null => (field === null ? null : { text: field, kind: 'unknown' });
  return { columns, rows: rows.map((row) => row.map(read)) };
}

function documentRows(table: Exclude<GivenTable, string | { sql: string }>): Rows {
  const columns = [...new Set(table.flatMap((row) => Object.keys(row)))];
  return { columns, rows: table.map((row) => columns.map((name) => givenValue(row[name] ?? null))) };
}

function givenValue(cell: GivenCell): GivenValue | null {
  if (cell === null) return null;
  if (typeof cell === 'object') return { text: cell.digits, kind: 'number' };
  const kind = typeof cell === 'string' ? 'text' : typeof cell === 'number' ? 'number' : 'boolean';
  return { text: String(cell), kind };
}

/** Each type of column reads it from a text. */
function literal(value: GivenValue | null | undefined): string {
  return value ? `'${value.text.replaceAll("'", "''")}'` : 'NULL';
}

/** `schema.table`, `database.schema.table`; parts can be in quotes. @throws UserError */
function partsOf(name: string): string[] {
  const parts =
    name.match(/"(?:[^"]|"")*"|`[^`]*`|[^.]+/g)?.map((part) => part.trim().replace(/^(["`])(.*)\1$/, '$2')) ?? [];
  if (parts.length === 0 || parts.length > 3 || parts.includes('')) {
    throw new UserError('It is not the name of a table. Write it as `sql_table` does, for example `shop.orders`.');
  }
  return parts;
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
