/** The values of `CUBEJS_DB_TYPE`: the published drivers. */
export const databaseTypes: readonly string[] = [
  ...['postgres', 'duckdb', 'athena', 'bigquery', 'clickhouse', 'crate', 'cubestore', 'databricks-jdbc', 'doris'],
  ...['dremio', 'druid', 'firebolt', 'hive', 'jdbc', 'ksql', 'materialize', 'mongobi', 'mssql', 'mysql'],
  ...['mysqlauroraserverless', 'oracle', 'pinot', 'prestodb', 'questdb', 'redshift', 'snowflake', 'sqlite', 'trino'],
  'vertica',
];
