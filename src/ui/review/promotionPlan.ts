/** What a commit or merge needs for its review: what is compared, and what its button does. */

import type { ReviewAnswer, ReviewContent, ReviewSubject } from '../../contract/messages/reviewChannel.ts';
import type { QueryTarget } from '../../query/run/runQuery.ts';
import type { BuildWatch } from '../../session/buildWatch.ts';
import type { ReviewSource } from '../../session/review/readReview.ts';
import type { OpenMerges } from '../sync/openMerges.ts';
import type { ReviewedTests } from '../tests/reviewedTests.ts';
import type { ReviewedBranches } from './reviewLinks.ts';

export interface PromotionPlan {
  subject: ReviewSubject;
  title: string;
  form: NonNullable<ReviewContent['form']>;
  branches: ReviewedBranches;
  source: ReviewSource;
  /** Brings merged files onto the branch, so that they do not conflict any more; undefined if that is not possible. */
  mergeParent: ((files: readonly string[]) => Promise<void>) | undefined;
  merges: OpenMerges;
  /** The targets of the queries that compare values. */
  values: Record<'before' | 'after', Omit<QueryTarget, 'as'>>;
  /** Until the branch answers with the model that the review shows. @throws UserError if its build failed */
  untilBuilt: (signal: AbortSignal, report: (text: string) => void) => Promise<void>;
  builds: BuildWatch;
  /** Undefined if the project has no tests, or no folder follows the branch. */
  tests: ReviewedTests | undefined;
  /** Before the branches are compared with the review for the last time. @throws CancelledError */
  beforeSend: (() => Promise<void>) | undefined;
  /** Commits or merges. @returns what happened. @throws UserError when the platform refuses */
  send(answer: ReviewAnswer): Promise<string>;
  /** Follows the builds that `send` starts. @returns how they ended; undefined: nothing to tell */
  follow(report: (text: string) => void): Promise<string | undefined>;
  /** Says it to a user who does not look at the page, with the next step. */
  showEnd(end: string): void;
}
