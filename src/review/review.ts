/** All that a review of a branch shows, and its conclusion. */

import type { TestResult } from '../query/tests/testResult.ts';
import type { Certificate } from './certificate/certificate.ts';
import { refusedMessages } from './certificate/conclusion.ts';
import type { AccessReview } from './compiled/access.ts';
import type { CompiledReview } from './compiled/compiledReview.ts';
import type { AccessConfirmation } from './compiled/confirmedAccess.ts';
import type { FileChange } from './fileChanges.ts';
import type { ReviewPlace } from './model/modelChange.ts';
import type { ModelChange } from './modelChanges.ts';
import { refusedNow, type ValueChange } from './valueChanges.ts';

export interface Review {
  files: readonly FileChange[];
  model: readonly ModelChange[];
  compiled: CompiledReview;
  values: readonly ValueChange[];
  /** Undefined: it was not asked for, or the models are not compared. */
  certificate?: Certificate | undefined;
  access?: AccessReview | undefined;
  /** Undefined: it was not asked for. */
  accessConfirmed?: AccessConfirmation | undefined;
  /** Undefined if they are not part of the review. */
  tests?: readonly TestOutcome[] | undefined;
  /** Paths with conflicting changes; null: not predicted. */
  conflicts: readonly string[] | null;
}

/**
 * `not-compiled`: a branch does not compile. `breaking`: a view, a cube, a saved query or a test of the project breaks.
 * `unknown`: the compiled models could not be compared. `consumers`: nothing breaks in the project, but other programs may use
 * public names that are gone or have another type.
 */
export type Conclusion = 'not-compiled' | 'breaking' | 'unknown' | 'consumers' | 'fine';

type Judged = Pick<Review, 'model' | 'compiled' | 'values' | 'certificate'>;

export function conclusionOf(review: Judged): Conclusion {
  const { errors, missing, consumers } = review.compiled;
  if (errors.length > 0) return 'not-compiled';
  if (breakingCount(review) > 0) return 'breaking';
  if (missing.length > 0) return 'unknown';
  return consumers.length > 0 ? 'consumers' : 'fine';
}

/** Number of changes that break something, and of what fails without such a change: queries, tests, and messages of the database. */
export function breakingCount({ model, compiled: { failing }, values, certificate }: Judged): number {
  const lost = certificate ? refusedMessages(certificate).length : 0;
  const broken = model.filter(({ breaking }) => breaking.length > 0);
  return broken.length + failing.length + refusedNow(values).length + lost;
}

export interface TestOutcome {
  name: string;
  place: ReviewPlace;
  /** Undefined if the test has not run on the reviewed files. */
  result: TestResult | undefined;
  /** When it ran. */
  at: Date | undefined;
}

/** Failed tests first, then those that have not run, then the passed ones. */
export function sortedOutcomes(tests: readonly TestOutcome[]) {
  return {
    failed: tests.filter(({ result }) => result && result.status !== 'passed'),
    waiting: tests.filter(({ result }) => !result),
    passed: tests.filter(({ result }) => result?.status === 'passed'),
  };
}
