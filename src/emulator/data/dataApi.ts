/**
 * The data API of every branch that is run: metadata, queries as SQL, and their rows. It uses the model of the branch's last
 * successful build. Spec: rule I.
 */

import { createHash } from 'node:crypto';
import { delay, throwIfAborted } from '../../base/async.ts';
import { UserError } from '../../base/errors.ts';
import type { Disposable } from '../../base/lifetime.ts';
import type { Variables } from '../../compiler/compileResult.ts';
import type { Dialects, ModelRequest, ModelResponse, QueryPlan, SecurityContext } from '../../compiler/modelRequest.ts';
import type { Rows, Statement } from '../../database/source/databaseRequests.ts';
import { dialectsOf } from '../../local/dialectsOf.ts';
import { InvalidQuery } from '../../local/invalidQuery.ts';
import { type DataQueries, type DataQuery, readQueries } from '../../local/queryInput.ts';
import { compactRows, rowsOf, sizeOfRows } from '../../local/results.ts';
import type { LiveDeployment } from '../platform/liveDeployment.ts';
import { HttpFailure } from '../records/httpFailure.ts';
import type { BranchRecord } from '../records/platformRecord.ts';
import type { OpenDatabase, OpenDatabases } from './openDatabases.ts';
import { type QueryCaller, ResultCache } from './resultCache.ts';

export interface DataPace {
  /** Milliseconds after which a running query is answered with `Continue wait`. */
  waitMs: number;
  /** Milliseconds added to every query. */
  slowMs: number;
}

export interface DataApiOptions {
  databases: OpenDatabases;
  /** Milliseconds since the epoch. */
  clock: () => number;
  closing: AbortSignal;
  pace?: Partial<DataPace>;
}

export const continueWait = { error: 'Continue wait' } as const;

/** The published compiler's own planner; the hosted platform's is native. */
const planner = 'javascript';

/** The most bytes of rows that one answer can have. */
const maxAnswer = 128 * 1024 * 1024;

interface Loaded {
  plan: QueryPlan;
  rows: Rows;
  total: number | null;
  refreshedAt: string;
}

/** The build that answers for a branch. */
interface Runtime {
  deployment: LiveDeployment;
  branch: BranchRecord;
  tree: string;
  variables: Variables;
  jobId: number;
}

export class DataApi implements Disposable {
  /** Changes apply to the next query. */
  readonly pace: DataPace;
  readonly #options: DataApiOptions;
  readonly #results: ResultCache<Loaded>;
  readonly #dialects: Dialects;

  constructor(options: DataApiOptions) {
    this.#options = options;
    this.#dialects = dialectsOf(options.databases);
    this.#results = new ResultCache({ closing: options.closing, sizeOf: ({ rows }) => sizeOfRows(rows) });
    this.pace = { waitMs: 5000, slowMs: 0, ...options.pace };
  }

  /** Drops all cached results. */
  clearCache(): void {
    this.#results.clear();
  }

  /** `{cubes}`. @throws HttpFailure */
  async meta(deployment: LiveDeployment, branch: BranchRecord, securityContext: SecurityContext): Promise<object> {
    const runtime = await this.#runtime(deployment, branch);
    if (!runtime) return continueWait;
    const answer = await this.#ask(runtime, { kind: 'meta', securityContext });
    return answer.kind === 'meta' ? answer.meta : throwModelError(answer);
  }

