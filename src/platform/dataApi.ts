/**
 * The client of a branch's data API. The environment names its URL, the platform issues its token, and a query is sent again
 * while it runs. Spec: rule I, Authentication 7.
 */

import { delay, raceAbort } from '../base/async.ts';
import type { ErrorArgument } from '../base/errors.ts';
import type { Disposable } from '../base/lifetime.ts';
import { type Log, makeLog, silentLog } from '../base/log.ts';
import {
  continueWaitText,
  type DataMeta,
  type DataQuery,
  type DataResults,
  type DataRows,
  type DataSql,
  dataOperations,
} from '../contract/dataApi.ts';
import { runtimeOperations } from '../contract/deployments/runtime.ts';
import { type BranchEnvironment, type BranchOfDeployment, branchEnvironment } from './branchEnvironment.ts';
import { type CallOptions, Client, type Reader } from './client.ts';
import { joinResults, joinStatements } from './comparedRanges.ts';
import { expiryOf, type RenewableCredential } from './credential.ts';
import type { PlatformErrorCode } from './errors.ts';
import { Transport } from './http/transport.ts';
import { PlatformError } from './platformError.ts';
import { RenewedCredential } from './renewedCredential.ts';
import { defaultRetry, type RetryPolicy } from './retry.ts';

/** The client is that of the platform, which issues tokens and lists environments. */
export interface DataApiOptions extends BranchOfDeployment {
  /** The environment of the branch, if it is known. */
  environment?: BranchEnvironment | undefined;
  /** Issues the token of another viewer. Default: that of the client's user. */
  issueToken?: (() => Promise<string>) | undefined;
  /** A shared transport, which its owner disposes. Default: a separate one. */
  transport?: Transport | undefined;
  retry?: Partial<RetryPolicy> | undefined;
  /** Milliseconds since the epoch. */
  clock?: (() => number) | undefined;
  log?: Log | undefined;
}

export interface QueryOptions extends CallOptions {
  /** Called each time that the platform asks to wait. */
  onWait?: (() => void) | undefined;
}

export interface LoadedRows {
  rows: DataRows;
  /** The answers that the rows consist of: one for each compared date range. */
  parts: readonly DataRows[];
}

/** Milliseconds. */
const tokenLifetime = 86_400_000;
const firstWait = 250;
const longestWait = 5_000;
/** For a whole query with all its repetitions. */
const defaultDeadline = 600_000;

/** Every call throws PlatformError, or CancelledError when its `signal` aborts, which also closes the request. */
export class DataApi implements Disposable {
  readonly #options: DataApiOptions;
  readonly #transport: Transport;
  readonly #retry: RetryPolicy;
  readonly #log: Log;
  readonly #token: RenewableCredential;
  #client: Promise<Reader> | undefined;

