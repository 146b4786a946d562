/** What a database holds: tables and views with their columns, types, keys and comments. Read once, and kept as JSON. */

/** What a column is to a model. `other`: lists, structures, binary data. */
export type ColumnKind = 'text' | 'number' | 'time' | 'boolean' | 'other';

/** The type of a dimension that shows a column. */
export const dimensionTypes = {
  text: 'string',
  number: 'number',
  time: 'time',
  boolean: 'boolean',
  other: undefined,
} as const;

export interface CatalogColumn {
  name: string;
  /** As the database writes it, for example `DECIMAL(10,2)`. */
  type: string;
  kind: ColumnKind;
  nullable: boolean;
  comment?: string;
}

export interface ForeignKey {
  columns: readonly string[];
  /** The table that it refers to. */
  schema: string;
  table: string;
  references: readonly string[];
}

export interface CatalogTable {
  schema: string;
  name: string;
  comment?: string;
  columns: readonly CatalogColumn[];
  /** Empty without one. */
  primaryKey: readonly string[];
  foreignKeys: readonly ForeignKey[];
}

export interface Catalog {
  /** The data source's dialect: `duckdb`, `postgres`, or another `CUBEJS_DB_TYPE`. */
  dialect: string;
  /** Schemas whose tables need no prefix, first one first. */
  searchPath: readonly string[];
  tables: readonly CatalogTable[];
  /** Whether there are more tables or columns than are read. */
  isCut: boolean;
  /** ISO time. */
  readAt: string;
}
