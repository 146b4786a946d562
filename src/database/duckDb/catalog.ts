/** Reads the catalog of a DuckDB. */

import type { DuckDBConnection } from '@duckdb/node-api';
import type { Catalog, CatalogColumn, CatalogTable, ForeignKey } from '../../model/catalog/catalog.ts';
import { catalogLimits } from '../source/engine.ts';
import { kindOf } from './duckDbTypes.ts';

interface TableName {
  schema_name: string;
  table_name: string;
}

interface TableRow extends TableName {
  comment: string | null;
}

interface ColumnRow extends TableRow {
  column_name: string;
  data_type: string;
  is_nullable: boolean;
}

interface KeyRow extends TableName {
  constraint_type: string;
  constraint_column_names: string[];
  referenced_table: string | null;
  referenced_column_names: string[];
}

const isOurs = 'NOT internal AND database_name = current_database()';

export async function readCatalog(connection: DuckDBConnection): Promise<Catalog> {
  const read = async <Row>(sql: string) => (await connection.runAndReadAll(sql)).getRowObjectsJson() as Row[];
  const tables = await read<TableRow>(
    `SELECT schema_name, table_name, comment FROM duckdb_tables() WHERE ${isOurs}
     UNION ALL SELECT schema_name, view_name, comment FROM duckdb_views() WHERE ${isOurs}
     ORDER BY 1, 2 LIMIT ${catalogLimits.tables + 1}`,
  );
  const columns = await read<ColumnRow>(
    `SELECT schema_name, table_name, column_name, data_type, is_nullable, comment FROM duckdb_columns() WHERE ${isOurs}
     ORDER BY schema_name, table_name, column_index LIMIT ${catalogLimits.columns + 1}`,
  );
  const keys = await read<KeyRow>(
    `SELECT schema_name, table_name, constraint_type, constraint_column_names, referenced_table, referenced_column_names
     FROM duckdb_constraints() WHERE constraint_type IN ('PRIMARY KEY', 'FOREIGN KEY') AND database_name = current_database()`,
  );
  const columnsOf = byTable(columns.slice(0, catalogLimits.columns));
  const keysOf = byTable(keys);
  return {
    dialect: 'duckdb',
    searchPath: ['main'],
    tables: tables
      .slice(0, catalogLimits.tables)
      .map((row) => tableOf(row, columnsOf.get(keyOf(row)) ?? [], keysOf.get(keyOf(row)) ?? [])),
    isCut: tables.length > catalogLimits.tables || columns.length > catalogLimits.columns,
    readAt: new Date().toISOString(),
  };
}

function byTable<Row extends TableName>(rows: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
}

function keyOf({ schema_name, table_name }: TableName): string {
  return JSON.stringify([schema_name, table_name]);
}

function tableOf(row: TableRow, columns: readonly ColumnRow[], keys: readonly KeyRow[]): CatalogTable {
  const foreign = keys.filter(({ constraint_type }) => constraint_type === 'FOREIGN KEY');
  return {
    schema: row.schema_name,
    name: row.table_name,
    ...(row.comment !== null && { comment: row.comment }),
    columns: columns.map(columnOf),
    primaryKey: keys.find(({ constraint_type }) => constraint_type === 'PRIMARY KEY')?.constraint_column_names ?? [],
    foreignKeys: foreign.map(foreignKeyOf),
  };
}

function columnOf({ column_name, data_type, is_nullable, comment }: ColumnRow): CatalogColumn {
  return {
    name: column_name,
    type: data_type,
    kind: kindOf(data_type),
    nullable: is_nullable,
    ...(comment !== null && { comment }),
  };
}

/** The database does not name the other table's schema; a foreign key cannot leave its own in practice. */
function foreignKeyOf(row: KeyRow): ForeignKey {
  return {
    columns: row.constraint_column_names,
    schema: row.schema_name,
    table: row.referenced_table ?? '',
    references: row.referenced_column_names,
  };
}
