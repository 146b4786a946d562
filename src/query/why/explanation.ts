/** Why a result is empty or other than expected: what was counted, and what follows from it. */

import type { CatalogMessage } from '../../base/errors.ts';

export interface Place {
  /** Relative to the project; that of the query document as the caller names it. */
  file: string;
  /** From 1. */
  line: number;
}

export interface Line {
  text: CatalogMessage;
  place?: Place | undefined;
  details?: readonly Line[];
}

export interface Step extends Line {
  /** Rows that are left after it. */
  rows: number;
}

export interface Explanation {
  /** Why the explanation as a whole may not be what the reader expects, such as another version of the model. */
  warnings: readonly CatalogMessage[];
  isEmpty: boolean;
  /** Each changes the result, and was seen in counts or in the models. Empty for a result that nothing but its own query restricts. */
  causes: readonly Line[];
  /** In the order in which rows are left out. */
  steps: readonly Step[];
  notes: readonly Line[];
  /** What could not be computed, and why. */
  unknown: readonly Line[];
  /** Queries that were run. */
  probes: number;
}
