/** All that a review of a branch shows. */

import type { CompiledReview } from './compiled/compiledReview.ts';
import type { FileChange } from './fileChanges.ts';
import type { ModelChange } from './modelChanges.ts';
import type { TestOutcome } from './testOutcome.ts';
import type { ValueChange } from './valueChanges.ts';

export interface Review {
  files: readonly FileChange[];
  model: readonly ModelChange[];
  compiled: CompiledReview;
  values: readonly ValueChange[];
  /** Undefined if they are not part of the review. */
  tests?: readonly TestOutcome[] | undefined;
  /** Paths with conflicting changes; null: not predicted. */
  conflicts: readonly string[] | null;
}
