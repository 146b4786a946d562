/** What a review says as a whole. */

import type { Review } from './review.ts';

/**
 * `not-compiled`: a branch does not compile. `breaking`: a view, a cube, a saved query or a test of the project breaks.
 * `unknown`: the compiled models could not be compared. `consumers`: nothing breaks in the project, but other programs may use
 * public names that are gone or have another type.
 */
export type Conclusion = 'not-compiled' | 'breaking' | 'unknown' | 'consumers' | 'fine';

type Judged = Pick<Review, 'model' | 'compiled' | 'values'>;

export function conclusionOf(review: Judged): Conclusion {
  const { errors, missing, consumers } = review.compiled;
  if (errors.length > 0) return 'not-compiled';
  if (breakingCount(review) > 0) return 'breaking';
  if (missing.length > 0) return 'unknown';
  return consumers.length > 0 ? 'consumers' : 'fine';
}

/** Number of changes that break something, and of queries and tests that fail without such a change. */
export function breakingCount({ model, compiled: { failing }, values }: Judged): number {
  const failed = values.filter(({ failure }) => failure?.side === 'after' && failure.isRefusal);
  return model.filter(({ breaking }) => breaking.length > 0).length + failing.length + failed.length;
}
