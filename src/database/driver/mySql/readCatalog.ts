/** Reads the catalog of a MySQL or MariaDB: what the user may read, without the system's own. */

import type { Catalog, CatalogTable, ForeignKey } from '../../../model/catalog/catalog.ts';
import { catalogLimits } from '../../source/engine.ts';
import { kindOf } from './mySqlTypes.ts';
import { rowsOf, type Session } from './session.ts';

const own = (name: string) =>
  `LOWER(${name}.TABLE_SCHEMA) NOT IN ('information_schema', 'mysql', 'performance_schema', 'sys')`;

const tablesSql = `
  SELECT t.TABLE_SCHEMA, t.TABLE_NAME, CASE WHEN t.TABLE_TYPE = 'VIEW' THEN '' ELSE t.TABLE_COMMENT END
  FROM information_schema.TABLES t WHERE ${own('t')} AND t.TABLE_TYPE <> 'SEQUENCE'
  ORDER BY 1, 2 LIMIT ${catalogLimits.tables + 1}`;

const columnsSql = `
  SELECT c.TABLE_SCHEMA, c.TABLE_NAME, c.COLUMN_NAME, c.COLUMN_TYPE, c.IS_NULLABLE, c.COLUMN_COMMENT
  FROM information_schema.COLUMNS c WHERE ${own('c')}
  ORDER BY 1, 2, c.ORDINAL_POSITION LIMIT ${catalogLimits.columns + 1}`;

const keysSql = `
  SELECT k.TABLE_SCHEMA, k.TABLE_NAME, k.CONSTRAINT_NAME, k.COLUMN_NAME,
    k.REFERENCED_TABLE_SCHEMA, k.REFERENCED_TABLE_NAME, k.REFERENCED_COLUMN_NAME
  FROM information_schema.KEY_COLUMN_USAGE k
  WHERE ${own('k')} AND (k.CONSTRAINT_NAME = 'PRIMARY' OR k.REFERENCED_TABLE_NAME IS NOT NULL)
  ORDER BY 1, 2, 3, k.ORDINAL_POSITION LIMIT ${catalogLimits.columns}`;

type TextRow = readonly string[];

export async function readCatalog(session: Session, dialect: string): Promise<Catalog> {
  const read = async (sql: string) => (await rowsOf(session, sql)).values as readonly TextRow[];
  const [current] = await read('SELECT DATABASE()');
  const tables = await read(tablesSql);
  const columns = await read(columnsSql);
  const keys = await read(keysSql);
  const columnsOf = groupBy(columns.slice(0, catalogLimits.columns), tableKey);
  const keysOf = groupBy(keys, tableKey);
  return {
    dialect,
    searchPath: current?.[0] ? [current[0]] : [],
    tables: tables
      .slice(0, catalogLimits.tables)
      .map((row) => tableOf(row, columnsOf.get(tableKey(row)) ?? [], keysOf.get(tableKey(row)) ?? [])),
    isCut: tables.length > catalogLimits.tables || columns.length > catalogLimits.columns,
    readAt: new Date().toISOString(),
  };
}

function tableKey([schema, table]: TextRow): string {
  return JSON.stringify([schema, table]);
}

function groupBy(rows: readonly TextRow[], keyOf: (row: TextRow) => string): Map<string, TextRow[]> {
  const groups = new Map<string, TextRow[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
}

function tableOf(
  [schema, name, comment]: TextRow,
  columns: readonly TextRow[],
  keys: readonly TextRow[],
): CatalogTable {
  const constraints = [...groupBy(keys, ([, , constraint]) => constraint!)];
  return {
    schema: schema!,
    name: name!,
    ...(comment && { comment }),
    columns: columns.map(([, , column, type, nullable, text]) => ({
      name: column!,
      type: type!,
      kind: kindOf(type!),
      nullable: nullable === 'YES',
      ...(text && { comment: text }),
    })),
    primaryKey: constraints.find(([constraint]) => constraint === 'PRIMARY')?.[1].map((row) => row[3]!) ?? [],
    foreignKeys: constraints.filter(([constraint]) => constraint !== 'PRIMARY').map(([, rows]) => foreignKeyOf(rows)),
  };
}

function foreignKeyOf(rows: readonly TextRow[]): ForeignKey {
  const [, , , , schema = '', table = ''] = rows[0]!;
  return { columns: rows.map((row) => row[3]!), schema, table, references: rows.map((row) => row[6]!) };
}
