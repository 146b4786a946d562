/** The requests between the emulator and the database's process. */

export interface Rows {
  columns: readonly string[];
  /** Integers that a number cannot hold, exact decimals and times are texts. */
  values: readonly (readonly (string | number | boolean | null)[])[];
}

export interface Statement {
  sql: string;
  params: readonly unknown[];
}

/** A type instead of an interface, because `Channel` requires a closed set of requests. */
export type DatabaseRequests = {
  /** Settles when the database is filled. */
  start(argument: null): Promise<void>;
  query(statement: Statement, signal: AbortSignal): Promise<Rows>;
};

export interface DatabaseStart {
  /** Paths of the SQL files that fill it. */
  scripts: readonly string[];
}
