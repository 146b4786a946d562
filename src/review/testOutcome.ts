/** What a review shows about one test of the project. */

import type { TestResult } from '../query/tests/testResult.ts';
import type { ReviewPlace } from './model/modelChange.ts';

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
