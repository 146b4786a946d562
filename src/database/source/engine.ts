/** What runs the SQL of a data source, inside the process of the database. */

import type { Catalog } from '../../model/catalog/catalog.ts';
import type { Description, Rows, Statement } from './databaseRequests.ts';

export interface Engine {
  /** The rows of one statement that only reads. When `signal` aborts, the database stops. @throws Error with its message */
  query(statement: Statement, signal: AbortSignal): Promise<Rows>;
  /** The columns of a statement, or why the database refuses it. Reads no row. */
  describe(sql: string, signal: AbortSignal): Promise<Description>;
  catalog(signal: AbortSignal): Promise<Catalog>;
}

/** The most tables and columns of a catalog. */
export const catalogLimits = { tables: 5_000, columns: 100_000 };
