/**
 * The embedded database runs in a separate process, so that a crash or a long statement does not stop the emulator. The process
 * starts with the first query. If it ends, the next query starts another one.
 */

import { type ChildProcess, fork } from 'node:child_process';
import { throwIfAborted } from '../../base/async.ts';
import { Channel } from '../../base/channel.ts';
import type { Disposable } from '../../base/lifetime.ts';
import { type Log, silentLog } from '../../base/log.ts';
import { describeExit } from '../../base/process.ts';
import { emulatorErrors } from '../records/emulatorErrors.ts';
import type { DatabaseRequests, DatabaseStart, Rows, Statement } from './databaseRequests.ts';
import { processPort } from './processPort.ts';

interface DatabaseOptions extends DatabaseStart {
  /** Path of `dist/database.cjs`. */
  bundlePath: string;
  /** Milliseconds after which a query is stopped. Default 60 000. */
  deadlineMs?: number;
  log?: Log;
}

/** The most statements that run at the same time: each one occupies a thread of the process's own pool. */
const maxStatements = 64;

export class Database implements Disposable {
  readonly #options: DatabaseOptions;
  readonly #disposed = new AbortController();
  /** The end of the last statement of each branch. */
  readonly #lines = new Map<string, Promise<unknown>>();
  #process: DatabaseProcess | undefined;

  constructor(options: DatabaseOptions) {
    this.#options = options;
  }

  /** Settles when the tables can be queried. @throws UserError with the database's message about a script */
  async check(): Promise<void> {
    await this.#running().requests.call('start', null, { signal: this.#disposed.signal });
  }

  /**
   * The rows of one statement. Statements of a branch run one after another, those of two branches at the same time.
   * @param branch any key of it
   * @throws UserError with the database's message, or `query-timeout`; CancelledError when disposed
   */
  async query(branch: string, statement: Statement): Promise<Rows> {
    const { signal } = this.#disposed;
    throwIfAborted(signal);
    const before = this.#lines.get(branch);
    const running = (before ?? Promise.resolve()).then(() => this.#run(statement));
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

  async #run(statement: Statement): Promise<Rows> {
    const { deadlineMs = 60_000 } = this.#options;
    throwIfAborted(this.#disposed.signal);
    const { requests } = this.#running();
    // The time to fill the tables is not the statement's.
    await requests.call('start', null, { signal: this.#disposed.signal });
    const late = AbortSignal.timeout(deadlineMs);
    try {
      const signal = AbortSignal.any([this.#disposed.signal, late]);
      return await requests.call('query', statement, { signal });
    } catch (failure) {
      throwIfAborted(this.#disposed.signal);
      if (!late.aborted) throw failure;
      throw emulatorErrors.error('query-timeout', [deadlineMs / 1000]);
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
  #hasEnded = false;

  constructor({ bundlePath, scripts, log = silentLog }: DatabaseOptions) {
    const child = fork(bundlePath, [JSON.stringify({ scripts } satisfies DatabaseStart)], {
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
    // The server keeps this process alive.
    child.unref();
    child.channel?.unref();
    (child.stderr as { unref?(): void } | null)?.unref?.();
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
    this.#child.kill('SIGKILL');
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
