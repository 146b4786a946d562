/** How the values of queries differ between two branches, within a budget of queries and time. */

import { CancelledError, messageOf } from '../base/errors.ts';
import type { Disposable } from '../base/lifetime.ts';
import { type ComparedTable, compareTables } from '../query/compare/compareTables.ts';
import type { WholeTable } from '../query/results/resultTable.ts';
import { QueryRunner, type QueryTarget } from '../query/run/runQuery.ts';
import { wholeTable } from '../query/run/wholeTable.ts';
import type { AffectedQuery } from './affectedQueries.ts';

export interface ValueChange extends AffectedQuery {
  state: 'same' | 'changed' | 'failed' | 'not-run';
  /** Only of a changed one. */
  table?: ComparedTable;
  /** Only of a failed one. */
  failure?: { side: 'before' | 'after'; message: string };
}

interface ValueSide {
  /** @throws UserError for a result with missing rows */
  run(query: AffectedQuery, signal: AbortSignal): Promise<WholeTable>;
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
  async run({ query, as }: AffectedQuery, signal: AbortSignal): Promise<WholeTable> {
    const key = JSON.stringify(as ?? null);
    const runner = this.#runners.get(key) ?? new QueryRunner({ ...this.#target, as });
    this.#runners.set(key, runner);
    return wholeTable(await runner.table(query, { signal }));
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
  const [old, now] = await Promise.allSettled([before.run(query, signal), after.run(query, signal)]);
  if (signal.aborted) return undefined;
  const failed = (side: 'before' | 'after', reason: unknown): ValueChange => ({
    ...query,
    state: 'failed',
    failure: { side, message: messageOf(reason) },
  });
  if (now.status === 'rejected') return failed('after', now.reason);
  if (old.status === 'rejected') return failed('before', old.reason);
  const table = compareTables(old.value, now.value);
  const isChanged = table.added + table.removed + table.changed > 0;
  return isChanged ? { ...query, state: 'changed', table } : { ...query, state: 'same' };
}
