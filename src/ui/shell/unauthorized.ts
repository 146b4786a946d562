/** Whether the platform did not accept the key or the sign-in. Does not import `PlatformError`, which would load the client. */

import { UserError } from '../../base/errors.ts';

export function isUnauthorized(failure: unknown): boolean {
  return failure instanceof UserError && (failure as { kind?: unknown }).kind === 'unauthorized';
}
