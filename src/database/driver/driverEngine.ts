/** Any database through its published driver: what the driver can do, and nothing that it cannot. */

import { raceAbort, throwIfAborted } from '../../base/async.ts';
import { UserError } from '../../base/errors.ts';
import type { Catalog } from '../../model/catalog/catalog.ts';
import { BoundedRows } from '../source/boundedRows.ts';
import type { Description, Rows, Statement, StatementProblem } from '../source/databaseRequests.ts';
import type { DriverSource } from '../source/dataSource.ts';
import type { Engine } from '../source/engine.ts';
import { requireReading } from '../source/requireReading.ts';
import { catalogOf } from './driverCatalog.ts';
import { kindOf, plainValue } from './driverTypes.ts';
import { isOfConnection, messageWithoutSecrets, unreachable } from './published/driverFailure.ts';
import type { Cancellable, DriverRows, PublishedDriver } from './published/publishedDriver.ts';

/** What is known about a database beyond its driver. */
export interface DriverKnowledge {
  /** The server itself refuses several statements in one. */
  refusesSeveral?: boolean;
  /** Exact decimals arrive as numbers that are rounded. */
  roundsDecimals?: boolean;
  /** The driver lists all tables of the default schema. */
  listsAll?: boolean;
  /** The server's own words in a message of the driver. */
  textOf?(message: string): string;
  /** @param message after `textOf` */
  problemOf?(message: string, sql: string): StatementProblem;
}

export class DriverEngine implements Engine {
  readonly #source: DriverSource;
  readonly #driver: PublishedDriver;
  readonly #knowledge: DriverKnowledge;

  constructor(source: DriverSource, driver: PublishedDriver, knowledge: DriverKnowledge = {}) {
    this.#source = source;
    this.#driver = driver;
    this.#knowledge = knowledge;
  }

  async query({ sql, params }: Statement, signal: AbortSignal): Promise<Rows> {
    const { rows, types } = await this.#run(sql, params, signal);
    const { roundsDecimals = false } = this.#knowledge;
    const names = types.map(({ name }) => name);
    const twice = names.find((name, place) => names.indexOf(name) !== place);
    // The rows of a driver have one value for each name.
    if (twice !== undefined) throw new UserError(`The statement has two columns with the name “${twice}”.`);
    const result = new BoundedRows(names);
    for (const row of rows) result.add(types.map((type) => plainValue(row[type.name], type, roundsDecimals)));
    return result;
  }

  async describe(sql: string, signal: AbortSignal): Promise<Description> {
    try {
      const { types } = await this.#run(`SELECT * FROM (\n${sql}\n) described WHERE 1 = 0`, [], signal, sql);
      return { columns: types.map(({ name, type }) => ({ name, type, kind: kindOf(type) })) };
    } catch (failure) {
      throwIfAborted(signal);
      if (isOfConnection(failure)) throw failure;
      const { message } = failure as UserError;
      return { problem: this.#knowledge.problemOf?.(message, sql) ?? { message, kind: 'other' } };
    }
  }

  async catalog(signal: AbortSignal): Promise<Catalog> {
    const driver = this.#driver;
    const listed = driver.tablesSchemaV2 ? driver.tablesSchemaV2() : driver.tablesSchema();
    return catalogOf(
      await this.#answered(listed, signal),
      driver,
      this.#source.type,
      this.#knowledge.listsAll === true,
    );
  }

  async #run(sql: string, params: readonly unknown[], signal: AbortSignal, written = sql): Promise<DriverRows> {
    requireReading(written);
    if (!this.#knowledge.refusesSeveral && /;(?!\s*$)/.test(written)) {
      throw new UserError(
        'A statement for this database can contain no semicolon, because a driver may run several statements.',
      );
    }
    const running = this.#driver.downloadQueryResults(
      sql,
      params.map((value) => value ?? null),
      {},
    );
    return this.#answered(running.catch(withoutRows), signal, running);
  }

  /** Asks the driver to stop the statement when `signal` aborts. Not every driver can do that. */
  async #answered<T>(work: Promise<T>, signal: AbortSignal, running?: Cancellable<unknown>): Promise<T> {
    const onAbort = () => void running?.cancel?.().catch(() => {});
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      return await raceAbort(work, signal);
    } catch (failure) {
      throwIfAborted(signal);
      if (isOfConnection(failure)) throw unreachable(this.#source, failure);
      if (failure instanceof UserError) throw failure;
      const message = messageWithoutSecrets(failure, this.#source);
      throw new UserError(this.#knowledge.textOf?.(message) ?? message);
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }
}

/** Some drivers read types from the rows, and fail without any. */
function withoutRows(failure: Error): DriverRows {
  if (/^Unable to detect column types/.test(failure.message)) return { rows: [], types: [] };
  throw failure;
}