  /** The SQL of a query, or of each of several. @throws HttpFailure */
  async sql(
    deployment: LiveDeployment,
    branch: BranchRecord,
    input: unknown,
    securityContext: SecurityContext,
  ): Promise<object> {
    const { kind, queries } = asked(input, this.#options.clock());
    const runtime = await this.#runtime(deployment, branch);
    if (!runtime) return continueWait;
    const toSql = async ({ query }: DataQuery) => {
      const { sql, params, columns, total, dataSource } = await this.#plan(runtime, query, securityContext);
      const aliasNameToMember = Object.fromEntries(columns.map(({ alias, keys }) => [alias, keys[0]]));
      const order = query.order ?? [];
      const counted = total ? { totalSql: [total.sql, total.params] } : {};
      return {
        sql: {
          sql: [sql, params],
          ...counted,
          aliasNameToMember,
          order,
          dataSource,
          external: false,
          planner,
        },
      };
    };
    const [first, ...others] = await Promise.all(queries.map(toSql));
    return kind === 'regularQuery' ? first! : [first, ...others];
  }

  /** Rows with their annotation, or `Continue wait`. @throws HttpFailure */
  async load(
    deployment: LiveDeployment,
    branch: BranchRecord,
    { input, multi }: { input: unknown; multi: boolean },
    securityContext: SecurityContext,
    caller: QueryCaller,
  ): Promise<object> {
    const read = asked(input, this.#options.clock());
    const runtime = await this.#runtime(deployment, branch);
    if (!runtime) return continueWait;
    const keys = read.queries.map(({ query }) => keyOf(runtime, query, securityContext));
    const ended = new AbortController();
    const each = { ...caller, signal: AbortSignal.any([caller.signal, ended.signal]) };
    let size = 0;
    const loadOne = async (query: DataQuery, place: number) => {
      const one = await this.#load(runtime, query, securityContext, { key: keys[place]!, caller: each });
      size += one ? sizeOfRows(one.result.rows) : 0;
      if (size > maxAnswer) throw new HttpFailure(400, `The results together have more than ${maxAnswer >> 20} MB`);
      return one;
    };
    const loaded = await Promise.all(read.queries.map(loadOne)).finally(() => ended.abort());
    if (loaded.includes(undefined)) {
      for (const key of keys) this.#results.expect(key, caller.id);
      return continueWait;
    }
    const results = loaded.map((one, place) => this.#answerOf(one!, read.queries[place]!, read.kind));
    if (read.kind === 'regularQuery' && !multi) return results[0]!;
    return { queryType: read.kind, results, pivotQuery: pivotOf(read), slowQuery: false };
  }

  #answerOf(
    { result: { plan, rows, total, refreshedAt }, cached }: { result: Loaded; cached: boolean },
    { query, compact }: DataQuery,
    queryType: string,
  ): object {
    const { limit, order, ...shown } = query;
    return {
      // Clients read the format of the rows here.
      query: {
        ...shown,
        order: order ?? [],
        limit,
        rowLimit: limit,
        queryType,
        ...(compact && { responseFormat: 'compact' }),
      },
      lastRefreshTime: refreshedAt,
      usedPreAggregations: {},
      annotation: plan.annotation,
      dataSource: plan.dataSource,
      dbType: this.#dialects[plan.dataSource],
      planner,
      external: false,
      fromCache: cached,
      slowQuery: false,
      total,
      data: compact ? compactRows(rows, plan.columns) : rowsOf(rows, plan.columns),
    };
  }

  dispose(): void {
    this.#results.clear();
  }

  async #load(
    runtime: Runtime,
    query: DataQuery,
    securityContext: SecurityContext,
    { key, caller }: { key: string; caller: QueryCaller },
  ): Promise<{ result: Loaded; cached: boolean } | undefined> {
    const { clock, closing } = this.#options;
    const { waitMs, slowMs } = this.pace;
    const work = async (abandoned: AbortSignal): Promise<Loaded> => {
      const plan = await this.#plan(runtime, query.query, securityContext);
      const signal = AbortSignal.any([abandoned, closing]);
      throwIfAborted(signal);
      if (slowMs > 0) await delay(slowMs, signal);
      const started = performance.now();
      const source = this.#source(plan);
      const rows = await this.#rows(runtime, source, plan, signal);
      const counted = plan.total && (await this.#rows(runtime, source, plan.total, signal));
      const line = `POST /load 200 ${Math.round(performance.now() - started)} ms, ${rows.values.length} rows`;
      runtime.deployment.builds.log(runtime.branch, 'cubejs-server', line);
      const total = counted ? Number(counted.values[0]?.[0] ?? 0) : null;
      return { plan, rows, total, refreshedAt: new Date(clock()).toISOString() };
    };
    return this.#results.get(key, work, { waitMs, renew: query.renew, caller });
  }

  /** @throws HttpFailure */
  #source({ dataSource }: QueryPlan): OpenDatabase {
    const found = this.#options.databases.get(dataSource);
    if (!found) throw new HttpFailure(400, `There is no data source '${dataSource}' here`);
    return found;
  }

  async #rows(
    { deployment, branch }: Runtime,
    { database, title, isEmpty }: OpenDatabase,
    statement: Statement,
    signal: AbortSignal,
  ): Promise<Rows> {
    try {
      return await database.query(`${deployment.record.id} ${branch.id}`, statement, signal);
    } catch (failure) {
      if (failure instanceof UserError) throw new HttpFailure(400, databaseError(failure, title, isEmpty));
      throw failure;
    }
  }

