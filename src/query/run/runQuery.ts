/** Runs queries on one branch: rows and SQL together. */

import { messageOf, type UserError } from '../../base/errors.ts';
import type { Disposable } from '../../base/lifetime.ts';
import type { Log } from '../../base/log.ts';
import type { DataMeta, DataRows } from '../../contract/dataApi.ts';
import type { QueryViewer } from '../../model/documents/queryDocument.ts';
import type { Reader } from '../../platform/client.ts';
import { DataApi } from '../../platform/dataApi.ts';
import { Transport } from '../../platform/http/transport.ts';
import { PlatformError } from '../../platform/platformError.ts';
import { formatSql, type ShownSql } from '../results/formatSql.ts';
import { type ResultTable, tableOf } from '../results/resultTable.ts';
import { queryErrors } from './queryErrors.ts';
import { viewerToken } from './viewerToken.ts';
import { cutOf, refusesLimit, withLargestLimit } from './wholeRows.ts';

export interface QuerySql {
  text: string;
  parameters: readonly unknown[];
  /** Tables that the statement reads instead of the source; empty if the platform reports none. */
  preAggregations?: readonly { table: string; sql: string }[];
}

type AnsweredBy = 'cache' | 'preAggregation' | 'source';

export interface QueryRun {
  table: ResultTable;
  sql: QuerySql;
  /** The statement as it is shown. */
  shownSql: ShownSql;
  /** As the platform sent it: titles, types and formats by member. */
  annotation: object;
  /** From the call to the result. */
  ms: number;
  request: object;
  /** Number of rows without a limit, if the query asks for it or rows are missing. */
  total: number | null;
  lastRefreshTime: string | null;
  /** As far as the platform reports it. */
  answeredBy: AnsweredBy | undefined;
}

export interface QueryTarget {
  client: Reader;
  /** With an administrator's key, for `as`. Default: `client`. */
  admin?: Reader | undefined;
  deploymentId: string | number;
  /** Undefined: production. */
  branchName?: string | undefined;
  as?: QueryViewer | undefined;
  /** A shared transport, which its owner disposes. */
  transport?: Transport | undefined;
  log?: Log | undefined;
}

interface RunOptions {
  signal?: AbortSignal | undefined;
  /** Called each time that the platform asks to wait. */
  onWait?: (() => void) | undefined;
}

type Query = Readonly<Record<string, unknown>>;

/** Number of queries whose last refresh is remembered. */
const maxRemembered = 100;

/** Keeps one token for all its queries. */
export class QueryRunner implements Disposable {
  readonly #target: QueryTarget;
  readonly #transport: Transport;
  readonly #api: DataApi;
  /** The last refresh of each query's result. */
  readonly #refreshTimes = new Map<string, string>();
  /** The platform allows only a smaller limit than the largest usual one. */
  #refusedLimit = false;

