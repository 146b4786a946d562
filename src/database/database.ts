/**
 * A data source, which is opened in a separate process, so that a crash or a long statement stops nothing else. The process
 * starts with the first request. If it ends, the next request starts another one.
 */

import { type ChildProcess, fork } from 'node:child_process';
import { throwIfAborted } from '../base/async.ts';
import { Channel } from '../base/channel.ts';
import type { Disposable } from '../base/lifetime.ts';
import { type Log, silentLog } from '../base/log.ts';
import { describeExit } from '../base/process.ts';
import type { Catalog } from '../model/catalog/catalog.ts';
import { databaseErrors } from './databaseErrors.ts';
import { processPort } from './processPort.ts';
import type {
  DatabaseRequests,
  Description,
  Rows,
  ScratchRequest,
  ScratchRows,
  Statement,
} from './source/databaseRequests.ts';
import { type DataSource, dialectOf } from './source/dataSource.ts';

interface DatabaseOptions {
  source: DataSource;
  /** Path of `dist/database.cjs`. */
  bundlePath: string;
  /** Milliseconds after which a statement is stopped. Default 30 000. */
  deadlineMs?: number;
  log?: Log;
}

const defaultDeadlineMs = 30_000;

/** The most statements that run at the same time: each one occupies a thread of the process's own pool. */
const maxStatements = 64;

/** After this time a process that does not end is killed. */
const killAfterMs = 2_000;

export class Database implements Disposable {
  readonly #options: DatabaseOptions;
  readonly #disposed = new AbortController();
  /** The end of the last statement of each branch. */
  readonly #lines = new Map<string, Promise<unknown>>();
  #process: DatabaseProcess | undefined;

  constructor(options: DatabaseOptions) {
    this.#options = options;
  }

  /** The dialect of its SQL, as `CUBEJS_DB_TYPE` names it. */
  get dialect(): string {
    return dialectOf(this.#options.source);
  }

  /** Settles when the database can be queried. @throws UserError that says why it cannot be opened */
  check(): Promise<void> {
    return this.#within(undefined, async () => {});
  }

  /** The columns of a statement, or why the database refuses it. Reads no row. @throws UserError, CancelledError */
  describe(sql: string, signal?: AbortSignal): Promise<Description> {
    return this.#within(signal, (requests, until) => requests.call('describe', sql, { signal: until }));
  }

  /** What the database holds. @throws UserError, CancelledError */
  catalog(signal?: AbortSignal): Promise<Catalog> {
    return this.#within(signal, (requests, until) => requests.call('catalog', null, { signal: until }));
  }

  /** Queries tables that exist for this request only; they are not those of the data source. @throws UserError, CancelledError */
  scratch(request: ScratchRequest, signal?: AbortSignal): Promise<readonly ScratchRows[]> {
    return this.#within(signal, (requests, until) => requests.call('scratch', request, { signal: until }));
  }

  /**
   * The rows of one statement. Statements of a branch run one after another, those of two branches at the same time.
   * @param branch any key of it
   * @param signal stops the statement in the database
   * @throws UserError with the database's message, or `query-timeout`; CancelledError when `signal` aborts or disposed
   */
  async query(branch: string, statement: Statement, signal?: AbortSignal): Promise<Rows> {
    throwIfAborted(this.#disposed.signal);
    const before = this.#lines.get(branch);
    const running = (before ?? Promise.resolve()).then(() =>
      this.#within(signal, (requests, until) => requests.call('query', statement, { signal: until })),
    );
    const end = running.then(
      () => {},
      () => {},
    );
    this.#lines.set(branch, end);
    try {
      return await running;
    } finally {
      if (this.#lines.get(branch) === end) this.#lines.delete(branch);
    }
  }

  /** Undefined before the first query. */
  get processId(): number | undefined {
    return this.#process?.pid;
  }

  dispose(): void {
    this.#disposed.abort();
    this.#process?.kill();
  }

  /** Opens the source, then gives the work the time of one statement. */
  async #within<T>(
    signal: AbortSignal | undefined,
    work: (requests: Channel<DatabaseRequests>, until: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const { source, deadlineMs = defaultDeadlineMs } = this.#options;
    const ends = signal ? [this.#disposed.signal, signal] : [this.#disposed.signal];
    const ended = AbortSignal.any(ends);
    throwIfAborted(ended);
    const running = this.#running();
    let late: AbortSignal | undefined;
    running.ref();
    try {
      // The time to fill the tables is not the statement's.
      await running.requests.call('start', { source, deadlineMs }, { signal: ended });
      late = AbortSignal.timeout(deadlineMs);
      return await work(running.requests, AbortSignal.any([ended, late]));
    } catch (failure) {
      throwIfAborted(ended);
      if (!late?.aborted) throw failure;
      throw databaseErrors.error('query-timeout', [deadlineMs / 1000]);
    } finally {
      running.unref();
    }
  }

  #running(): DatabaseProcess {
    if (!this.#process || this.#process.hasEnded) this.#process = new DatabaseProcess(this.#options);
    return this.#process;
  }
}

class DatabaseProcess {
  readonly requests: Channel<DatabaseRequests>;
  readonly #child: ChildProcess;
  #requests = 0;
  #hasEnded = false;

  constructor({ bundlePath, log = silentLog }: DatabaseOptions) {
    const child = fork(bundlePath, [], {
      env: environment(),
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.#child = child;
    this.requests = new Channel<DatabaseRequests>(processPort(child));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => log.debug(`database: ${text.trimEnd()}`));
    child.on('error', (failure) => log.error(`The database failed: ${failure.message}`));
    child.on('exit', (code, signal) => {
      if (!this.#hasEnded) log.error(`The database's process ended: ${describeExit(code, signal)}.`);
      this.#hasEnded = true;
    });
    (child.stderr as { unref?(): void } | null)?.unref?.();
    this.#child.unref();
    this.#child.channel?.unref();
  }

  /** Only a request that waits for its answer keeps this process alive. */
  ref(): void {
    this.#requests += 1;
    this.#child.ref();
    this.#child.channel?.ref();
  }

  unref(): void {
    this.#requests -= 1;
    if (this.#requests > 0) return;
    this.#child.unref();
    this.#child.channel?.unref();
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  kill(): void {
    this.#hasEnded = true;
    this.requests.dispose();
    // The process removes its temporary files and ends.
    if (this.#child.connected) this.#child.disconnect();
    setTimeout(() => this.#child.kill('SIGKILL'), killAfterMs).unref();
  }
}

/** Only the variables that the runtime needs: the SQL of a model sees no others. */
function environment(): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = { ELECTRON_RUN_AS_NODE: '1', UV_THREADPOOL_SIZE: String(maxStatements) };
  for (const name of ['SystemRoot', 'TEMP', 'TMP', 'TMPDIR']) {
    if (process.env[name] !== undefined) env[name] = process.env[name];
  }
  return env;
}
