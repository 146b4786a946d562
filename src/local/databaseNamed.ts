import { RefusedQuery } from '../query/run/queryErrors.ts';

/** @param databases by the name of the data source. @throws RefusedQuery for a data source that is not among them */
export function databaseNamed<T>(databases: ReadonlyMap<string, T>, dataSource: string): T {
  const database = databases.get(dataSource);
  if (database) return database;
  throw new RefusedQuery(noDataSource(databases, dataSource));
}

export function noDataSource(databases: ReadonlyMap<string, unknown>, dataSource: string): string {
  const known = [...databases.keys()].join(', ');
  return `There is no data source “${dataSource}”. The data sources are: ${known || 'none'}.`;
}
