/** The connections to a Postgres: opened on demand, used by one read-only transaction at a time, replaced after they broke. */

import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { type ClientConfig, DatabaseError, Pool, type PoolClient, Client as PostgresClient } from 'pg';
import { delay, throwIfAborted } from '../../base/async.ts';
import { messageOf, UserError } from '../../base/errors.ts';
import type { PostgresSource, PostgresTls } from '../source/dataSource.ts';
import { textOf } from './postgresProblem.ts';
import { refuseFileReaders } from './privileges.ts';

const maxConnections = 8;
const connectMs = 10_000;
/** The caller's deadline comes first, and has the better message. */
const timeoutMarginMs = 1_000;
const cancelMs = 2_000;

export class Connections {
  readonly #source: PostgresSource;
  readonly #config: ClientConfig;
  readonly #pool: Pool;
  readonly #begin: string;
  readonly #checked = new WeakSet<PoolClient>();

  /** @throws UserError for a certificate that cannot be read */
  constructor(source: PostgresSource, deadlineMs: number) {
    this.#source = source;
    this.#config = {
      host: source.host,
      port: source.port ?? 5432,
      database: source.database,
      user: source.user ?? userInfo().username,
      // Without a text, the library would look for a file of passwords.
      password: source.password ?? '',
      ssl: source.tls ? tlsOptions(source.tls) : false,
      connectionTimeoutMillis: connectMs,
      keepAlive: true,
      application_name: 'data-model-workbench',
    };
    this.#pool = new Pool({ ...this.#config, max: maxConnections, idleTimeoutMillis: 30_000 });
    // A connection broke: its statement fails, and the next one opens another connection.
    this.#pool.on('error', () => {});
    this.#pool.on('connect', (client) => client.on('error', () => {}));
    // The settings hold for the transaction, so that they also hold behind a pool of connections.
    this.#begin = [
      'BEGIN TRANSACTION READ ONLY',
      `SET LOCAL statement_timeout = ${Math.ceil(deadlineMs + timeoutMarginMs)}`,
      "SET LOCAL TimeZone = 'UTC'",
      "SET LOCAL DateStyle = 'ISO, YMD'",
      "SET LOCAL IntervalStyle = 'postgres'",
      'SET LOCAL extra_float_digits = 1',
      'SET LOCAL standard_conforming_strings = on',
      'SELECT pg_catalog.pg_backend_pid() AS pid',
    ].join('; ');
  }

  /**
   * Runs work in a read-only transaction that is rolled back. When `signal` aborts, the server stops its statement.
   * @throws DatabaseError of a statement; UserError if the server cannot be reached; CancelledError
   */
  async reading<T>(signal: AbortSignal, work: (client: PoolClient) => Promise<T>): Promise<T> {
    throwIfAborted(signal);
    const client = await this.#connect();
    let isClean = false;
    let onAbort = () => {};
    try {
      const results = (await client.query(this.#begin)) as unknown as { rows: { pid: number }[] }[];
      const { pid } = results.at(-1)!.rows[0]!;
      onAbort = () => void this.#cancel(client, pid);
      signal.addEventListener('abort', onAbort, { once: true });
      throwIfAborted(signal);
      const [outcome] = await Promise.allSettled([work(client)]);
      throwIfAborted(signal);
      // Otherwise the connection is broken, or its result is not read to the end.
      if (outcome.status === 'rejected' && !isRefusedStatement(outcome.reason)) throw outcome.reason;
      // Locks of a session outlive its transactions.
      await client.query('ROLLBACK; SELECT pg_catalog.pg_advisory_unlock_all()');
      isClean = true;
      if (outcome.status === 'rejected') throw outcome.reason;
      return outcome.value;
    } catch (failure) {
      throwIfAborted(signal);
      if (failure instanceof UserError || isRefusedStatement(failure)) throw failure;
      throw this.#unreachable(failure);
    } finally {
      signal.removeEventListener('abort', onAbort);
      // A cancellation may reach the server late, and then stops what runs next.
      client.release(!isClean || signal.aborted);
    }
  }

  async #connect(): Promise<PoolClient> {
    let client: PoolClient;
    try {
      client = await this.#pool.connect();
    } catch (failure) {
      throw this.#unreachable(failure);
    }
    if (this.#checked.has(client) || this.#source.trusted) return client;
    try {
      await refuseFileReaders(client);
      this.#checked.add(client);
      return client;
    } catch (failure) {
      client.release(true);
      throw failure instanceof UserError ? failure : this.#unreachable(failure);
    }
  }

  /** Asks on another connection. A server that does not answer loses this one. */
  async #cancel(client: PoolClient, pid: number): Promise<void> {
    const second = new PostgresClient(this.#config);
    second.on('error', () => {});
    const asked = second.connect().then(() => second.query('SELECT pg_catalog.pg_cancel_backend($1)', [pid]));
    await Promise.race([asked.catch(() => {}), delay(cancelMs)]);
    second.end().catch(() => {});
    await delay(cancelMs);
    // Has no effect on a connection that was closed since.
    (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
  }

  /** The library's messages contain no password. */
  #unreachable(failure: unknown): UserError {
    const { host, database } = this.#source;
    const { port, user } = this.#config;
    const place = host.startsWith('/') ? `${host}/.s.PGSQL.${port}` : `${host}:${port}`;
    const cause = failure instanceof DatabaseError ? `${textOf(failure).replace(/\.$/, '')}.` : reasonOf(failure);
    return new UserError(`The database “${database}” at ${place} cannot be used as “${user}”: ${cause}`, {
      action: 'Check that the server runs, and the address, user and password.',
    });
  }
}

/** In contrast to a refused or broken connection. */
function isRefusedStatement(failure: unknown): boolean {
  // Connection, password, database, too many connections, shutdown. 57014 is a statement that was stopped.
  const ofConnection = /^(?:08|28|3D|53300|57P)/;
  return failure instanceof DatabaseError && !ofConnection.test(failure.code ?? '');
}

function reasonOf(failure: unknown): string {
  if (failure instanceof AggregateError) return failure.errors.map(reasonOf).join(', ');
  const message = messageOf(failure);
  if (/client password must be/.test(message)) return 'the server asks for a password.';
  return message === 'Connection terminated unexpectedly' ? 'the server closed the connection.' : `${message}.`;
}

function tlsOptions({ verify, ca, cert, key }: PostgresTls): object {
  return {
    rejectUnauthorized: verify !== 'none',
    ...(verify !== 'full' && { checkServerIdentity: () => undefined }),
    ...(ca !== undefined && { ca: pem(ca) }),
    ...(cert !== undefined && { cert: pem(cert) }),
    ...(key !== undefined && { key: pem(key) }),
  };
}

/** @throws UserError that names the file */
function pem(textOrPath: string): string {
  if (textOrPath.includes('-----BEGIN')) return textOrPath;
  try {
    return readFileSync(textOrPath, 'utf8');
  } catch (failure) {
    throw new UserError(`The certificate or key ${textOrPath} cannot be read: ${messageOf(failure)}.`);
  }
}
