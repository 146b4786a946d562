/** Embed tenants, their users, groups and members. Spec: group E and its rules; Errors. */

import type * as z from 'zod/mini';
import type { EmbedGroup, EmbedGroupMembersInput, EmbedUser } from '../../contract/embedTenants.ts';
import { addGroup, groupOf, groupsOf, refuseTaken, removeTenant, tenantNamed, usersOf } from '../embed/tenants.ts';
import { HttpFailure } from '../errors/httpFailure.ts';
import type { Platform } from '../platform/platform.ts';
import type { EmbedUserRecord, GroupRecord, TenantRecord } from '../records/embedRecord.ts';
import type { Handlers } from './handler.ts';
import { cursorPage } from './paging.ts';

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
  listEmbedTenants: ({ platform }) => cursorPage(platform.record.embed.tenants, {}),

  deleteEmbedTenant: async ({ platform, params }) => {
    removeTenant(platform, tenantNamed(platform, params.embedTenantName));
    await platform.save();
  },

  listEmbedUsers: ({ platform, params }) => {
    const tenant = tenantNamed(platform, params.embedTenantName);
    return cursorPage(
      usersOf(platform, tenant.id).map((user) => shownUser(platform, tenant, user)),
      {},
    );
  },

  createEmbedGroup: async ({ platform, params, body }) => {
    const tenant = tenantNamed(platform, params.embedTenantName);
    const group = addGroup(platform, tenant, body);
    await platform.save();
    return shownGroup(tenant, group);
  },

  getEmbedGroup: (input) => {
    const { tenant, group } = meant(input);
    return shownGroup(tenant, group);
  },

  updateEmbedGroup: async (input) => {
    const { platform, body } = input;
    const { tenant, group } = meant(input);
    if (body.name !== undefined && body.name !== group.name) refuseTaken(platform, tenant, body.name);
    group.name = body.name ?? group.name;
    if (body.description !== undefined) group.description = body.description ?? null;
    touched(platform, group);
    await platform.save();
    return shownGroup(tenant, group);
  },

  deleteEmbedGroup: async (input) => {
    const { embed } = input.platform.record;
    const { group } = meant(input);
    if (group.userIds.length > 0) {
      throw new HttpFailure(400, `Embed group '${group.name}' has ${group.userIds.length} members; remove them first`);
    }
    embed.groups = embed.groups.filter((entry) => entry !== group);
    await input.platform.save();
  },

  listEmbedGroupUsers: (input) => {
    const { platform } = input;
    const { tenant, group } = meant(input);
    const members = usersOf(platform, tenant.id).filter(({ id }) => group.userIds.includes(id));
    return cursorPage(
      members.map((user) => shownUser(platform, tenant, user)),
      {},
    );
  },

  addEmbedGroupUsers: async (input) => {
    const { platform, body } = input;
    const { tenant, group } = meant(input);
    group.userIds = [...new Set([...group.userIds, ...idsOf(platform, tenant, body)])];
    touched(platform, group);
    await platform.save();
    return { success: true, memberCount: group.userIds.length };
  },

  removeEmbedGroupUsers: async (input) => {
    const { platform, body } = input;
    const { tenant, group } = meant(input);
    const leaving = idsOf(platform, tenant, body);
    group.userIds = group.userIds.filter((id) => !leaving.includes(id));
    touched(platform, group);
    await platform.save();
    return { success: true, memberCount: group.userIds.length };
  },
};

interface GroupMeant {
  platform: Platform;
  params: { embedTenantName: string; id: number };
}

function meant({ platform, params }: GroupMeant): { tenant: TenantRecord; group: GroupRecord } {
  const tenant = tenantNamed(platform, params.embedTenantName);
  return { tenant, group: groupOf(platform, tenant, params.id) };
}

function touched(platform: Platform, group: GroupRecord): void {
  group.updatedAt = platform.now.toISOString();
}

/** All of them, or none is changed. @throws HttpFailure 404 */
function idsOf(platform: Platform, tenant: TenantRecord, body: z.output<typeof EmbedGroupMembersInput>): number[] {
  const users = usersOf(platform, tenant.id);
  return body.users.map((member) => {
    const found = users.find((user) =>
      'id' in member ? user.id === member.id : user.externalId === member.externalId,
    );
    if (!found) throw new HttpFailure(404, `No user ${JSON.stringify(member)} in tenant '${tenant.name}'`);
    return found.id;
  });
}

function shownUser(platform: Platform, tenant: TenantRecord, user: EmbedUserRecord): EmbedUser {
  const { tenantId: _, ...shown } = user;
  const groups = groupsOf(platform, tenant).filter(({ userIds }) => userIds.includes(user.id));
  return { ...shown, embedTenantName: tenant.name, groups: groups.map(({ name }) => name) };
}

function shownGroup(tenant: TenantRecord, { tenantId: _, userIds, ...group }: GroupRecord): EmbedGroup {
  return { ...group, embedTenantName: tenant.name, memberCount: userIds.length };
}
