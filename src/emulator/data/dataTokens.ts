/** What a token of the data API allows. Spec: Authentication 6, 7; rule 1 under group A. */

import type { SecurityContext } from '../../compiler/question.ts';
import { sessionOfToken } from '../embed/sessions.ts';
import { HttpFailure } from '../httpFailure.ts';
import type { DeploymentState } from '../store/deploymentState.ts';
import { readJwt } from '../store/jwt.ts';
import type { Platform } from '../store/platform.ts';

export interface DataAccess {
  securityContext: SecurityContext;
  /** Reads metadata, queries nothing. */
  metaOnly: boolean;
}

/**
 * Reads the `Authorization` header: a token of this deployment, with no scheme (`Bearer` is taken, too).
 * @throws HttpFailure 401 for none, a false or an expired one; 403 for one of another branch
 */
export function readDataToken(
  platform: Platform,
  { record, services }: DeploymentState,
  branchName: string,
  authorization: string | undefined,
): DataAccess {
  const token = authorization?.replace(/^Bearer\s+/i, '').trim();
  if (!token) throw new HttpFailure(401, "Authorization header isn't set");
  const claims = readJwt(token, record.tokenSecret);
  if (!claims || claims.deploymentId !== record.id) throw new HttpFailure(401, 'Invalid token');
  if (typeof claims.exp !== 'number' || services.clock() >= claims.exp * 1000) {
    throw new HttpFailure(401, 'Token expired');
  }
  const embedded = claims.scope === 'embed';
  if (embedded && !sessionOfToken(platform, token)) throw new HttpFailure(401, 'The embed session has ended');
  // A viewer sees the branch the session was made for, or production; a developer any.
  const only = typeof claims.branchName === 'string' ? claims.branchName : embedded ? record.deployBranch : undefined;
  if (only !== undefined && only !== branchName) throw new HttpFailure(403, `The token is for branch '${only}'`);
  const { securityContext } = claims;
  return {
    securityContext: typeof securityContext === 'object' && securityContext !== null ? { ...securityContext } : {},
    metaOnly: claims.scope === 'meta',
  };
}
