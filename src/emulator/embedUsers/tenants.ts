/** Embed tenants with their users and groups. Spec: group E. */

import type { Platform } from '../platform/platform.ts';
import type { EmbedUserRecord, GroupRecord, TenantRecord } from '../records/embedRecord.ts';
import { HttpFailure } from '../records/httpFailure.ts';

export function findTenant({ record: { embed } }: Platform, name: string): TenantRecord | undefined {
  return embed.tenants.find((tenant) => tenant.name === name);
}

/** @throws HttpFailure 404 */
export function requireTenant(platform: Platform, name: string): TenantRecord {
  const tenant = findTenant(platform, name);
  if (!tenant) throw new HttpFailure(404, `Embed tenant '${name}' not found`);
  return tenant;
}

export function addTenant(platform: Platform, name: string, displayName: string | null = null): TenantRecord {
  const { embed } = platform.record;
  const tenant = { id: embed.nextId++, name, displayName, createdAt: platform.now.toISOString() };
  embed.tenants.push(tenant);
  return tenant;
}

/** Removes a tenant with its users, groups, sessions, comments and grants. */
export function removeTenant({ record: { embed } }: Platform, { id }: TenantRecord): void {
  const withoutTenant = <T extends { tenantId: number | null }>(entries: T[]) =>
    entries.filter((one) => one.tenantId !== id);
  embed.tenants = embed.tenants.filter((tenant) => tenant.id !== id);
  embed.users = withoutTenant(embed.users);
  embed.groups = withoutTenant(embed.groups);
  embed.sessions = withoutTenant(embed.sessions);
  embed.comments = withoutTenant(embed.comments);
  for (const { access } of [...embed.workbooks, ...embed.folders]) {
    access.tenantIds = access.tenantIds.filter((tenantId) => tenantId !== id);
  }
}

export function usersOf({ record: { embed } }: Platform, tenantId: number | null): EmbedUserRecord[] {
  return embed.users.filter((user) => user.tenantId === tenantId);
}

/** The user with this external id in a tenant or outside any; added if missing. */
export function findOrAddUser(
  platform: Platform,
  tenantId: number | null,
  { externalId, displayName, email }: { externalId: string; displayName?: string; email?: string | undefined },
): EmbedUserRecord {
  const known = usersOf(platform, tenantId).find((user) => user.externalId === externalId);
  if (known) {
    if (email !== undefined) known.email = email;
    return known;
  }
  const { embed } = platform.record;
  const user: EmbedUserRecord = {
    id: embed.nextId++,
    tenantId,
    externalId,
    email: email ?? null,
    displayName: displayName ?? email ?? externalId,
    attributes: [],
    createdAt: platform.now.toISOString(),
    lastSeenAt: null,
  };
  embed.users.push(user);
  return user;
}

export function groupsOf({ record: { embed } }: Platform, { id }: TenantRecord): GroupRecord[] {
  return embed.groups.filter(({ tenantId }) => tenantId === id);
}

/** @throws HttpFailure 404, also for a group of another tenant. Spec: Errors. */
export function requireGroup(platform: Platform, tenant: TenantRecord, id: number): GroupRecord {
  const group = groupsOf(platform, tenant).find((entry) => entry.id === id);
  if (!group) throw new HttpFailure(404, `Embed group ${id} not found in tenant '${tenant.name}'`);
  return group;
}

/** @throws HttpFailure 400 when the tenant has a group of this name */
export function addGroup(
  platform: Platform,
  tenant: TenantRecord,
  { name, description }: { name: string; description?: string | null | undefined },
): GroupRecord {
  assertGroupNameFree(platform, tenant, name);
  const { embed } = platform.record;
  const now = platform.now.toISOString();
  const group: GroupRecord = {
    id: embed.nextId++,
    tenantId: tenant.id,
    name,
    description: description ?? null,
    userIds: [],
    createdAt: now,
    updatedAt: now,
  };
  embed.groups.push(group);
  return group;
}

/** @throws HttpFailure 400 */
export function assertGroupNameFree(platform: Platform, tenant: TenantRecord, name: string): void {
  if (!groupsOf(platform, tenant).some((group) => group.name === name)) return;
  throw new HttpFailure(400, `name: tenant '${tenant.name}' has a group '${name}' already`);
}
