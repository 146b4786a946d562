/** Checks the tokens of the data API. Spec: Authentication 6, 7; rule 1 under group A. */

import type { SecurityContext } from '../../compiler/modelRequest.ts';
import { requireEmbedded } from '../content/embeddedDashboards.ts';
import type { DeploymentState } from '../deployment/deploymentState.ts';
import { readToken } from '../deployment/tokens.ts';
import { findViewer } from '../embedUsers/viewer.ts';
import { sessionContext } from '../embedUsers/viewerContext.ts';
import type { Platform } from '../platform/platform.ts';
import { attributesOf } from '../platform/userAttributes.ts';
import { HttpFailure } from '../records/httpFailure.ts';

interface DataAccess {
  securityContext: SecurityContext;
  /** Allows metadata, no queries. */
  metaOnly: boolean;
}

/**
 * Reads the `Authorization` header: a token of this deployment, without a scheme or with `Bearer`.
 * @throws HttpFailure 401 for a missing, invalid or expired token; 403 for a token of another branch, or of a dashboard that
 * its viewer may not see
 */
export async function readDataToken(
  platform: Platform,
  { record, services }: DeploymentState,
  branchName: string,
  authorization: string | undefined,
): Promise<DataAccess> {
  const token = authorization?.replace(/^Bearer\s+/i, '').trim();
  if (!token) throw new HttpFailure(401, "Authorization header isn't set");
  const claims = await readToken(record, token);
  if (!claims) throw new HttpFailure(401, 'Invalid token');
  if (typeof claims.exp !== 'number' || services.clock() >= claims.exp * 1000) {
    throw new HttpFailure(401, 'Token expired');
  }
  const { userId } = claims;
  const isOfUser = typeof userId === 'number';
  if (isOfUser && !platform.activeUser(userId)) throw new HttpFailure(401, 'The user of this token is not active');
  const embedded = claims.scope === 'embed';
  const viewer = embedded ? await findViewer(platform, token) : undefined;
  if (embedded && !viewer) throw new HttpFailure(401, 'The embed session has ended');
  if (viewer && viewer.session.publicDashboardId !== null) {
    requireEmbedded(platform, viewer, viewer.session.publicDashboardId);
  }
  // A viewer can query the session's branch, or production; a developer any branch.
  const onlyBranch =
    typeof claims.branchName === 'string' ? claims.branchName : embedded ? record.deployBranch : undefined;
  if (onlyBranch !== undefined && onlyBranch !== branchName)
    throw new HttpFailure(403, `The token is for branch '${onlyBranch}'`);
  const given = typeof claims.securityContext === 'object' ? claims.securityContext : null;
  return {
    securityContext: viewer
      ? sessionContext(platform, viewer)
      : { ...(isOfUser && attributesOf(platform, userId)), ...given },
    metaOnly: claims.scope === 'meta',
  };
}
