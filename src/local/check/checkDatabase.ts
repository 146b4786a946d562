/** Has a database prepare the SQL of every member and join of a model, without reading rows. */

import type { Description } from '../../database/source/databaseRequests.ts';
import type { Catalog } from '../../model/catalog/catalog.ts';
import { CatalogLookup } from '../../model/catalog/catalogLookup.ts';
import { dataSourceOf } from '../../model/index/cubeTable.ts';
import { RefusedQuery } from '../../query/run/queryErrors.ts';
import { databaseNamed } from '../databaseNamed.ts';
import { dialectsOf } from '../dialectsOf.ts';
import type { LocalModel } from '../localModel.ts';
import { type CheckProgress, checkMembers, type DatabaseCheck } from './checkMembers.ts';
import { memberQueries } from './memberQueries.ts';

/** A database as far as the check needs it. */
export interface CheckedDatabase {
  readonly dialect: string;
  describe(sql: string, signal?: AbortSignal): Promise<Description>;
  catalog(signal?: AbortSignal): Promise<Catalog>;
}

interface CheckOptions extends CheckProgress {
  /** By the name of the data source. */
  databases: ReadonlyMap<string, CheckedDatabase>;
}

/** Statements that are prepared at the same time, while the compiler writes the next one. */
const atOnce = 4;

/** The catalogs of all databases. @throws UserError if one cannot be reached; CancelledError */
export async function readCatalogs(
  databases: ReadonlyMap<string, CheckedDatabase>,
  signal?: AbortSignal,
): Promise<Map<string, CatalogLookup>> {
  const read = [...databases].map(
    async ([name, database]) => [name, new CatalogLookup(await database.catalog(signal))] as const,
  );
  return new Map(await Promise.all(read));
}

/**
 * @param model compiles without errors; its index has the catalogs of the databases
 * @throws UserError if a database cannot be reached or stops answering; CancelledError
 */
export function checkDatabase(
  model: LocalModel,
  { databases, signal, onProgress }: CheckOptions,
): Promise<DatabaseCheck> {
  const { index } = model;
  const dialects = dialectsOf(databases);
  return checkMembers(index, memberQueries(index), {
    atOnce,
    signal,
    onProgress,
    ask: async (query, { subject }, until) => {
      const name = dataSourceOf(index, subject.cube);
      if (name === undefined) return { reason: 'its data source is known only when the model runs' };
      try {
        const database = databaseNamed(databases, name);
        const { sql } = await model.plan(query, {}, { signal: until, dialects, opens: 'all' });
        return { sql, description: await database.describe(sql, until) };
      } catch (failure) {
        if (failure instanceof RefusedQuery) return { reason: failure.message };
        throw failure;
      }
    },
  });
}
