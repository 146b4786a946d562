/** A Postgres server, or one that speaks its protocol: statements run in read-only transactions, as the user of the source. */

import { DatabaseError, type PoolClient } from 'pg';
import { throwIfAborted } from '../../base/async.ts';
import { UserError } from '../../base/errors.ts';
import type { Catalog } from '../../model/catalog/catalog.ts';
import type { Description, Rows, Statement } from '../source/databaseRequests.ts';
import type { PostgresSource } from '../source/dataSource.ts';
import type { Engine } from '../source/engine.ts';
import { requireReading } from '../source/requireReading.ts';
import { Connections } from './connections.ts';
import { describeStatement } from './describeStatement.ts';
import { problemOf, textOf } from './postgresProblem.ts';
import { readCatalog } from './readCatalog.ts';
import { rowsOf } from './rowsOf.ts';

/** @throws UserError if the server cannot be reached, or the user could read files of it */
export async function openPostgres(source: PostgresSource, deadlineMs: number): Promise<Engine> {
  const connections = new Connections(source, deadlineMs);
  await connections.reading(new AbortController().signal, async () => {});
  return new PostgresEngine(connections);
}

class PostgresEngine implements Engine {
  readonly #connections: Connections;

  constructor(connections: Connections) {
    this.#connections = connections;
  }

  async query({ sql, params }: Statement, signal: AbortSignal): Promise<Rows> {
    requireReading(sql);
    return this.#reading(signal, (client) => rowsOf(client, sql, params));
  }

  async describe(sql: string, signal: AbortSignal): Promise<Description> {
    try {
      requireReading(sql);
      return { columns: await this.#connections.reading(signal, (client) => describeStatement(client, sql)) };
    } catch (failure) {
      throwIfAborted(signal);
      if (failure instanceof DatabaseError) return { problem: problemOf(failure, sql) };
      throw failure;
    }
  }

  catalog(signal: AbortSignal): Promise<Catalog> {
    return this.#reading(signal, readCatalog);
  }

  async #reading<T>(signal: AbortSignal, work: (client: PoolClient) => Promise<T>): Promise<T> {
    try {
      return await this.#connections.reading(signal, work);
    } catch (failure) {
      throw failure instanceof DatabaseError ? new UserError(textOf(failure)) : failure;
    }
  }
}
