import { RefusedQuery } from '../query/run/queryErrors.ts';

/** @param databases by the name of the data source. @throws RefusedQuery for a data source that is not among them */
export function databaseNamed<T>(databases: ReadonlyMap<string, T>, dataSource: string): T {
  const database = databases.get(dataSource);
  if (database) return database;
  const known = [...databases.keys()].join(', ');
  throw new RefusedQuery(`There is no data source “${dataSource}”. The data sources are: ${known || 'none'}.`);
}
