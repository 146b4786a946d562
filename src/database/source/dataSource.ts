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

/** Postgres, and what speaks its protocol and its dialect. `postgresAddress` reads it from a `postgres://` address. */
export interface PostgresSource {
  kind: 'postgres';
  /** A name, an address, or the folder of a socket. */
  host: string;
  /** Default 5432. */
  port?: number;
  database: string;
  /** Default: the user of this machine. */
  user?: string;
  password?: string;
  /** Without it, the connection is not encrypted. */
  tls?: PostgresTls;
  /** Accept a user who can read files of the server: the SQL of the model is trusted. */
  trusted?: boolean;
}

export interface PostgresTls {
  /** What is checked of the server's certificate: nothing, who signed it, or also its host name. */
  verify: 'none' | 'authority' | 'full';
  /** Certificates of authorities in place of those of the system; the text of a PEM file, or its path. */
  ca?: string;
  /** The client's own certificate and its key. */
  cert?: string;
  key?: string;
}

/** Any other database, through the published driver of its type. */
export interface DriverSource {
  kind: 'driver';
  /** As `CUBEJS_DB_TYPE` names it: `mysql`, `bigquery`. */
  type: string;
  /** What the driver reads from the environment: `CUBEJS_DB_HOST` and so on, without the name of a data source. */
  variables: Readonly<Record<string, string>>;
  /** The project, which can have the driver: a program that is not checked. */
  projectFolder: string;
  /** Folders of the user that can have the driver. */
  folders: readonly string[];
  /** Use the driver of the project, and accept a user who can read files of the server. */
  trusted?: boolean;
}

export type DataSource = DuckDbSource | PostgresSource | DriverSource;

/** By name. Cubes that name none use `default`. */
export type DataSources = ReadonlyMap<string, DataSource>;

/** The same one for a project that is trusted. */
export function trusting(source: DataSource): DataSource {
  return source.kind === 'duckdb' ? source : { ...source, trusted: true };
}

/** The dialect of its SQL, as `CUBEJS_DB_TYPE` names it. */
export function dialectOf(source: DataSource): string {
  return source.kind === 'driver' ? source.type : source.kind;
}
