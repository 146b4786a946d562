/**
 * A branch's data API as a client sees it: where it is comes from the environment, its token from the platform, and a query is asked
 * again while it runs. Spec: rule I, Authentication 7.
 */

import { delay, raceAbort } from '../base/async.ts';
import type { ErrorArgument } from '../base/errors.ts';
import type { Disposable } from '../base/lifetime.ts';
import { type Log, makeLog, silentLog } from '../base/log.ts';
import {
  continueWaitText,
  type DataMeta,
  type DataQuery,
  type DataRows,
  type DataSql,
  dataOperations,
} from '../contract/dataApi.ts';
import type { Environment } from '../contract/deployments.ts';
import { operations } from '../contract/operations.ts';
import { type CallOptions, Client } from './client.ts';
import type { PlatformErrorCode } from './errors.ts';
import { Transport } from './http/transport.ts';
import { PlatformError } from './platformError.ts';
import { defaultRetry, type RetryPolicy } from './retry.ts';

export interface DataApiOptions {
  /** The platform that issues tokens and knows the environments. */
  client: Client;
  deploymentId: string | number;
  /** Undefined: production. */
  branchName?: string | undefined;
  /** Shared; its owner disposes it. Without one the data API opens its own connections. */
  transport?: Transport | undefined;
  retry?: Partial<RetryPolicy> | undefined;
  /** Milliseconds since the epoch. */
  clock?: (() => number) | undefined;
  log?: Log | undefined;
}

/** Milliseconds. */
const tokenLifetime = 86_400_000;
const renewBefore = 60_000;
const firstWait = 250;
const longestWait = 5_000;
/** For a whole query with all its repeats. */
const usualDeadline = 600_000;

interface Access {
  client: Client;
  /** Milliseconds since the epoch. */
  renewAt: number;
}

/** Every call rejects with PlatformError, or with CancelledError when its `signal` aborts; the request is closed then. */
export class DataApi implements Disposable {
  readonly #options: DataApiOptions;
  readonly #transport: Transport;
  readonly #retry: RetryPolicy;
  readonly #clock: () => number;
  readonly #log: Log;
  #url: Promise<string> | undefined;
  #access: Promise<Access> | undefined;

  constructor(options: DataApiOptions) {
    this.#options = options;
    this.#transport = options.transport ?? new Transport({ log: options.log });
    this.#retry = { ...defaultRetry, ...options.retry };
    this.#clock = options.clock ?? Date.now;
    this.#log = options.log ?? silentLog;
  }

  meta(options: CallOptions = {}): Promise<DataMeta> {
    const { readMeta } = dataOperations;
    return this.#untilReady<DataMeta>((client, each) => client.call(readMeta, {}, each), 'cubes', options);
  }

  /** The rows of one query. `deadlineMs` (default 10 minutes) is for the query with all its repeats. */
  load(query: DataQuery, options: CallOptions = {}): Promise<DataRows> {
    const { load } = dataOperations;
    return this.#untilReady<DataRows>((client, each) => client.call(load, { body: { query } }, each), 'data', options);
  }

