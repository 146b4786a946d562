/** The failures of queries, in English. */

import { errorCatalog, UserError } from '../../base/errors.ts';
import { PlatformError } from '../../platform/platformError.ts';

export const queryErrors = errorCatalog({
  /** `{0}`: the host; `{1}`: megabytes. */
  'result-too-large': {
    message: 'The result of the query is larger than {1} MB, the most that is read from {0}.',
    action: 'Add a limit, a filter or a date range to the query.',
  },
  /** `{0}`: the rows that the platform sent; `{1}`: those that the query asks for. */
  'result-cut': {
    message: 'The result is cut: the platform sent {0} of {1} rows.',
    action: 'Add a limit, a filter or a date range to the query.',
  },
  /** `{0}`: the rows that the platform sent. */
  'result-may-be-cut': {
    message: 'The result may be cut: it has {0} rows, as many as the platform sends at most.',
    action: 'Add a limit, a filter or a date range to the query.',
  },
  /** `{0}`: the host. */
  'viewer-needs-admin': {
    message: '{0} runs a query as another user only with the key of an administrator.',
    action: 'Use an administrator’s key, or remove “as” from the query.',
  },
  /** `{0}`: the host; `{1}`: the branch. */
  'branch-not-served': {
    message: '{0} does not serve the branch {1}: it is deleted, not built, or not open in dev mode.',
    action: 'Open dev mode on the branch, or choose another one, and run the query again.',
  },
  /** `{0}`: the host. */
  'token-not-accepted': {
    message: 'The data API of {0} does not accept the token that the platform issued.',
    action: 'Run the query again. If the problem persists, check that your user is active.',
  },
});

/** A query that is answered on this machine, and refused. The message is for its author. */
export class RefusedQuery extends UserError {}

/** The platform's message about a query that it refuses; undefined if the query could not be asked or failed otherwise. */
export function refusalOf(failure: unknown): string | undefined {
  if (failure instanceof RefusedQuery) return failure.message;
  if (!(failure instanceof PlatformError) || !failure.operation.startsWith('data')) return undefined;
  if (failure.status === 401 || failure.status === 429) return undefined;
  if (failure.serverMessage !== undefined) return failure.serverMessage;
  return failure.code === 'rejected-because' ? failure.message : undefined;
}
