/** Reads the catalog of a Postgres: what the user may read, without the system's own. */

import type { ClientBase } from 'pg';
import type { Catalog, CatalogColumn, CatalogTable, ForeignKey } from '../../model/catalog/catalog.ts';
import { catalogLimits } from '../source/engine.ts';
import { kindOf } from './postgresTypes.ts';

interface TableRow {
  oid: number;
  schema: string;
  name: string;
  comment: string | null;
}

interface ColumnRow {
  table: number;
  name: string;
  type: string;
  category: string;
  nullable: boolean;
  comment: string | null;
}

interface KeyRow {
  table: number;
  kind: 'p' | 'f';
  columns: string[];
  schema: string | null;
  other: string | null;
  references: string[] | null;
}

/** Tables, partitioned and foreign ones, views and materialized views. */
const readable = `
  SELECT c.oid, n.nspname, c.relname FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND n.nspname <> 'information_schema' AND n.nspname NOT LIKE 'pg\\_%'
    AND pg_catalog.has_schema_privilege(n.oid, 'USAGE') AND pg_catalog.has_any_column_privilege(c.oid, 'SELECT')
  ORDER BY n.nspname, c.relname LIMIT ${catalogLimits.tables + 1}`;

const tablesSql = `
  SELECT oid, nspname AS schema, relname AS name, pg_catalog.obj_description(oid, 'pg_class') AS comment
  FROM (${readable}) AS readable ORDER BY 2, 3`;

const columnsSql = `
  SELECT a.attrelid AS table, a.attname AS name, pg_catalog.format_type(a.atttypid, a.atttypmod) AS type,
    t.typcategory AS category, NOT a.attnotnull AS nullable, pg_catalog.col_description(a.attrelid, a.attnum) AS comment
  FROM (${readable}) AS readable
  JOIN pg_catalog.pg_attribute a ON a.attrelid = readable.oid AND a.attnum > 0 AND NOT a.attisdropped
  JOIN pg_catalog.pg_type t ON t.oid = a.atttypid
  ORDER BY readable.nspname, readable.relname, a.attnum LIMIT ${catalogLimits.columns + 1}`;

function namesOf(numbers: string, table: string): string {
  return `(SELECT array_agg(a.attname::text ORDER BY place) FROM unnest(${numbers}) WITH ORDINALITY AS key (number, place)
    JOIN pg_catalog.pg_attribute a ON a.attrelid = ${table} AND a.attnum = key.number)`;
}

const keysSql = `
  SELECT k.conrelid AS table, k.contype AS kind, ${namesOf('k.conkey', 'k.conrelid')} AS columns,
    n.nspname AS schema, c.relname AS other, ${namesOf('k.confkey', 'k.confrelid')} AS references
  FROM (${readable}) AS readable
  JOIN pg_catalog.pg_constraint k ON k.conrelid = readable.oid AND k.contype IN ('p', 'f')
  LEFT JOIN pg_catalog.pg_class c ON c.oid = k.confrelid LEFT JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  ORDER BY k.conname LIMIT ${catalogLimits.columns}`;

export async function readCatalog(client: ClientBase): Promise<Catalog> {
  const read = async <Row extends object>(sql: string) => (await client.query<Row>(sql)).rows;
  const [path] = await read<{ schemas: string[] }>('SELECT pg_catalog.current_schemas(false)::text[] AS schemas');
  const tables = await read<TableRow>(tablesSql);
  const columns = await read<ColumnRow>(columnsSql);
  const keys = await read<KeyRow>(keysSql);
  const columnsOf = byTable(columns.slice(0, catalogLimits.columns));
  const keysOf = byTable(keys);
  return {
    dialect: 'postgres',
    searchPath: path?.schemas ?? [],
    tables: tables
      .slice(0, catalogLimits.tables)
      .map((row) => tableOf(row, columnsOf.get(row.oid) ?? [], keysOf.get(row.oid) ?? [])),
    isCut: tables.length > catalogLimits.tables || columns.length > catalogLimits.columns,
    readAt: new Date().toISOString(),
  };
}

function byTable<Row extends { table: number }>(rows: readonly Row[]): Map<number, Row[]> {
  const groups = new Map<number, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.table);
    if (group) group.push(row);
    else groups.set(row.table, [row]);
  }
  return groups;
}

function tableOf(row: TableRow, columns: readonly ColumnRow[], keys: readonly KeyRow[]): CatalogTable {
  return {
    schema: row.schema,
    name: row.name,
    ...(row.comment !== null && { comment: row.comment }),
    columns: columns.map(columnOf),
    primaryKey: keys.find(({ kind }) => kind === 'p')?.columns ?? [],
    foreignKeys: keys.filter(({ kind }) => kind === 'f').map(foreignKeyOf),
  };
}

function columnOf({ name, type, category, nullable, comment }: ColumnRow): CatalogColumn {
  return { name, type, kind: kindOf(type, category), nullable, ...(comment !== null && { comment }) };
}

function foreignKeyOf({ columns, schema, other, references }: KeyRow): ForeignKey {
  return { columns, schema: schema ?? '', table: other ?? '', references: references ?? [] };
}
