/** The words between the database's thread and who asks it. */

export interface Rows {
  columns: readonly string[];
  /** Texts, numbers, null. */
  values: readonly (readonly unknown[])[];
}

/** A type, not an interface: a Channel takes only closed sets of requests. */
export type DatabaseRequests = {
  query(statement: { sql: string; params: readonly unknown[] }): Promise<Rows>;
};

export interface DatabaseStart {
  /** Files of SQL to fill it with. Tables live in a schema named `shop`, or in the main one. */
  scripts: readonly string[];
}
