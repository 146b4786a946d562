/** How the values of queries differ between two branches, within a budget of queries and time. */

import { CancelledError, messageOf } from '../base/errors.ts';
import type { Disposable } from '../base/lifetime.ts';
import type { DataMeta } from '../contract/dataApi.ts';
import type { QueryViewer } from '../model/documents/queryDocument.ts';
import { type ComparedTable, compareTables } from '../query/compare/compareTables.ts';
import { withoutMembers } from '../query/compare/withoutMembers.ts';
import type { WholeTable } from '../query/results/resultTable.ts';
import { refusalOf } from '../query/run/queryErrors.ts';
import { QueryRunner, type QuerySql, type QueryTarget } from '../query/run/runQuery.ts';
import { wholeTable } from '../query/run/wholeRows.ts';
import { renamedQuery } from './compiled/renamedQuery.ts';
import { withNewNames } from './compiled/renamedTable.ts';
import type { AffectedQuery } from './model/affectedQueries.ts';

export interface ValueChange extends AffectedQuery {
  /** `refused`: as the test expects. */
  state: 'same' | 'changed' | 'failed' | 'refused' | 'not-run';
  /** What made the SQL of both sides, if the platform says so. */
  planner?: string | undefined;
  /** Only of a changed one. */
  table?: ComparedTable;
  /** Only of a failed one: which side did not run it, and what it says. */
  failure?: { side: 'before' | 'after' | 'both'; message: string; isRefusal: boolean };
}

/** What only the newer model refuses. */
export function refusedNow(values: readonly ValueChange[]): (ValueChange & { message: string })[] {
  return values.flatMap((one) => {
    const { failure } = one;
    return failure?.side === 'after' && failure.isRefusal ? [{ ...one, message: failure.message }] : [];
  });
}

interface ValueSide {
  /** @throws UserError for a result with missing rows */
  run(query: Pick<AffectedQuery, 'path' | 'query' | 'as'>, signal: AbortSignal): Promise<WholeTable>;
}

interface ValueOptions {
  before: ValueSide;
  after: ValueSide;
  /** The number of queries, which are run on both sides, and the milliseconds for all of them. */
  budget: { queries: number; ms: number };
  signal: AbortSignal;
  onResult?: ((change: ValueChange) => void) | undefined;
}

/** Runs queries on one branch, each as the viewer that it names. */
export class BranchValues implements ValueSide, Disposable {
  readonly #target: QueryTarget;
  readonly #runners = new Map<string, QueryRunner>();

  constructor(target: Omit<QueryTarget, 'as'>) {
    this.#target = target;
  }

  /** @throws as `QueryRunner` does, UserError for a result with missing rows */
  async run({ query, as }: Pick<AffectedQuery, 'query' | 'as'>, signal: AbortSignal): Promise<WholeTable> {
    return wholeTable(await this.#runnerFor(as).table(query, { signal }));
  }

  /** @throws as `QueryRunner` does */
  sql({ query, as }: Pick<AffectedQuery, 'query' | 'as'>, signal: AbortSignal): Promise<QuerySql> {
    return this.#runnerFor(as).sql(query, { signal });
  }

  /** @throws as `QueryRunner` does */
  meta(as: QueryViewer | undefined, signal: AbortSignal): Promise<DataMeta> {
    return this.#runnerFor(as).meta({ signal });
  }

  #runnerFor(as: QueryViewer | undefined): QueryRunner {
    const key = JSON.stringify(as ?? null);
    const runner = this.#runners.get(key) ?? new QueryRunner({ ...this.#target, as });
    this.#runners.set(key, runner);
    return runner;
  }

  dispose(): void {
    for (const runner of this.#runners.values()) runner.dispose();
    this.#runners.clear();
  }
}

/** One entry for each query; those beyond the budget are `not-run`. @throws CancelledError when `signal` aborts */
export async function valueChanges(
  queries: readonly AffectedQuery[],
  { before, after, budget, signal, onResult }: ValueOptions,
): Promise<readonly ValueChange[]> {
  const timeout = AbortSignal.timeout(budget.ms);
  const either = AbortSignal.any([signal, timeout]);
  const changes: ValueChange[] = [];
  for (const [i, query] of queries.entries()) {
    if (signal.aborted) throw new CancelledError();
    const isAllowed = i < budget.queries && !timeout.aborted;
    const change = isAllowed ? await compareSides(query, before, after, either) : undefined;
    if (signal.aborted) throw new CancelledError();
    changes.push(change ?? { ...query, state: 'not-run' });
    onResult?.(changes.at(-1)!);
  }
  return changes;
}

/** Undefined if `signal` aborted. */
async function compareSides(
  query: AffectedQuery,
  before: ValueSide,
  after: ValueSide,
  signal: AbortSignal,
): Promise<ValueChange | undefined> {
  const { path, as, former = new Map(), newMembers = [], expectedError } = query;
  const rest = newMembers.length > 0 ? withoutMembers(query.query, new Set(newMembers)) : undefined;
  const shared = rest?.query ?? query.query;
  const [old, now] = await Promise.allSettled([
    before.run({ path, as, query: renamedQuery(shared, former) }, signal),
    after.run({ path, as, query: rest?.keepsRows ? query.query : shared }, signal),
  ]);
  if (signal.aborted) return undefined;
  if (now.status === 'rejected') {
    const refusal = refusalOf(now.reason);
    if (expectedError !== undefined && refusal !== undefined) return { ...query, state: 'refused' };
    const side = old.status === 'rejected' ? 'both' : 'after';
    const failure = { side, message: messageOf(now.reason), isRefusal: refusal !== undefined } as const;
    return { ...query, state: 'failed', failure };
  }
  if (old.status === 'rejected') {
    const isRefusal = refusalOf(old.reason) !== undefined;
    return { ...query, state: 'failed', failure: { side: 'before', message: messageOf(old.reason), isRefusal } };
  }
  const table = compareTables(withNewNames(old.value, former), now.value);
  const isChanged = table.added + table.removed + table.changed > 0;
  const planners = new Set([old.value.planner, now.value.planner]);
  const planner = [...planners].filter((name) => name !== undefined).join(', ') || undefined;
  const result = { ...query, ...(planner && { planner }) };
  return isChanged ? { ...result, state: 'changed', table } : { ...result, state: 'same' };
}
