/** The formatter with the dialects that the platform's data sources have. It is large, and loads with the first SQL. */

import {
  bigquery,
  clickhouse,
  type DialectOptions,
  duckdb,
  formatDialect,
  hive,
  mariadb,
  mysql,
  plsql,
  postgresql,
  redshift,
  snowflake,
  spark,
  sql,
  sqlite,
  transactsql,
  trino,
} from 'sql-formatter';

const dialects = {
  bigquery,
  clickhouse,
  duckdb,
  hive,
  mariadb,
  mysql,
  plsql,
  postgresql,
  redshift,
  snowflake,
  spark,
  sql,
  sqlite,
  transactsql,
  trino,
} satisfies Record<string, DialectOptions>;

/** Their parameters are `?`, which the formatter does not know by itself. */
const withMarks: ReadonlySet<string> = new Set(['hive', 'snowflake', 'spark']);

export type SqlFormatter = typeof format;

/** Undefined for a text that the formatter cannot read: it does not know everything that databases accept. */
export function format(text: string, name: keyof typeof dialects): string | undefined {
  const options = withMarks.has(name) ? { paramTypes: { positional: true } } : {};
  try {
    return formatDialect(text, { dialect: dialects[name], ...options });
  } catch {
    return undefined;
  }
}
