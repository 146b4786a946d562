/** Formats generated SQL with one item on a line, so that a difference shows what has changed. */

import type { SqlDialect } from '../../model/format/sqlFormatter.ts';

export interface ShownSql {
  text: string;
  /** The dialect's usual name; undefined if the platform does not report it, or reports one that we do not know. */
  dialect: string | undefined;
  /** False: the text is that of the platform, because it could not be formatted. */
  isFormatted: boolean;
}

type Row = readonly [formatter: SqlDialect, name: string];

/** By the type of a data source, as the data API reports it. */
const dialects: Readonly<Record<string, Row>> = {
  postgres: ['postgresql', 'PostgreSQL'],
  redshift: ['redshift', 'Amazon Redshift'],
  mysql: ['mysql', 'MySQL'],
  mysqlauroraserverless: ['mysql', 'MySQL'],
  mariadb: ['mariadb', 'MariaDB'],
  bigquery: ['bigquery', 'BigQuery'],
  snowflake: ['snowflake', 'Snowflake'],
  clickhouse: ['clickhouse', 'ClickHouse'],
  duckdb: ['duckdb', 'DuckDB'],
  motherduck: ['duckdb', 'DuckDB'],
  athena: ['trino', 'Amazon Athena'],
  trino: ['trino', 'Trino'],
  prestodb: ['trino', 'Presto'],
  'databricks-jdbc': ['spark', 'Databricks'],
  databricks: ['spark', 'Databricks'],
  hive: ['hive', 'Hive'],
  sqlite: ['sqlite', 'SQLite'],
  mssql: ['transactsql', 'SQL Server'],
  oracle: ['plsql', 'Oracle'],
};

/** Characters. A longer text would take more than half a second. */
const maximumLength = 50_000;

/** `type` is that of the data source. */
export async function formatSql(text: string, type: string | undefined): Promise<ShownSql> {
  const key = type?.toLowerCase() ?? '';
  const known = Object.hasOwn(dialects, key) ? dialects[key] : undefined;
  const unformatted = { text, dialect: known?.[1], isFormatted: false };
  if (text.length > maximumLength) return unformatted;
  const { commonDialects, format } = await import('../../model/format/sqlFormatter.ts');
  for (const name of known ? [known[0]] : commonDialects) {
    const found = format(text, name);
    // Only blanks may differ.
    if (found !== undefined && withoutBlanks(found) === withoutBlanks(text))
      return { text: found, dialect: known?.[1], isFormatted: true };
  }
  return unformatted;
}

function withoutBlanks(text: string): string {
  return text.replace(/\s+/g, '');
}
