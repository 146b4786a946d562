/** The requests to the process of a database. */

import type { Catalog, ColumnKind } from '../../model/catalog/catalog.ts';
import type { DataSource } from './dataSource.ts';

export interface Rows {
  columns: readonly string[];
  /** Integers that a number cannot hold, exact decimals and times are texts. */
  values: readonly (readonly (string | number | boolean | null)[])[];
}

interface Start {
  source: DataSource;
  /** Milliseconds after which the database itself stops a statement, if it can. */
  deadlineMs: number;
}

export interface Statement {
  sql: string;
  params: readonly unknown[];
}

export interface ResultColumn {
  name: string;
  /** As the database writes it. */
  type: string;
  kind: ColumnKind;
}

/** Why the database refuses a statement. */
export interface StatementProblem {
  message: string;
  kind: 'unknown-table' | 'unknown-column' | 'other';
  /** The unknown name, as the database writes it. */
  name?: string;
  /** Where it is in the statement, in characters. */
  offset?: number;
}

export type Description = { columns: readonly ResultColumn[] } | { problem: StatementProblem };

/** An empty database in memory that exists for one request. */
export interface ScratchRequest {
  /** What its clock shows: an ISO time with a zone. Undefined: the time of this machine. */
  at: string | undefined;
  /** Fill it, in the dialect of DuckDB. `what` begins the message of a failure. */
  setup: readonly { what: string; sql: string }[];
  /** Read it, one after another. */
  statements: readonly Statement[];
}

export type ScratchRows = { rows: Rows } | { problem: StatementProblem };

/** A type instead of an interface, because `Channel` requires a closed set of requests. */
export type DatabaseRequests = {
  /** Settles when the database can be queried. Later calls wait for the first one, and try again if it failed. */
  start(start: Start): Promise<void>;
  query(statement: Statement, signal: AbortSignal): Promise<Rows>;
  /** Prepares a statement, and reads no row. */
  describe(sql: string, signal: AbortSignal): Promise<Description>;
  catalog(argument: null, signal: AbortSignal): Promise<Catalog>;
  /** The rows of each statement, or why the database refuses it. Does not read the data source. */
  scratch(request: ScratchRequest, signal: AbortSignal): Promise<readonly ScratchRows[]>;
};
