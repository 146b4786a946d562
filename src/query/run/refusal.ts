/** Tells a query that the platform refuses from one that could not be asked. */

import { PlatformError } from '../../platform/platformError.ts';

/** What the platform says about a query that it does not run; undefined for other failures. */
export function refusalOf(failure: unknown): string | undefined {
  if (!(failure instanceof PlatformError) || !failure.operation.startsWith('data')) return undefined;
  if (failure.status === 401 || failure.status === 429) return undefined;
  if (failure.serverMessage !== undefined) return failure.serverMessage;
  return failure.code === 'rejected-because' ? failure.message : undefined;
}