  constructor(target: QueryTarget) {
    const { client, admin = client, deploymentId, branchName, as, log } = target;
    this.#target = target;
    this.#transport = target.transport ?? new Transport({ log });
    this.#api = new DataApi({
      client,
      deploymentId,
      branchName,
      transport: this.#transport,
      log,
      issueToken: as && (() => viewerToken({ client: admin, deploymentId, branchName, as })),
    });
  }

  /** @throws PlatformError, UserError; CancelledError when `signal` aborts, which also closes the requests */
  async run(query: Query, { signal, onWait }: RunOptions = {}): Promise<QueryRun> {
    const startedAt = performance.now();
    const ended = new AbortController();
    const sql = this.sql(query, { signal: signal ? AbortSignal.any([signal, ended.signal]) : ended.signal });
    // The rows decide: their failure has the same cause.
    const ownSql = sql.catch((failure: unknown) => ({ text: commentOf(messageOf(failure)), parameters: [] }));
    try {
      const { rows, table, asked } = await this.#load(query, { signal, onWait });
      const lastRefreshTime = rows.lastRefreshTime ?? null;
      const ms = Math.round(performance.now() - startedAt);
      const isRepeated = this.#remember(query, lastRefreshTime);
      return {
        table,
        sql: await ownSql,
        shownSql: await formatSql((await ownSql).text, rows.dbType ?? undefined),
        annotation: rows.annotation ?? {},
        ms,
        request: { query: asked },
        total: rows.total === null || rows.total === undefined ? (table.cut?.total ?? null) : Number(rows.total),
        lastRefreshTime,
        answeredBy: answeredBy(rows, isRepeated),
      };
    } finally {
      ended.abort();
    }
  }

  /** Only the rows. @throws as `run` does */
  async table(query: Query, { signal }: Pick<RunOptions, 'signal'> = {}): Promise<ResultTable> {
    return (await this.#load(query, { signal })).table;
  }

  /** The answer as it is, for a query with its own limit. @throws as `run` does */
  async rows(query: Query, { signal }: Pick<RunOptions, 'signal'> = {}): Promise<DataRows> {
    return (await this.#explained(this.#api.load(query, { signal }))).rows;
  }

  /** The cubes and views that the viewer sees. @throws as `run` does */
  meta({ signal }: Pick<RunOptions, 'signal'> = {}): Promise<DataMeta> {
    return this.#explained(this.#api.meta({ signal }));
  }

  /** @throws as `run` does */
  async sql(query: Query, { signal }: RunOptions = {}): Promise<QuerySql> {
    const answer = await this.#explained(this.#asking(query, (asked) => this.#api.sql(asked, { signal })));
    const [text, parameters] = answer.sql.sql;
    const preAggregations = preAggregationsOf(answer.sql.preAggregations);
    return { text, parameters, ...(preAggregations.length > 0 && { preAggregations }) };
  }

  dispose(): void {
    this.#api.dispose();
    if (!this.#target.transport) this.#transport.dispose();
  }

  async #load(query: Query, options: RunOptions) {
    let asked = query;
    const send = async (each: Query) => {
      asked = each;
      return this.#api.load(each, options);
    };
    const loaded = await this.#explained(this.#asking(query, send));
    const cut = await cutOf(loaded, query, async () => {
      const counted = { ...query, limit: 1, rowLimit: undefined, offset: undefined, order: undefined, total: true };
      return this.#api.load(counted, options).catch((failure: unknown) => {
        if (failure instanceof PlatformError) return undefined;
        throw failure;
      });
    });
    return { rows: loaded.rows, table: { ...tableOf(loaded.rows, query), ...(cut && { cut }) }, asked };
  }

  /** Sends a query that asks for all rows. If the platform allows only a smaller limit, its default one applies. */
  async #asking<T>(query: Query, send: (asked: Query) => Promise<T>): Promise<T> {
    const asked = this.#refusedLimit ? query : withLargestLimit(query);
    try {
      return await send(asked);
    } catch (failure) {
      if (asked === query || !refusesLimit(failure)) throw failure;
      const answer = await send(query);
      this.#refusedLimit = true;
      return answer;
    }
  }

  /** Whether the previous answer to this query had the same result. */
  #remember(query: Query, refreshTime: string | null): boolean {
    const key = JSON.stringify(query);
    const earlier = this.#refreshTimes.get(key);
    this.#refreshTimes.delete(key);
    if (refreshTime !== null) this.#refreshTimes.set(key, refreshTime);
    const [oldest] = this.#refreshTimes.keys();
    if (oldest !== undefined && this.#refreshTimes.size > maxRemembered) this.#refreshTimes.delete(oldest);
    return refreshTime !== null && refreshTime === earlier;
  }

  async #explained<T>(answer: Promise<T>): Promise<T> {
    try {
      return await answer;
    } catch (failure) {
      throw failure instanceof PlatformError ? (this.#explain(failure) ?? failure) : failure;
    }
  }

  /** A failure that means something else for a query than for other operations. */
  #explain(failure: PlatformError): UserError | undefined {
    const { host, where } = failure;
    const details = { where, cause: failure };
    if (failure.kind === 'too-large') {
      const megabytes = Math.round(this.#transport.maxResponseBytes / 1024 / 1024);
      return queryErrors.error('result-too-large', [host, megabytes], details);
    }
    // Other operations find the environment and issue the token.
    if (!failure.operation.startsWith('data.')) return undefined;
    if (failure.status === 404) {
      return queryErrors.error('branch-not-served', [host, this.#target.branchName ?? 'production'], details);
    }
    return failure.kind === 'unauthorized' ? queryErrors.error('token-not-accepted', [host], details) : undefined;
  }
}

/** The published gateway lists them next to the statement: `{tableName, sql: [text, parameters]}`. */
function preAggregationsOf(listed: unknown): { table: string; sql: string }[] {
  return (Array.isArray(listed) ? listed : []).map((one: { tableName?: unknown; sql?: unknown } | null) => {
    return { table: String(one?.tableName ?? ''), sql: JSON.stringify(one?.sql ?? null) };
  });
}

/** A hosted platform names pre-aggregations and the time of the last refresh only; the emulator says whether it computed. */
function answeredBy(
  { usedPreAggregations, external, fromCache }: DataRows,
  isRepeated: boolean,
): AnsweredBy | undefined {
  const used = typeof usedPreAggregations === 'object' && Object.keys(usedPreAggregations ?? {}).length > 0;
  if (used || external === true) return 'preAggregation';
  if (isRepeated || fromCache === true) return 'cache';
  return fromCache === false ? 'source' : undefined;
}

function commentOf(text: string): string {
  return `-- ${text.replaceAll('\n', '\n-- ')}`;
}