  sql(query: DataQuery, options: CallOptions = {}): Promise<DataSql> {
    const input = { query: { query: JSON.stringify(query) } };
    return this.#untilReady<DataSql>(
      (client, each) => client.call(dataOperations.readSql, input, each),
      'sql',
      options,
    );
  }

  /** Closes connections of its own; calls under way end as cancelled. */
  dispose(): void {
    if (!this.#options.transport) this.#transport.dispose();
  }

  async #untilReady<Ready extends object>(
    ask: (client: Client, options: CallOptions) => Promise<object | undefined>,
    key: keyof Ready & string,
    { signal, deadlineMs = usualDeadline }: CallOptions,
  ): Promise<Ready> {
    const end = performance.now() + deadlineMs;
    let renewed = false;
    for (let repeat = 0; ; ) {
      const { client } = await this.#signedIn(signal);
      try {
        const answer = await ask(client, { signal, deadlineMs: Math.max(1, end - performance.now()) });
        if (answer && key in answer) return answer as Ready;
        const said = (answer as { error?: string } | undefined)?.error ?? '';
        if (said.toLowerCase() !== continueWaitText.toLowerCase()) {
          throw said === '' ? failed('rejected', client.host) : failed('rejected-because', client.host, `${said}.`);
        }
      } catch (failure) {
        if (!(failure instanceof PlatformError)) throw failure;
        // The platform's clock may run ahead of ours; a second new token would not help.
        if (failure.kind === 'unauthorized' && !renewed) {
          renewed = true;
          this.#access = undefined;
          continue;
        }
        if (!saysContinueWait(failure)) throw failure;
      }
      const wait = Math.min(longestWait, firstWait * 1.6 ** repeat) * (0.5 + this.#retry.random() / 2);
      repeat += 1;
      if (performance.now() + wait >= end) {
        throw failed('query-not-ended', client.host, Math.round(deadlineMs / 1000));
      }
      await delay(wait, signal);
    }
  }

  /** One token for all who ask meanwhile, whoever of them gives up; none is kept that could not be had. */
  async #signedIn(signal: AbortSignal | undefined): Promise<Access> {
    const access = this.#access ?? this.#begin();
    const current = await raceAbort(access, signal);
    if (this.#clock() < current.renewAt) return current;
    if (this.#access === access) this.#access = undefined;
    return raceAbort(this.#access ?? this.#begin(), signal);
  }

  #begin(): Promise<Access> {
    const access = this.#signIn();
    this.#access = access;
    access.catch(() => {
      if (this.#access === access) this.#access = undefined;
    });
    return access;
  }

  async #signIn(): Promise<Access> {
    const { client, deploymentId, retry } = this.#options;
    const issuedAt = this.#clock();
    const [baseUrl, issued] = await Promise.all([
      this.#restUrl(),
      client.call(operations.createDeploymentToken, { params: { deploymentId }, body: {} }),
    ]);
    const token = issued.cubeApiToken ?? issued.token;
    if (!token) throw failed('no-data-token', client.host);
    // “Continue wait” is a failure to the client that carries it, and nothing to warn of.
    const log = makeLog((level, message) => this.#log[level === 'warn' ? 'debug' : level](message));
    return {
      client: new Client({ baseUrl, credential: { token, scheme: 'none' }, transport: this.#transport, retry, log }),
      renewAt: (expiryOf(token) ?? issuedAt + tokenLifetime) - renewBefore,
    };
  }

  #restUrl(): Promise<string> {
    this.#url ??= this.#findUrl().catch((failure: unknown) => {
      this.#url = undefined;
      throw failure;
    });
    return this.#url;
  }

  async #findUrl(): Promise<string> {
    const { client, deploymentId, branchName } = this.#options;
    for await (const environment of client.items(operations.listEnvironments, {
      params: { deploymentId },
    })) {
      const url = restUrlOf(environment);
      if (url && isFor(environment, url, branchName)) return url;
    }
    throw branchName === undefined
      ? failed('no-production', client.host)
      : failed('no-environment', client.host, branchName);
  }
}

/** The REST URL of an environment in either shape its credentials come in. Never guessed. */
export function restUrlOf({ api_credentials: credentials }: Environment): string | undefined {
  const rest = Array.isArray(credentials) ? credentials.find(({ type }) => type === 'rest') : credentials?.rest;
  return rest?.url ?? undefined;
}

function isFor({ type, name }: Environment, url: string, branchName: string | undefined): boolean {
  if (branchName === undefined) return type === 'production';
  if (type === 'production') return false;
  const segments = branchName.split('/').map(encodeURIComponent).join('/');
  return name === branchName || url.includes(`/dev-mode/${segments}/`);
}

function saysContinueWait({ status, serverMessage }: PlatformError): boolean {
  return status !== undefined && status < 300 && serverMessage?.toLowerCase() === continueWaitText.toLowerCase();
}

/** When a token says that it ends, in milliseconds since the epoch. Read, not checked: that is the server's business. */
function expiryOf(token: string): number | undefined {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
    const exp = (claims as { exp?: unknown } | null)?.exp;
    return typeof exp === 'number' ? exp * 1000 : undefined;
  } catch {
    return undefined;
  }
}

function failed(code: PlatformErrorCode, host: string, ...args: ErrorArgument[]): PlatformError {
  return new PlatformError(code, [host, ...args], { host, operation: 'data API' });
}