  constructor(options: DataApiOptions) {
    this.#options = options;
    this.#transport = options.transport ?? new Transport({ log: options.log });
    this.#retry = { ...defaultRetry, ...options.retry };
    this.#log = options.log ?? silentLog;
    const { issueToken = () => this.#issueToken(), clock: now = Date.now } = options;
    const issue = async () => {
      const issuedAt = now();
      const token = await issueToken();
      return { credential: { token, scheme: 'none' as const }, expiresAt: expiryOf(token) ?? issuedAt + tokenLifetime };
    };
    this.#token = new RenewedCredential({ read: issue, replace: issue, now });
  }

  meta(options: CallOptions = {}): Promise<DataMeta> {
    const { readMeta } = dataOperations;
    const send = (client: Reader, each: CallOptions) => client.call(readMeta, {}, each);
    return this.#untilReady<DataMeta>(send, (answer) => 'cubes' in answer, options);
  }

  /**
   * The rows of one query; those of compared date ranges one after the other. `deadlineMs` (default 10 minutes) applies to the
   * query with all its repetitions.
   */
  async load(query: DataQuery, options: QueryOptions = {}): Promise<LoadedRows> {
    const { load } = dataOperations;
    const send = (client: Reader, each: CallOptions) => client.call(load, { body: { query } }, each);
    const isReady = (answer: object) => 'data' in answer || 'results' in answer;
    const answer = await this.#untilReady<DataRows | DataResults>(send, isReady, options);
    const parts = 'data' in answer ? [answer as DataRows] : (answer as DataResults).results;
    return { rows: 'data' in answer ? (answer as DataRows) : joinResults(parts), parts };
  }

  async sql(query: DataQuery, options: QueryOptions = {}): Promise<DataSql> {
    const input = { query: { query: JSON.stringify(query) } };
    const send = (client: Reader, each: CallOptions) => client.call(dataOperations.readSql, input, each);
    const isReady = (answer: object) => 'sql' in answer || Array.isArray(answer);
    const answer = await this.#untilReady<DataSql | DataSql[]>(send, isReady, options);
    return Array.isArray(answer) ? joinStatements(answer) : answer;
  }

  /** Closes the connections, unless the transport is shared. Running calls reject with CancelledError. */
  dispose(): void {
    if (!this.#options.transport) this.#transport.dispose();
  }

  async #untilReady<Ready extends object>(
    send: (client: Reader, options: CallOptions) => Promise<object | undefined>,
    isReady: (answer: object) => boolean,
    { deadlineMs = defaultDeadline, onWait, ...options }: QueryOptions,
  ): Promise<Ready> {
    const { signal } = options;
    const end = performance.now() + deadlineMs;
    for (let repeat = 0; ; ) {
      const client = await this.#connected(signal);
      try {
        const answer = await send(client, { ...options, deadlineMs: Math.max(1, end - performance.now()) });
        if (answer && isReady(answer)) return answer as Ready;
        const serverText = (answer as { error?: string } | undefined)?.error ?? '';
        if (serverText.toLowerCase() !== continueWaitText.toLowerCase()) {
          throw serverText === ''
            ? failed('rejected', client.host)
            : failed('rejected-because', client.host, `${serverText}.`);
        }
      } catch (failure) {
        if (!(failure instanceof PlatformError)) throw failure;
        // The deadline of the query cuts its last repetition short.
        const wasRunning = repeat > 0 && failure.kind === 'timeout' && performance.now() >= end - 1;
        if (wasRunning) throw failed('query-not-ended', client.host, Math.round(deadlineMs / 1000));
        if (!isContinueWait(failure)) throw failure;
      }
      onWait?.();
      const wait = Math.min(longestWait, firstWait * 1.6 ** repeat) * (0.5 + this.#retry.random() / 2);
      repeat += 1;
      if (performance.now() + wait >= end) {
        throw failed('query-not-ended', client.host, Math.round(deadlineMs / 1000));
      }
      await delay(wait, signal);
    }
  }

  /** The token is issued while the URL is found. */
  async #connected(signal: AbortSignal | undefined): Promise<Reader> {
    this.#client ??= this.#connect().catch((failure: unknown) => {
      this.#client = undefined;
      throw failure;
    });
    const [client] = await Promise.all([raceAbort(this.#client, signal), this.#token.current(signal)]);
    return client;
  }

  async #connect(): Promise<Reader> {
    // The client reports “Continue wait” as a failure, which is normal here and not worth a warning.
    const log = makeLog((level, message) => this.#log[level === 'warn' ? 'debug' : level](message));
    const { url: baseUrl } = this.#options.environment ?? (await branchEnvironment(this.#options));
    const { name } = this.#options.client;
    return new Client({ baseUrl, credential: this.#token, name, transport: this.#transport, retry: this.#retry, log });
  }

  async #issueToken(): Promise<string> {
    const { client, deploymentId } = this.#options;
    const input = { params: { deploymentId }, body: {} };
    const issued = await client.call(runtimeOperations.createDeploymentToken, input);
    const token = issued.cubeApiToken ?? issued.token;
    if (!token) throw failed('no-data-token', client.host);
    return token;
  }
}

function isContinueWait({ status, serverMessage }: PlatformError): boolean {
  return status !== undefined && status < 300 && serverMessage?.toLowerCase() === continueWaitText.toLowerCase();
}

function failed(code: PlatformErrorCode, host: string, ...args: ErrorArgument[]): PlatformError {
  return new PlatformError(code, [host, ...args], { host, operation: 'data API' });
}
