/** Has a database prepare the SQL of every member and join of a model, without reading rows. */

import type { Description } from '../../database/source/databaseRequests.ts';
import type { Catalog } from '../../model/catalog/catalog.ts';
import { CatalogLookup } from '../../model/catalog/catalogLookup.ts';
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
export async function checkDatabase(
  model: LocalModel,
  { databases, signal, onProgress }: CheckOptions,
): Promise<DatabaseCheck> {
  const { index } = model;
  const dialects = dialectsOf(databases);
  const { cubes } = await model.ask({ kind: 'cubes', securityContext: {} }, signal);
  const sourceOf = new Map(cubes.map(({ name, dataSource }) => [name, dataSource]));
  return checkMembers(index, memberQueries(index, cubes), {
    atOnce,
    signal,
    onProgress,
    ask: async (query, { subject: { cube, generated = cube.name } }, until) => {
      const name = sourceOf.get(generated);
      if (name === undefined) return { reason: 'the compiled model does not have its cube' };
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
