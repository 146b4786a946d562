/** The formatter with the dialects that the platform's data sources have. It is large, and loads with the first SQL. */

import {
  bigquery,
  clickhouse,
  type DialectOptions,
  duckdb,
  type FormatOptions,
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

export type SqlDialect = keyof typeof dialects;

/** Without a known dialect, the first of these that reads the text. */
export const commonDialects: readonly SqlDialect[] = [
  'sql',
  'postgresql',
  'bigquery',
  'snowflake',
  'spark',
  'transactsql',
];

/** Undefined for a text that the formatter cannot read: it does not know everything that databases accept. */
export function format(
  text: string,
  name: SqlDialect,
  layout: Pick<Partial<FormatOptions>, 'expressionWidth'> = {},
): string | undefined {
  const options = withMarks.has(name) ? { paramTypes: { positional: true } } : {};
  try {
    return formatDialect(text, { dialect: dialects[name], ...options, ...layout });
  } catch {
    return undefined;
  }
}
