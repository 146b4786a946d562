/** The connections of a driver for MySQL: opened on demand, used by one read-only transaction at a time, replaced after they broke. */

import { delay, Limit, throwIfAborted } from '../../../base/async.ts';
import { CancelledError, UserError } from '../../../base/errors.ts';
import type { DriverSource } from '../../source/dataSource.ts';
import { unreachable } from '../published/driverFailure.ts';
import { type Cancellable, loadDriver, type PublishedDriver } from '../published/publishedDriver.ts';
import { isRefusedStatement } from './mySqlProblem.ts';
import { reset, rowsOf, run, type Session } from './session.ts';

const maxConnections = 8;
const connectMs = 10_000;
/** The caller's deadline comes first, and has the better message. */
const timeoutMarginMs = 1_000;
const cancelMs = 2_000;

interface MySqlDriver extends PublishedDriver {
  /** The connection goes back to the driver when the work ends. `cancel` ends the connection in the server. */
  withConnection<T>(work: (session: Session) => Promise<T>): Cancellable<T>;
}

interface Connection {
  session: Session;
  /** Ends it in the server. */
  kill(): Promise<unknown>;
  giveBack(): void;
}

export class MySqlConnections {
  readonly #source: DriverSource;
  readonly #driver: MySqlDriver;
  readonly #deadlineMs: number;
  readonly #limit = new Limit(maxConnections);
  readonly #idle: Connection[] = [];
  #begin: string | undefined;

  /** @throws UserError if the driver is not installed */
  constructor(source: DriverSource, deadlineMs: number) {
    this.#source = source;
    this.#deadlineMs = deadlineMs;
    const exact = { supportBigNumbers: true, bigNumberStrings: true, dateStrings: true, jsonStrings: true };
    const options = { connectTimeout: connectMs, multipleStatements: false, maxPoolSize: maxConnections + 2 };
    this.#driver = loadDriver(source, { ...exact, ...options }) as MySqlDriver;
    if (typeof this.#driver.withConnection !== 'function') {
      throw new UserError('This version of the driver for MySQL is not supported.', { action: 'Install a newer one.' });
    }
  }

  /**
   * Runs work in a read-only transaction that is rolled back. When `signal` aborts, the server stops its statement.
   * @throws MySqlError of a statement; UserError if the server cannot be reached; CancelledError
   */
  reading<T>(signal: AbortSignal, work: (session: Session) => Promise<T>): Promise<T> {
    return this.#limit.run(() => this.#reading(signal, work), signal);
  }

  async #reading<T>(signal: AbortSignal, work: (session: Session) => Promise<T>): Promise<T> {
    throwIfAborted(signal);
    const connection = await this.#begun();
    let onAbort = () => {};
    const stopped = new Promise<void>((resolve) => {
      onAbort = () => void stop(connection).then(resolve);
    });
    signal.addEventListener('abort', onAbort, { once: true });
    let isClean = false;
    try {
      throwIfAborted(signal);
      const working = Promise.allSettled([work(connection.session)]);
      const [outcome] = (await Promise.race([working, stopped])) ?? [];
      if (signal.aborted || !outcome) throw new CancelledError();
      // Otherwise the connection is broken, or its result is not read to the end.
      if (outcome.status === 'rejected' && !isRefusedStatement(outcome.reason)) throw outcome.reason;
      await reset(connection.session);
      isClean = true;
      if (outcome.status === 'rejected') throw outcome.reason;
      return outcome.value;
    } catch (failure) {
      throwIfAborted(signal);
      throw failure instanceof UserError || isRefusedStatement(failure) ? failure : unreachable(this.#source, failure);
    } finally {
      signal.removeEventListener('abort', onAbort);
      if (isClean && !signal.aborted) this.#idle.push(connection);
      else if (!signal.aborted) close(connection);
    }
  }

  /** A connection in a read-only transaction. */
  async #begun(): Promise<Connection> {
    for (let idle = this.#idle.pop(); idle; idle = this.#idle.pop()) {
      try {
        await this.#start(idle.session);
        return idle;
      } catch {
        // The server closed it since it was used.
        close(idle);
      }
    }
    let connection: Connection | undefined;
    try {
      connection = await this.#open();
      await this.#start(connection.session);
      return connection;
    } catch (failure) {
      if (connection) close(connection);
      throw failure instanceof UserError ? failure : unreachable(this.#source, failure);
    }
  }

  async #open(): Promise<Connection> {
    // The driver's pool would try to connect again and again, and hide why it fails.
    await this.#driver.testConnection();
    return new Promise((resolve, reject) => {
      const lent = this.#driver.withConnection(
        (session) =>
          new Promise<void>((giveBack) => {
            resolve({ session, giveBack, kill: async () => lent.cancel?.() });
          }),
      );
      lent.catch(reject);
    });
  }

  async #start(session: Session): Promise<void> {
    this.#begin ??= await this.#checked(session);
    await run(session, this.#begin);
    await run(session, 'START TRANSACTION READ ONLY');
  }

  /** The settings of each statement. @throws UserError if the user could read files of the server */
  async #checked(session: Session): Promise<string> {
    if (!this.#source.trusted) await refuseFileReaders(session);
    const { values } = await rowsOf(session, 'SELECT VERSION()');
    const seconds = (this.#deadlineMs + timeoutMarginMs) / 1000;
    const limit = /MariaDB/i.test(String(values[0]?.[0]))
      ? `SESSION max_statement_time = ${seconds}`
      : `SESSION max_execution_time = ${Math.ceil(seconds * 1000)}`;
    return `SET NAMES utf8mb4 COLLATE utf8mb4_unicode_ci, SESSION time_zone = '+00:00', ${limit}`;
  }
}

/** A statement that only reads tables can call functions that read files, and write its rows to a file. */
async function refuseFileReaders(session: Session): Promise<void> {
  const { values } = await rowsOf(session, 'SHOW GRANTS');
  const isFileReader = values.some(([grant]) =>
    /^GRANT (?:.*\b)?(?:ALL PRIVILEGES|FILE)\b.* ON \*\.\* TO /.test(String(grant)),
  );
  if (!isFileReader) return;
  const user = await rowsOf(session, 'SELECT CURRENT_USER()');
  throw new UserError(
    `The database user “${user.values[0]?.[0]}” has the right FILE, so that the SQL of a model could read and write files of the server.`,
    {
      action:
        'Connect as a user that only reads tables: CREATE USER model_reader IDENTIFIED BY ‘…’; GRANT SELECT, SHOW VIEW ON your_database.* TO model_reader;',
    },
  );
}

function close({ session, giveBack }: Connection): void {
  session.destroy();
  giveBack();
}

async function stop(connection: Connection): Promise<void> {
  await Promise.race([connection.kill().catch(() => {}), delay(cancelMs)]);
  close(connection);
}
