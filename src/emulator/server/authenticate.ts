/** Who makes a request, told by its `Authorization` header. Spec: Authentication 1, 2. */

import { HttpFailure } from '../httpFailure.ts';
import type { Caller, Platform } from '../store/platform.ts';

/** Takes both schemes. @throws HttpFailure 401 */
export function callerOf(platform: Platform, authorization: string | undefined): Caller {
  const key = /^(?:Bearer|Api-Key)\s+(\S+)$/i.exec(authorization ?? '')?.[1];
  const caller = key === undefined ? undefined : platform.callerWith(key);
  if (!caller) throw new HttpFailure(401, key === undefined ? 'Missing credentials' : 'Invalid or expired credentials');
  return caller;
}

/** @throws HttpFailure 401, 403 */
export function adminOf(platform: Platform, authorization: string | undefined): Caller {
  const caller = callerOf(platform, authorization);
  if (!caller.user.admin) throw new HttpFailure(403, 'This operation needs the admin role');
  return caller;
}
