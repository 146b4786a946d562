/** Which database answers, and how to reach it. It can hold a password: it is never logged, printed or saved. */

/** An embedded DuckDB. Without a path it is empty and in memory. */
export interface DuckDbSource {
  kind: 'duckdb';
  /** A database file, which is only read. */
  file?: string;
  /** A folder of CSV, Parquet and JSON files: each one is a table, a folder in it is a schema. */
  folder?: string;
  /** Files of SQL in the dialect of DuckDB that fill the database. */
  scripts?: readonly string[];
}

export type DataSource = DuckDbSource;
