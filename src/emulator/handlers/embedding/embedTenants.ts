/** Embed tenants, their users, groups and members. Spec: group E and its rules; Errors. */

import type * as z from 'zod/mini';
import type { EmbedGroup, EmbedGroupMembersInput, EmbedUser } from '../../../contract/embedding/embedTenants.ts';
import {
  addGroup,
  assertGroupNameFree,
  groupsOf,
  removeTenant,
  requireGroup,
  requireTenant,
  usersOf,
} from '../../embedUsers/tenants.ts';
import type { Platform } from '../../platform/platform.ts';
import type { EmbedUserRecord, GroupRecord, TenantRecord } from '../../records/embedRecord.ts';
import { HttpFailure } from '../../records/httpFailure.ts';
import type { Handlers } from '../definition/handler.ts';
import { cursorPage } from '../definition/paging.ts';

type EmbedTenantHandlers = Pick<
  Handlers,
  | 'listEmbedTenants'
  | 'deleteEmbedTenant'
  | 'listEmbedUsers'
  | 'createEmbedGroup'
  | 'getEmbedGroup'
  | 'updateEmbedGroup'
  | 'deleteEmbedGroup'
  | 'listEmbedGroupUsers'
  | 'addEmbedGroupUsers'
  | 'removeEmbedGroupUsers'
>;

export const embedTenantHandlers: EmbedTenantHandlers = {
  listEmbedTenants: ({ platform, query }) => cursorPage(platform.record.embed.tenants, query, ({ id }) => id),

  deleteEmbedTenant: async ({ platform, params }) => {
    removeTenant(platform, requireTenant(platform, params.embedTenantName));
    await platform.save();
  },

  listEmbedUsers: ({ platform, params, query }) => {
    const tenant = requireTenant(platform, params.embedTenantName);
    return userPage(platform, tenant, usersOf(platform, tenant.id), query);
  },

  createEmbedGroup: async ({ platform, params, body }) => {
    const tenant = requireTenant(platform, params.embedTenantName);
    const group = addGroup(platform, tenant, body);
    await platform.save();
    return toEmbedGroup(tenant, group);
  },

  getEmbedGroup: (input) => {
    const { tenant, group } = requestedGroup(input);
    return toEmbedGroup(tenant, group);
  },

  updateEmbedGroup: async (input) => {
    const { platform, body } = input;
    const { tenant, group } = requestedGroup(input);
    if (body.name !== undefined && body.name !== group.name) assertGroupNameFree(platform, tenant, body.name);
    group.name = body.name ?? group.name;
    if (body.description !== undefined) group.description = body.description ?? null;
    touch(platform, group);
    await platform.save();
    return toEmbedGroup(tenant, group);
  },

  deleteEmbedGroup: async (input) => {
    const { embed } = input.platform.record;
    const { group } = requestedGroup(input);
    if (group.userIds.length > 0) {
      throw new HttpFailure(400, `Embed group '${group.name}' has ${group.userIds.length} members; remove them first`);
    }
    embed.groups = embed.groups.filter((entry) => entry !== group);
    await input.platform.save();
  },

  listEmbedGroupUsers: (input) => {
    const { platform } = input;
    const { tenant, group } = requestedGroup(input);
    const members = usersOf(platform, tenant.id).filter(({ id }) => group.userIds.includes(id));
    return userPage(platform, tenant, members, input.query);
  },

  addEmbedGroupUsers: async (input) => {
    const { platform, body } = input;
    const { tenant, group } = requestedGroup(input);
    group.userIds = [...new Set([...group.userIds, ...requireUserIds(platform, tenant, body)])];
    touch(platform, group);
    await platform.save();
    return { success: true, memberCount: group.userIds.length };
  },

  removeEmbedGroupUsers: async (input) => {
    const { platform, body } = input;
    const { tenant, group } = requestedGroup(input);
    const leaving = requireUserIds(platform, tenant, body);
    group.userIds = group.userIds.filter((id) => !leaving.includes(id));
    touch(platform, group);
    await platform.save();
    return { success: true, memberCount: group.userIds.length };
  },
};

function userPage(
  platform: Platform,
  tenant: TenantRecord,
  users: readonly EmbedUserRecord[],
  query: Parameters<typeof cursorPage>[1],
) {
  const page = cursorPage(users, query, ({ id }) => id);
  const items = page.items.map((user) => toEmbedUser(platform, tenant, user));
  return { ...page, items, data: items };
}

interface GroupRequest {
  platform: Platform;
  params: { embedTenantName: string; id: number };
}

function requestedGroup({ platform, params }: GroupRequest): { tenant: TenantRecord; group: GroupRecord } {
  const tenant = requireTenant(platform, params.embedTenantName);
  return { tenant, group: requireGroup(platform, tenant, params.id) };
}

function touch(platform: Platform, group: GroupRecord): void {
  group.updatedAt = platform.now.toISOString();
}

/** The ids of all named users. @throws HttpFailure 404 when one is missing; then no member changes */
function requireUserIds(
  platform: Platform,
  tenant: TenantRecord,
  body: z.output<typeof EmbedGroupMembersInput>,
): number[] {
  const users = usersOf(platform, tenant.id);
  return body.users.map((member) => {
    const found = users.find((user) =>
      'id' in member ? user.id === member.id : user.externalId === member.externalId,
    );
    if (!found) throw new HttpFailure(404, `No user ${JSON.stringify(member)} in tenant '${tenant.name}'`);
    return found.id;
  });
}

function toEmbedUser(platform: Platform, tenant: TenantRecord, user: EmbedUserRecord): EmbedUser {
  const { tenantId: _, ...shown } = user;
  const groups = groupsOf(platform, tenant).filter(({ userIds }) => userIds.includes(user.id));
  return { ...shown, embedTenantName: tenant.name, groups: groups.map(({ id, name }) => ({ id, name })) };
}

function toEmbedGroup(tenant: TenantRecord, { tenantId: _, userIds, ...group }: GroupRecord): EmbedGroup {
  return { ...group, embedTenantName: tenant.name, memberCount: userIds.length };
}
