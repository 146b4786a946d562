/** Finds who makes a request by its `Authorization` header. Spec: Authentication 1, 2, 4, 8. */

import type { MiddlewareHandler } from 'hono';
import type { Operation } from '../../contract/definition/operation.ts';
import { type EmbedViewer, findViewer } from '../embedUsers/viewer.ts';
import { requirePermission } from '../platform/permissions.ts';
import type { Caller, Platform } from '../platform/platform.ts';
import { HttpFailure } from '../records/httpFailure.ts';
import { findSignedIn } from '../signIn/tokens.ts';

/** A user with an API key or an access token, a viewer with the token of an embed session, or neither for public operations. */
export interface Principal {
  caller?: Caller | undefined;
  viewer?: EmbedViewer | undefined;
}

/** Accepts the schemes `Bearer` and `Api-Key`. @throws HttpFailure 401; 403 for a principal without access */
export async function principalOf(
  platform: Platform,
  { access, permission }: Pick<Operation, 'access' | 'permission'>,
  authorization: string | undefined,
): Promise<Principal> {
  if (access === 'public') return {};
  const key = /^(?:Bearer|Api-Key)\s+(\S+)$/i.exec(authorization ?? '')?.[1];
  const caller = key === undefined ? undefined : (platform.findCaller(key) ?? findSignedIn(platform, key));
  const viewer = key === undefined || caller ? undefined : await findViewer(platform, key);
  if (!caller && !viewer) {
    throw new HttpFailure(401, key === undefined ? 'Missing credentials' : 'Invalid or expired credentials');
  }
  if (access === 'admin' && !caller?.user.admin) throw new HttpFailure(403, 'This operation needs the admin role');
  if (access === 'user' && !caller) throw new HttpFailure(403, 'An embed session may not do this');
  if (access === 'embed' && !viewer) throw new HttpFailure(403, 'This operation needs a signed embed session');
  if (caller && permission) requirePermission(caller.user, permission);
  return { caller, viewer };
}

/** Lets only administrators pass. The handler throws HttpFailure 401 or 403 for anyone else. */
export function requireAdmin(platform: Platform): MiddlewareHandler {
  return async (context, next) => {
    await principalOf(platform, { access: 'admin', permission: undefined }, context.req.header('authorization'));
    await next();
  };
}
