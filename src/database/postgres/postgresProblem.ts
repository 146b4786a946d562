/** The errors of Postgres for people. Texts of the server are in its language, so that nothing is read from them. */

import type { DatabaseError } from 'pg';
import type { StatementProblem } from '../source/databaseRequests.ts';

const kinds: Readonly<Record<string, StatementProblem['kind']>> = {
  '42P01': 'unknown-table',
  '3F000': 'unknown-table',
  '42703': 'unknown-column',
};

/** The server's words, with its advice. */
export function textOf({ message, hint, detail }: Partial<DatabaseError>): string {
  const texts = [message, detail, hint].filter((text) => text !== undefined && text !== '');
  return texts
    .map((text) => text!.replaceAll(/\s*\n\s*/g, ' '))
    .join('. ')
    .replaceAll(/([.!?])\. /g, '$1 ');
}

/** What kind of error it is, and where in the statement. */
export function problemOf(error: Partial<DatabaseError>, sql: string): StatementProblem {
  const kind = kinds[error.code ?? ''] ?? 'other';
  const offset = offsetOf(error.position, sql);
  const name = kind === 'other' || offset === undefined ? undefined : nameAt(sql, offset, kind);
  return {
    message: textOf(error),
    kind,
    ...(name !== undefined && { name }),
    ...(offset !== undefined && { offset }),
  };
}

/** The server counts characters from 1, a text has UTF-16 units. */
function offsetOf(position: string | undefined, sql: string): number | undefined {
  if (position === undefined) return undefined;
  let rest = Number(position) - 1;
  let offset = 0;
  for (const character of sql) {
    if (rest === 0) return offset;
    rest -= 1;
    offset += character.length;
  }
  return undefined;
}

/** The name that starts there: a table with its schema, a column without its table. */
function nameAt(sql: string, offset: number, kind: StatementProblem['kind']): string | undefined {
  const part = '(?:"(?:[^"]|"")*"|[\\p{L}_][\\p{L}\\p{N}_$]*)';
  const path = new RegExp(`${part}(?:\\s*\\.\\s*${part})*`, 'uy');
  path.lastIndex = offset;
  const parts = path.exec(sql)?.[0].match(new RegExp(part, 'gu'));
  if (!parts) return undefined;
  const plain = parts.map((one) => one.replace(/^"(.*)"$/s, '$1').replaceAll('""', '"'));
  return kind === 'unknown-column' ? plain.at(-1) : plain.join('.');
}
