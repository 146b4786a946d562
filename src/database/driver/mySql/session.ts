/** Statements on a connection of the driver's library, by the protocol that sends values apart from the statement. */

import { BoundedRows } from '../../source/boundedRows.ts';
import type { Rows } from '../../source/databaseRequests.ts';
import { plainValue, type ResultColumn } from './mySqlTypes.ts';

type Callback<T> = (failure: Error | null, result: T) => void;

interface Result {
  on(event: 'error', listener: (failure: Error) => void): Result;
  on(event: 'fields', listener: (columns: readonly ResultColumn[] | undefined) => void): Result;
  on(event: 'result', listener: (row: readonly unknown[]) => void): Result;
  on(event: 'end', listener: () => void): Result;
}

/** A connection of `mysql2`. The driver replaces `execute` of a connection by another function. */
export interface Session {
  query(sql: string, done: Callback<unknown>): void;
  prepare(sql: string, done: Callback<{ columns: readonly ResultColumn[] }>): void;
  unprepare(sql: string): unknown;
  /** When it breaks; statements without a callback do not report that. */
  on(event: 'error', listener: (failure: Error) => void): unknown;
  off(event: 'error', listener: (failure: Error) => void): unknown;
  reset?(done: (failure: Error | null) => void): void;
  destroy(): void;
}

/** Ends what a session has: its transaction, locks, variables and settings. */
export function reset(session: Session): Promise<void> {
  return new Promise((resolve, reject) => {
    if (!session.reset) reject(new Error('This version of the driver cannot reset a connection.'));
    else session.reset((failure) => (failure ? reject(failure) : resolve()));
  });
}

/** For statements without values whose result is not needed. */
export function run(session: Session, sql: string): Promise<void> {
  return new Promise((resolve, reject) => session.query(sql, (failure) => (failure ? reject(failure) : resolve())));
}

/** The columns of a statement that does not run. */
export function prepared(session: Session, sql: string): Promise<readonly ResultColumn[]> {
  return new Promise((resolve, reject) =>
    session.prepare(sql, (failure, statement) => {
      if (failure) reject(failure);
      else {
        resolve(statement.columns);
        session.unprepare(sql);
      }
    }),
  );
}

/** The rows of one statement. @throws Error of the server; UserError for too many, and the session cannot be used again */
export function rowsOf(session: Session, sql: string, params: readonly unknown[] = []): Promise<Rows> {
  const { execute } = Object.getPrototypeOf(session) as { execute(options: object): Result };
  let onBroken = (_: Error) => {};
  const result = new Promise<Rows>((resolve, reject) => {
    onBroken = reject;
    session.on('error', onBroken);
    let columns: readonly ResultColumn[] = [];
    let rows = new BoundedRows([]);
    let isRefused = false;
    const refuse = (failure: unknown) => {
      isRefused = true;
      reject(failure);
    };
    const values = params.map((value) => value ?? null);
    execute
      .call(session, { sql, values, rowsAsArray: true })
      .on('error', refuse)
      .on('fields', (found) => {
        columns = found ?? [];
        rows = new BoundedRows(columns.map(({ name }) => name));
      })
      .on('result', (row) => {
        if (isRefused || !Array.isArray(row)) return;
        try {
          rows.add(row.map((value, place) => plainValue(value, columns[place]!)));
        } catch (failure) {
          refuse(failure);
        }
      })
      .on('end', () => {
        session.unprepare(sql);
        resolve(rows);
      });
  });
  return result.finally(() => session.off('error', onBroken));
}
