/** The result of a test of a model. */

import type { CatalogMessage } from '../../base/errors.ts';
import type { BrokenExpectation } from './evaluate.ts';

/** A `failed` test has a result that is not as expected. That of an `error` could not be run. */
export type TestStatus = 'passed' | 'failed' | 'error';

export interface TestResult {
  /** POSIX path relative to the project folder. */
  file: string;
  name: string;
  /** 1-based line of the test's name. */
  line: number;
  status: TestStatus;
  /** In English; '' for a passed test. */
  message: string;
  /** The difference: one value, or with several broken expectations one for each of their keys. */
  expected?: unknown;
  actual?: unknown;
  /** Milliseconds, of all queries of the test. */
  ms: number;
  /** The broken expectations of a failed test. */
  broken: readonly BrokenExpectation[];
  /** Why the test could not be run: a text of ours, or the failure of a query. */
  reason?: CatalogMessage;
  cause?: unknown;
}
