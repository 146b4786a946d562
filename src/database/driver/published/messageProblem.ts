/** What a message says about a statement, where a database gives no code: an unknown table or column, or something else. */

import type { StatementProblem } from '../../source/databaseRequests.ts';
import { nameInSql } from './nameInSql.ts';

const name = '[`\'"\\[]?((?:[\\w$-]|[`\'"\\]]?[.:][`\'"\\[]?(?=[\\w$]))+)[`\'"\\]]?';

/** The messages of Postgres, DuckDB, MySQL, ClickHouse, BigQuery, Snowflake, Databricks, Trino, SQL Server and SQLite, in English. The first match counts. */
const missing: readonly [RegExp, StatementProblem['kind']][] = [
  [pattern(`\\bdoes not have a column named ${name}`), 'unknown-column'],
  [pattern(`\\bReferenced column ${name} (?:not found|was not found)`), 'unknown-column'],
  [pattern(`\\bUnknown (?:expression )?identifier:? ${name}`), 'unknown-column'],
  [pattern(`\\bMissing columns: ${name}`), 'unknown-column'],
  [
    pattern(`\\b(?:Unknown column|Invalid column name|no such column:|invalid identifier|Unrecognized name:) ${name}`),
    'unknown-column',
  ],
  [
    pattern(`\\bcolumn(?: or field| reference)?,? (?:with name )?${name} (?:does not exist|cannot be resolved)`),
    'unknown-column',
  ],
  [pattern(`\\b(?:parameter|field)[^.]* with name ${name} cannot be resolved`), 'unknown-column'],
  [pattern(`\\bUnknown table expression identifier ${name}`), 'unknown-table'],
  [pattern(`\\b(?:Invalid object name|no such table:|Not found: Table) ${name}`), 'unknown-table'],
  [
    pattern(
      `\\b(?:table(?: or view)?|relation|view|schema|database|object)(?: with name)? ${name} (?:does not exist|doesn't exist|cannot be found|was not found)`,
    ),
    'unknown-table',
  ],
  [pattern(`\\bfunction(?: not found:)?(?: with name)? ${name}`), 'other'],
];

function pattern(source: string): RegExp {
  return new RegExp(source, 'i');
}

/** The beginning says what is missing. Some databases repeat the whole statement behind it. */
const maxLength = 4_000;

/** Messages of hosted platforms begin with `Error: `. */
export function problemOfMessage(text: string, sql: string): StatementProblem {
  const message = text.replace(/^Error: /, '');
  for (const [each, kind] of missing) {
    const written = each.exec(message.slice(0, maxLength))?.[1];
    if (written === undefined) continue;
    const parts = written.replaceAll(/[`'"[\]]/g, '').split(/[.:]/);
    // Some databases add a project and a schema to a table, and a statement can leave out the table of a column.
    const found = nameInSql(sql, parts) ?? nameInSql(sql, parts.slice(-2)) ?? nameInSql(sql, parts.slice(-1));
    const offset = found?.offset !== undefined ? { offset: found.offset } : {};
    if (kind === 'other') return { message, kind, ...offset };
    const said = kind === 'unknown-column' ? parts.at(-1)! : (found?.name ?? parts.join('.'));
    return { message, kind, name: said, ...offset };
  }
  return { message, kind: 'other' };
}
