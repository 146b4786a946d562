import type { DataSource } from './dataSource.ts';

/** A data source for people, without its secrets. */
export function describeSource(source: DataSource): string {
  switch (source.kind) {
    case 'duckdb':
      return source.file ?? source.folder ?? source.scripts?.join(', ') ?? 'an empty database';
    case 'postgres':
      return `${source.database} on ${source.host}${source.port === undefined ? '' : `:${source.port}`} (Postgres)`;
    case 'driver': {
      const { CUBEJS_DB_NAME: database = '', CUBEJS_DB_HOST: host } = source.variables;
      return `${database}${host === undefined ? '' : ` on ${host}`} (${source.type})`.trim();
    }
  }
}
