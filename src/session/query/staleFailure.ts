/** Why a query still shows an older model after a save. */

import type { UserError } from '../../base/errors.ts';
import type { StaleReason } from '../savedChanges.ts';
import { reasonOf } from './querySession.ts';
import { runErrors } from './runErrors.ts';

export function staleFailure(reason: StaleReason, branchName: string): UserError {
  switch (reason.why) {
    case 'invalid':
      return runErrors.error('model-invalid', [branchName]);
    case 'build':
      return reason.detail === undefined
        ? runErrors.error('build-failed', [branchName])
        : runErrors.error('build-failed-because', [branchName, reason.detail.replace(/\.$/, '')]);
    case 'gone':
      return runErrors.error('branch-gone', [branchName]);
    case 'unknown':
      return runErrors.error('save-not-shown', [branchName, reasonOf(reason.failure)], { cause: reason.failure });
  }
}
