/** Signed embed sessions: generation, and the exchange of the id. Spec: group E; notes: “Embedding”. */

import type { BodyOf } from '../../../contract/definition/operation.ts';
import type { Operations } from '../../../contract/operations.ts';
import { requireBranch } from '../../branches/devMode.ts';
import { requireDashboard } from '../../content/workbooks.ts';
import { mintSession, redeemSession } from '../../embedUsers/sessions.ts';
import { addGroup, addTenant, findOrAddUser, findTenant, groupsOf } from '../../embedUsers/tenants.ts';
import type { Platform } from '../../platform/platform.ts';
import type { EmbedSessionRecord, TenantRecord } from '../../records/embedRecord.ts';
import { HttpFailure } from '../../records/httpFailure.ts';
import type { Handlers } from '../definition/handler.ts';

type Input = BodyOf<Operations['generateEmbedSession']>;
type EmbedSessionHandlers = Pick<Handlers, 'generateEmbedSession' | 'exchangeEmbedSession'>;

export const embedSessionHandlers: EmbedSessionHandlers = {
  generateEmbedSession: async ({ platform, body }) => {
    // All checks run before anything is created.
    assertValid(platform, body);
    const tenant = body.embedTenantName === undefined ? null : findOrAddTenant(platform, body, body.embedTenantName);
    const session = mintSession(platform, {
      deploymentId: platform.deployment(body.deploymentId).record.id,
      tenantId: tenant?.id ?? null,
      viewer: resolveViewer(platform, body, tenant),
      groups: body.groups ?? [],
      securityContext: body.securityContext ?? {},
      settings: body.settings ?? {},
      embedTheme: body.embedTheme ?? null,
      branchName: body.branchName ?? null,
      publicDashboardId: body.publicDashboardId ?? null,
    });
    await platform.save();
    return { sessionId: session.id };
  },

  exchangeEmbedSession: async ({ platform, body }) => {
    const token = await redeemSession(platform, body.sessionId);
    await platform.save();
    return { token };
  },
};

/** @throws HttpFailure 400, 404 */
function assertValid(platform: Platform, body: Input): void {
  const deployment = platform.deployment(body.deploymentId);
  if ((body.externalId === undefined) === (body.internalId === undefined)) {
    throw new HttpFailure(400, 'Give exactly one of externalId and internalId');
  }
  if (body.internalId !== undefined) requireInternalUser(platform, body.internalId);
  if (body.branchName !== undefined) requireBranch(deployment, body.branchName);
  if (body.publicDashboardId !== undefined) {
    const { dashboard } = requireDashboard(platform, body.publicDashboardId, deployment);
    if (!dashboard.allowEmbed) {
      throw new HttpFailure(400, `Embedding is not allowed for dashboard '${body.publicDashboardId}'`);
    }
  }
  const { embedTenantName, tenantGroups = [], tenantGroupDefinitions = [] } = body;
  if (embedTenantName === undefined) {
    const needsTenant = (['tenantGroups', 'tenantGroupDefinitions', 'embedTenantProfile'] as const).find(
      (key) => body[key],
    );
    if (needsTenant) throw new HttpFailure(400, `${needsTenant}: needs embedTenantName`);
    return;
  }
  const tenant = findTenant(platform, embedTenantName);
  const known = [...(tenant ? groupsOf(platform, tenant) : []), ...tenantGroupDefinitions].map(({ name }) => name);
  const missing = tenantGroups.find((name) => !known.includes(name));
  if (missing !== undefined) {
    throw new HttpFailure(
      400,
      `tenantGroups: '${missing}' is not a group of the tenant; define it in tenantGroupDefinitions`,
    );
  }
}

function findOrAddTenant(platform: Platform, body: Input, name: string): TenantRecord {
  const { embedTenantProfile, tenantGroupDefinitions = [] } = body;
  const tenant = findTenant(platform, name) ?? addTenant(platform, name);
  tenant.displayName = embedTenantProfile?.displayName ?? tenant.displayName;
  for (const definition of tenantGroupDefinitions) {
    const known = groupsOf(platform, tenant).find((group) => group.name === definition.name);
    if (!known) addGroup(platform, tenant, definition);
    else if (definition.description !== undefined) known.description = definition.description;
  }
  return tenant;
}

function resolveViewer(platform: Platform, body: Input, tenant: TenantRecord | null): EmbedSessionRecord['viewer'] {
  const { externalId, internalId, email, userAttributes, tenantGroups } = body;
  if (externalId === undefined) return { userId: requireInternalUser(platform, internalId ?? '').id };
  const user = findOrAddUser(platform, tenant?.id ?? null, { externalId, email });
  user.lastSeenAt = platform.now.toISOString();
  if (userAttributes) user.attributes = userAttributes.map(({ name, value }) => ({ name, value }));
  if (tenant && tenantGroups) {
    for (const group of groupsOf(platform, tenant)) {
      group.userIds = group.userIds.filter((id) => id !== user.id);
      if (tenantGroups.includes(group.name)) group.userIds.push(user.id);
    }
  }
  return { embedUserId: user.id };
}

/** @throws HttpFailure 400 */
function requireInternalUser({ record }: Platform, id: string | number) {
  const user = record.users.find((entry) => [String(entry.id), entry.username, entry.email].includes(String(id)));
  if (!user?.active) throw new HttpFailure(400, `internalId: '${id}' is not an active user of the platform`);
  return user;
}
