/** The errors of MySQL and MariaDB. Texts of the server are in its language, so that only names in quotes are read from them. */

import type { StatementProblem } from '../../source/databaseRequests.ts';
import { nameInSql } from '../published/nameInSql.ts';

export interface MySqlError extends Error {
  /** The server’s number; negative or missing for an error of the connection. */
  errno: number;
  sqlState: string;
}

const kinds: Readonly<Record<number, StatementProblem['kind']>> = {
  1049: 'unknown-table',
  1054: 'unknown-column',
  1146: 'unknown-table',
};
/** Access to the server or a database denied, too many connections, shutdown, killed. */
const ofConnection = new Set([1040, 1044, 1045, 1053, 1129, 1130, 1152, 1203, 1226, 1927, 2013, 3169]);

/** In contrast to a refused or broken connection. */
export function isRefusedStatement(failure: unknown): failure is MySqlError {
  const { errno, sqlState } = failure as Partial<MySqlError>;
  return sqlState !== undefined && errno !== undefined && !ofConnection.has(errno);
}

export function problemOf({ errno, message }: MySqlError, sql: string): StatementProblem {
  const kind = kinds[errno] ?? 'other';
  const [, quoted] = /'(.*?)'/s.exec(message) ?? [];
  if (quoted === undefined) return { message, kind };
  if (kind === 'other') {
    // The rest of the statement, where the server stopped to understand it.
    const offset = errno === 1064 ? sql.lastIndexOf(/near '(.*)' at line/s.exec(message)?.[1] ?? '\0') : -1;
    return { message, kind, ...(offset >= 0 && { offset }) };
  }
  const parts = quoted.split('.');
  // The server adds the database to a table, and a statement can leave out the table of a column.
  const found = nameInSql(sql, parts) ?? nameInSql(sql, parts.slice(-1));
  const name = kind === 'unknown-column' ? parts.at(-1)! : (found?.name ?? quoted);
  return { message, kind, name, ...(found?.offset !== undefined && { offset: found.offset }) };
}
