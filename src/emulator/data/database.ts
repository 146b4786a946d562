/** The embedded database: one thread, started with the first query and replaced when a query has to be stopped. */

import { Worker } from 'node:worker_threads';
import { Limit, throwIfAborted } from '../../base/async.ts';
import { Channel } from '../../base/channel.ts';
import type { Disposable } from '../../base/lifetime.ts';
import { type Log, silentLog } from '../../base/log.ts';
import { emulatorErrors } from '../errors/emulatorErrors.ts';
import type { DatabaseRequests, DatabaseStart, Rows } from './databaseRequests.ts';
import { messagePort } from './threadPort.ts';

interface DatabaseOptions extends DatabaseStart {
  /** Path of `dist/database.cjs`; the database's `.wasm` is beside it. */
  bundlePath: string;
  /** Milliseconds after which a query is stopped. Default 60 000. */
  deadlineMs?: number;
  log?: Log;
}

interface Thread {
  worker: Worker;
  requests: Channel<DatabaseRequests>;
}

export class Database implements Disposable {
  readonly #options: DatabaseOptions;
  readonly #log: Log;
  readonly #turns = new Limit(1);
  readonly #disposed = new AbortController();
  #thread: Thread | undefined;

  constructor(options: DatabaseOptions) {
    this.#options = options;
    this.#log = options.log ?? silentLog;
  }

  /**
   * The rows of one statement. Statements run one after another.
   * @throws UserError with the database's message, or `query-timeout`; CancelledError when disposed
   */
  query(statement: { sql: string; params: readonly unknown[] }): Promise<Rows> {
    return this.#turns.run(() => this.#run(statement), this.#disposed.signal);
  }

  dispose(): void {
    this.#disposed.abort();
    this.#stop();
  }

  async #run(statement: { sql: string; params: readonly unknown[] }): Promise<Rows> {
    const { deadlineMs = 60_000 } = this.#options;
    const { worker, requests } = this.#ensureThread();
    let late = false;
    const deadline = setTimeout(() => {
      late = true;
      this.#stop();
    }, deadlineMs);
    worker.ref();
    try {
      return await requests.call('query', statement);
    } catch (failure) {
      throwIfAborted(this.#disposed.signal);
      if (!late) throw failure;
      throw emulatorErrors.error('query-timeout', [deadlineMs / 1000]);
    } finally {
      clearTimeout(deadline);
      worker.unref();
    }
  }

  #ensureThread(): Thread {
    if (this.#thread) return this.#thread;
    const { bundlePath, scripts } = this.#options;
    const worker = new Worker(bundlePath, { workerData: { scripts } satisfies DatabaseStart, env: {}, execArgv: [] });
    const thread = { worker, requests: new Channel<DatabaseRequests>(messagePort(worker)) };
    const forget = () => {
      if (this.#thread === thread) this.#thread = undefined;
    };
    worker.on('error', (failure) => {
      this.#log.error(`The database failed: ${failure.message}`);
      forget();
    });
    worker.on('exit', forget);
    this.#thread = thread;
    return thread;
  }

  #stop(): void {
    const thread = this.#thread;
    this.#thread = undefined;
    thread?.requests.dispose();
    void thread?.worker.terminate();
  }
}
