/** A token of the data API for another user: an embed session, redeemed at once. */

import type { UserError } from '../../base/errors.ts';
import { embedSessionOperations } from '../../contract/embedding/embedSessions.ts';
import type { QueryViewer } from '../../model/documents/queryDocument.ts';
import type { Reader } from '../../platform/client.ts';
import { PlatformError } from '../../platform/platformError.ts';
import { queryErrors } from './queryErrors.ts';

interface ViewerTarget {
  /** With an administrator's key. */
  client: Reader;
  deploymentId: string | number;
  branchName: string | undefined;
  as: QueryViewer;
}

/** @throws UserError without an administrator's key, PlatformError */
export async function viewerToken({ client, deploymentId, branchName, as }: ViewerTarget): Promise<string> {
  const { securityContext, tenant, user = 'editor', groups } = as;
  const body = {
    deploymentId,
    externalId: user,
    ...(branchName !== undefined && { branchName }),
    ...(tenant !== undefined && { embedTenantName: tenant }),
    ...(groups && { groups: [...groups] }),
    ...(securityContext && { securityContext: { ...securityContext } }),
  };
  const { generateEmbedSession, exchangeEmbedSession } = embedSessionOperations;
  const { sessionId } = await client.call(generateEmbedSession, { body }).catch((failure: unknown) => {
    throw failure instanceof PlatformError && failure.kind === 'forbidden' ? needsAdmin(failure) : failure;
  });
  return (await client.call(exchangeEmbedSession, { body: { sessionId } })).token;
}

function needsAdmin(failure: PlatformError): UserError {
  return queryErrors.error('viewer-needs-admin', [failure.host], { where: failure.where, cause: failure });
}
