/** Compares the values of a review on both branches: affected saved queries and tests, then the slices with other SQL. */

import type { QueryTarget } from '../../query/run/runQuery.ts';
import { type Certificate, withValues } from '../../review/certificate/certificate.ts';
import { BranchValues, type ValueChange, valueChanges } from '../../review/valueChanges.ts';
import type { BranchReading } from './readReview.ts';

interface Options {
  /** Saved queries and tests, slices, and the milliseconds for each of both. */
  budget: { queries: number; slices: number; ms: number };
  signal: AbortSignal;
  onValues?(values: readonly ValueChange[]): void;
  onNumbers?(compared: number, certificate: Certificate): void;
}

export interface ReviewedValues {
  values: readonly ValueChange[];
  /** Undefined if the review has none. */
  certificate: Certificate | undefined;
}

/** @throws CancelledError when `signal` aborts */
export async function compareReviewedValues(
  { queries, certified }: Pick<BranchReading, 'queries' | 'certified'>,
  targets: Record<'before' | 'after', Omit<QueryTarget, 'as'>>,
  { budget, signal, onValues, onNumbers }: Options,
): Promise<ReviewedValues> {
  const sides = { before: new BranchValues(targets.before), after: new BranchValues(targets.after) };
  const shown: ValueChange[] = [];
  try {
    const values = await valueChanges(queries, {
      ...sides,
      budget,
      signal,
      onResult: (value) => {
        shown.push(value);
        onValues?.([...shown]);
      },
    });
    if (!certified || budget.slices === 0) return { values, certificate: certified?.certificate };
    const certificate = await withValues(certified, {
      renames: certified.renames,
      values: (side, query, until) => sides[side].run({ query }, until),
      budget: { values: budget.slices, ms: budget.ms },
      signal,
      ...(onNumbers && { onResult: onNumbers }),
    });
    onNumbers?.(Math.min(certified.open.length, budget.slices), certificate);
    return { values, certificate };
  } finally {
    sides.before.dispose();
    sides.after.dispose();
  }
}
