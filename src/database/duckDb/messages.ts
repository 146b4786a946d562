/** The messages of DuckDB for people. */

import type { StatementProblem } from '../source/databaseRequests.ts';

/** Without the name of the step that failed, the excerpt of the SQL, and settings that a user cannot change. */
export function summaryOf(message: string): string {
  return message
    .replace(/^Failed to extract statements: /, '')
    .replace(/\n\n(?:LINE \d+:|Possible solutions)[\s\S]*/, '')
    .replaceAll(/\s*\n\s*/g, ' ')
    .trim();
}

/** What kind of message it is, and where in the statement. */
export function problemOf(message: string, sql: string): StatementProblem {
  const [, table] = /^Catalog Error: Table with name "?(.+?)"? does not exist/.exec(message) ?? [];
  const [
    ,
    column = /^Binder Error: (?:Table|Values list) ".*?" does not have a column named "(.+?)"/.exec(message)?.[1],
  ] = /^Binder Error: (?:Referenced|Column) (?:column )?"?(.+?)"? (?:not found|is not)/.exec(message) ?? [];
  const [, line, excerpt, indent] = /\n\nLINE (\d+): ([^\n]*)\n( *)\^/.exec(message) ?? [];
  const offset =
    line === undefined ? undefined : offsetOf(sql, Number(line), excerpt!, indent!.length - line.length - 7);
  return {
    message: summaryOf(message),
    kind: table !== undefined ? 'unknown-table' : column !== undefined ? 'unknown-column' : 'other',
    ...((table ?? column) !== undefined && { name: table ?? column! }),
    ...(offset !== undefined && { offset }),
  };
}

/** The database shows a part of a long line, between `...`. `at` is the column in this part. */
function offsetOf(sql: string, line: number, excerpt: string, at: number): number | undefined {
  const lines = sql.split('\n');
  const text = lines[line - 1];
  if (text === undefined) return undefined;
  const shown = excerpt.replace(/^\.\.\./, '').replace(/\.\.\.$/, '');
  const start = text.indexOf(shown);
  if (start < 0 || shown === '' || text.indexOf(shown, start + 1) >= 0) return undefined;
  const before = lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0);
  return before + start + at - (excerpt.startsWith('...') ? 3 : 0);
}
