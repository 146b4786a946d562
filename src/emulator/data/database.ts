/**
 * The embedded database. Each branch has a thread with its own copy, so that no statement of one branch blocks another one. They
 * start with the first query and are replaced when a query has to be stopped.
 */

import { Worker } from 'node:worker_threads';
import { throwIfAborted } from '../../base/async.ts';
import { Channel } from '../../base/channel.ts';
import type { Disposable } from '../../base/lifetime.ts';
import { type Log, silentLog } from '../../base/log.ts';
import { WorkerPool } from '../../base/workerPool.ts';
import { emulatorErrors } from '../records/emulatorErrors.ts';
import type { DatabaseRequests, DatabaseStart, Rows } from './databaseRequests.ts';
import { messagePort } from './threadPort.ts';

interface DatabaseOptions extends DatabaseStart {
  /** Path of `dist/database.cjs`; the database's `.wasm` is next to it. */
  bundlePath: string;
  /** Milliseconds after which a query is stopped. Default 60 000. */
  deadlineMs?: number;
  log?: Log;
}

/** A branch whose statements never end keeps one thread busy. */
const maxThreads = 16;
/** Milliseconds after which an idle thread ends. */
const idleMs = 60_000;

export class Database implements Disposable {
  readonly #deadlineMs: number;
  readonly #disposed = new AbortController();
  readonly #threads: WorkerPool<Thread>;

  constructor({ bundlePath, scripts, deadlineMs = 60_000, log = silentLog }: DatabaseOptions) {
    this.#deadlineMs = deadlineMs;
    const start = () => new Thread(bundlePath, { scripts }, log);
    this.#threads = new WorkerPool({ start, maxWorkers: maxThreads, idleMs });
  }

  /**
   * The rows of one statement. Statements of a branch run one after another, those of two branches at the same time.
   * @param branch any key of it
   * @throws UserError with the database's message, or `query-timeout`; CancelledError when disposed
   */
  query(branch: string, statement: { sql: string; params: readonly unknown[] }): Promise<Rows> {
    const { signal } = this.#disposed;
    const use = { line: branch, rights: '', version: null };
    return this.#threads.run(use, ({ worker }) => this.#run(worker, statement), signal);
  }

  dispose(): void {
    this.#disposed.abort();
    this.#threads.dispose();
  }

  async #run(thread: Thread, statement: { sql: string; params: readonly unknown[] }): Promise<Rows> {
    let late = false;
    const deadline = setTimeout(() => {
      late = true;
      thread.kill();
    }, this.#deadlineMs);
    try {
      return await thread.query(statement);
    } catch (failure) {
      throwIfAborted(this.#disposed.signal);
      if (!late) throw failure;
      throw emulatorErrors.error('query-timeout', [this.#deadlineMs / 1000]);
    } finally {
      clearTimeout(deadline);
    }
  }
}

class Thread {
  readonly #worker: Worker;
  readonly #requests: Channel<DatabaseRequests>;
  #exitReason: string | undefined;

  constructor(bundlePath: string, workerData: DatabaseStart, log: Log) {
    const worker = new Worker(bundlePath, { workerData, env: {}, execArgv: [] });
    this.#worker = worker;
    this.#requests = new Channel<DatabaseRequests>(messagePort(worker));
    worker.on('error', (failure) => {
      log.error(`The database failed: ${failure.message}`);
      this.#exitReason ??= failure.message;
    });
    worker.on('exit', (code) => {
      this.#exitReason ??= `it ended with exit code ${code}`;
    });
    worker.unref();
  }

  get exitReason(): string | undefined {
    return this.#exitReason;
  }

  async query(statement: { sql: string; params: readonly unknown[] }): Promise<Rows> {
    this.#worker.ref();
    try {
      return await this.#requests.call('query', statement);
    } finally {
      this.#worker.unref();
    }
  }

  kill(): void {
    this.#exitReason ??= 'it was stopped';
    this.#requests.dispose();
    void this.#worker.terminate();
  }
}
