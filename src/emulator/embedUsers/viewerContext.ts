/** The security context that the data model sees for a user of the embedding. */

import type { SecurityContext } from '../../compiler/modelRequest.ts';
import type { Platform } from '../platform/platform.ts';
import { attributesOf } from '../platform/userAttributes.ts';
import type { EmbedUserRecord, TenantRecord } from '../records/embedRecord.ts';
import { groupsOf } from './tenants.ts';
import type { EmbedViewer } from './viewer.ts';

/** Groups of the tenant are apart from the global `groups`, which select access policies. */
export function embedUserContext(
  platform: Platform,
  tenant: TenantRecord | null,
  { id, externalId, attributes }: EmbedUserRecord,
): SecurityContext {
  const tenantGroups = tenant ? groupsOf(platform, tenant).filter(({ userIds }) => userIds.includes(id)) : [];
  return {
    ...(tenant && { embedTenant: tenant.name }),
    externalId,
    userAttributes: Object.fromEntries(attributes.map(({ name, value }) => [name, value])),
    tenantGroups: tenantGroups.map(({ name }) => name),
  };
}

/** The security context of a user of the platform. */
export function userContext(platform: Platform, userId: number): SecurityContext {
  return { userId, ...attributesOf(platform, userId) };
}

/** Values that the host gave with the session win; the groups of both apply. */
export function sessionContext(platform: Platform, { session, tenant, user }: EmbedViewer): SecurityContext {
  const { viewer } = session;
  const { groups: given } = session.securityContext;
  const groups = [...session.groups, ...(Array.isArray(given) ? given : [])];
  return {
    ...(user && embedUserContext(platform, tenant, user)),
    ...('userId' in viewer && userContext(platform, viewer.userId)),
    ...session.securityContext,
    ...(groups.length > 0 && { groups }),
  };
}
