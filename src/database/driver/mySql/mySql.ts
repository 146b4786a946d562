/**
 * MySQL and MariaDB through their published driver. In contrast to the driver's own queries, a statement runs in a read-only
 * transaction, its values are sent apart from it, and its rows are exact and bounded.
 */

import { throwIfAborted } from '../../../base/async.ts';
import { UserError } from '../../../base/errors.ts';
import type { Catalog } from '../../../model/catalog/catalog.ts';
import type { Description, Rows, Statement } from '../../source/databaseRequests.ts';
import type { DriverSource } from '../../source/dataSource.ts';
import type { Engine } from '../../source/engine.ts';
import { requireReading } from '../../source/requireReading.ts';
import { withoutSecrets } from '../published/publishedDriver.ts';
import { MySqlConnections } from './connections.ts';
import { isRefusedStatement, type MySqlError, problemOf } from './mySqlProblem.ts';
import { kindOfColumn, typeOfColumn } from './mySqlTypes.ts';
import { readCatalog } from './readCatalog.ts';
import { prepared, rowsOf, type Session } from './session.ts';

/** @throws UserError if the server cannot be reached, or the user could read files of it */
export async function openMySql(source: DriverSource, deadlineMs: number): Promise<Engine> {
  const connections = new MySqlConnections(source, deadlineMs);
  await connections.reading(new AbortController().signal, async () => {});
  return new MySqlEngine(source, connections);
}

class MySqlEngine implements Engine {
  readonly #source: DriverSource;
  readonly #connections: MySqlConnections;

  constructor(source: DriverSource, connections: MySqlConnections) {
    this.#source = source;
    this.#connections = connections;
  }

  async query({ sql, params }: Statement, signal: AbortSignal): Promise<Rows> {
    requireReading(sql);
    return this.#reading(signal, (session) => rowsOf(session, sql, params));
  }

  async describe(sql: string, signal: AbortSignal): Promise<Description> {
    try {
      requireReading(sql);
      const columns = await this.#connections.reading(signal, (session) => prepared(session, sql));
      return {
        columns: columns.map((column) => ({
          name: column.name,
          type: typeOfColumn(column),
          kind: kindOfColumn(column),
        })),
      };
    } catch (failure) {
      throwIfAborted(signal);
      if (isRefusedStatement(failure)) return { problem: problemOf(failure, sql) };
      throw failure;
    }
  }

  catalog(signal: AbortSignal): Promise<Catalog> {
    return this.#reading(signal, (session) => readCatalog(session, this.#source.type));
  }

  async #reading<T>(signal: AbortSignal, work: (session: Session) => Promise<T>): Promise<T> {
    try {
      return await this.#connections.reading(signal, work);
    } catch (failure) {
      if (!isRefusedStatement(failure)) throw failure;
      throw new UserError(withoutSecrets((failure as MySqlError).message, this.#source));
    }
  }
}