  async #plan(runtime: Runtime, query: DataQuery['query'], securityContext: SecurityContext): Promise<QueryPlan> {
    const answer = await this.#ask(runtime, { kind: 'query', query, securityContext, dialects: this.#dialects });
    return answer.kind === 'query' ? answer.plan : throwModelError(answer);
  }

  #ask({ deployment, branch, tree, variables }: Runtime, request: ModelRequest) {
    const { repository, services } = deployment;
    return services.compilations.ask(repository, { branch, tree, variables }, request, this.#options.closing);
  }

  /**
   * The build that answers for a branch; undefined while its first build takes longer than the waiting time.
   * @throws HttpFailure 404 for a branch that is not run, 400 with the compile errors of a failed build
   */
  async #runtime(deployment: LiveDeployment, branch: BranchRecord): Promise<Runtime | undefined> {
    const { builds } = deployment;
    const mode = builds.mode(branch);
    if (mode === undefined) throw new HttpFailure(404, `Branch '${branch.name}' is not active`);
    if (mode === 'dev_mode') await markUsed(deployment, branch);
    const isStarting = () => branch.build?.status === 'building' || branch.build?.status === 'warmup';
    if (!branch.served && isStarting()) await builds.waitUntilSettled(branch, this.pace.waitMs, this.#options.closing);
    const { build, served } = branch;
    // A developer sees the errors of the branch; production and staging keep serving their previous build.
    if (build?.status === 'failed' && (mode === 'dev_mode' || !served)) {
      throw new HttpFailure(400, `Compile errors:\n${build.errorText ?? ''}`);
    }
    if (served) return { deployment, branch, tree: served.filesHash, variables: served.env, jobId: served.jobId };
    if (isStarting()) return undefined;
    throw new HttpFailure(404, `Branch '${branch.name}' is not built`);
  }
}

/** @throws HttpFailure 400 */
function asked(input: unknown, now: number): DataQueries {
  try {
    return readQueries(input, now);
  } catch (failure) {
    throw failure instanceof InvalidQuery ? new HttpFailure(400, failure.message) : failure;
  }
}

/** A query keeps a dev environment from being suspended, and resumes a suspended one. */
async function markUsed(deployment: LiveDeployment, branch: BranchRecord): Promise<void> {
  for (const session of deployment.record.sessions) {
    if (session.branch === branch.name) session.lastUsedAt = deployment.services.clock();
  }
  if (branch.build?.status === 'stopped') await deployment.builds.wake(branch);
}

function throwModelError(answer: Exclude<ModelResponse, { kind: 'unknown-model' }>): never {
  if (answer.kind === 'broken') {
    throw new HttpFailure(400, `Compile errors:\n${answer.errors.map(({ message }) => message).join('\n')}`);
  }
  throw new HttpFailure(400, answer.kind === 'refused' ? answer.message : 'The model gave no answer');
}

function databaseError(failure: UserError, databaseTitle: string, isEmpty: boolean): string {
  const described = failure.describe();
  // In an empty database, only tables of the system are similar.
  const message = isEmpty ? described.replace(/ Did you mean "[^"]*"\?/, '') : described;
  return /^(?:Catalog Error: (?:Table|Schema) with name|relation ".*" does not exist)/.test(message)
    ? `${message} The emulator's database is ${databaseTitle}.`
    : message;
}

function pivotOf({ kind, queries }: DataQueries): object {
  return { ...queries[0]!.query, queryType: kind };
}

function keyOf({ deployment, branch, jobId }: Runtime, query: DataQuery['query'], context: SecurityContext): string {
  const parts = [deployment.record.id, branch.id, jobId, query, context];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64');
}
