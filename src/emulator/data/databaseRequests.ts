/** The requests between the emulator and the database's thread. */

export interface Rows {
  columns: readonly string[];
  /** Strings, numbers or null. */
  values: readonly (readonly unknown[])[];
}

/** A type instead of an interface, because `Channel` requires a closed set of requests. */
export type DatabaseRequests = {
  query(statement: { sql: string; params: readonly unknown[] }): Promise<Rows>;
};

export interface DatabaseStart {
  /** Paths of the SQL files that fill it. Tables are in the schema `shop` or in the main one. */
  scripts: readonly string[];
}
