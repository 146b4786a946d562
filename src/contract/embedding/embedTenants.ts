/** Embed tenants with their users and groups. Spec: group E; schemas “not shown” there are lenient. */

import * as z from 'zod/mini';
import { operation } from '../definition/operation.ts';
import { cursorPaging, listResponse, Success, Timestamp, wholeNumber } from '../definition/shapes.ts';

const id = z.union([z.number(), z.string()]);
const text = z.nullish(z.string());

export const EmbedTenant = z.looseObject({
  id: z.optional(id),
  name: z.string(),
  displayName: text,
  createdAt: z.nullish(Timestamp),
});
export type EmbedTenant = z.output<typeof EmbedTenant>;

export const EmbedGroup = z.looseObject({
  id,
  name: z.string(),
  description: text,
  memberCount: z.nullish(z.number()),
});
export type EmbedGroup = z.output<typeof EmbedGroup>;

export const EmbedUser = z.looseObject({
  id,
  externalId: text,
  displayName: text,
  email: text,
  /** Groups of the tenant. Some platforms answer with their names only. */
  groups: z.nullish(z.array(z.union([z.string(), EmbedGroup]))),
  createdAt: z.nullish(Timestamp),
});
export type EmbedUser = z.output<typeof EmbedUser>;

const groupFields = {
  name: z.string().check(z.minLength(1), z.maxLength(255)),
  description: text,
};
const CreateEmbedGroupInput = z.strictObject(groupFields);
const UpdateEmbedGroupInput = z.partial(CreateEmbedGroupInput);

/** A user of the tenant, by either id. */
const EmbedGroupMemberInput = z.union([
  z.strictObject({ id: z.int() }),
  z.strictObject({ externalId: z.string().check(z.minLength(1)) }),
]);
export const EmbedGroupMembersInput = z.strictObject({
  users: z.array(EmbedGroupMemberInput).check(z.minLength(1)),
});
const EmbedGroupMembersMutationResponse = z.extend(Success, { memberCount: z.nullish(z.number()) });

const EmbedTenantsPublicResponse = listResponse(EmbedTenant);
const EmbedUsersPublicResponse = listResponse(EmbedUser);

const tenants = '/api/v1/embed-tenants/';
const tenant = `${tenants}{embedTenantName}`;
const group = `${tenant}/groups/{id}`;
export const tenantPath = z.strictObject({ embedTenantName: z.string().check(z.minLength(1)) });
const groupPath = z.extend(tenantPath, { id: wholeNumber });

const unknownTenant = { status: 404, when: 'the embed tenant is unknown' };
const unknownGroup = { status: 404, when: 'the group does not exist in this tenant' };
const unknownUser = { status: 404, when: 'a user does not exist in this tenant' };

/** By the names of the specification, for the OpenAPI document. */
export const embedTenantSchemas = {
  CreateEmbedGroupInput,
  EmbedGroup,
  EmbedGroupMemberInput,
  EmbedGroupMembersInput,
  EmbedGroupMembersMutationResponse,
  EmbedTenant,
  EmbedTenantsPublicResponse,
  EmbedUser,
  EmbedUsersPublicResponse,
  UpdateEmbedGroupInput,
};

export const embedTenantOperations = {
  listEmbedTenants: operation({
    id: 'listEmbedTenants',
    group: 'E',
    method: 'GET',
    path: tenants,
    summary: 'List the embed tenants of the account',
    query: z.strictObject(cursorPaging),
    permission: { all: ['DeploymentRead'] },
    response: EmbedTenantsPublicResponse,
    list: { item: EmbedTenant, paging: ['cursor'] },
  }),
  deleteEmbedTenant: operation({
    id: 'deleteEmbedTenant',
    group: 'E',
    method: 'DELETE',
    changes: 'resource',
    path: tenant,
    summary: 'Delete an embed tenant with its users and groups',
    params: tenantPath,
    response: z.unknown(),
    status: 204,
    access: 'admin',
    failures: [unknownTenant],
  }),
  listEmbedUsers: operation({
    id: 'listEmbedUsers',
    group: 'E',
    method: 'GET',
    path: `${tenant}/users`,
    summary: 'List the users of an embed tenant',
    params: tenantPath,
    query: z.strictObject(cursorPaging),
    permission: { all: ['DeploymentRead'] },
    response: EmbedUsersPublicResponse,
    list: { item: EmbedUser, paging: ['cursor'] },
    failures: [unknownTenant],
  }),
  createEmbedGroup: operation({
    id: 'createEmbedGroup',
    group: 'E',
    method: 'POST',
    changes: 'resource',
    path: `${tenant}/groups`,
    summary: 'Create a group of an embed tenant',
    params: tenantPath,
    body: CreateEmbedGroupInput,
    response: EmbedGroup,
    access: 'admin',
    failures: [unknownTenant],
  }),
  getEmbedGroup: operation({
    id: 'getEmbedGroup',
    group: 'E',
    method: 'GET',
    path: group,
    summary: 'Read a group of an embed tenant',
    params: groupPath,
    permission: { all: ['DeploymentRead'] },
    response: EmbedGroup,
    failures: [unknownGroup],
  }),
  updateEmbedGroup: operation({
    id: 'updateEmbedGroup',
    group: 'E',
    method: 'PATCH',
    changes: 'resource',
    path: group,
    summary: 'Change a group of an embed tenant',
    params: groupPath,
    body: UpdateEmbedGroupInput,
    response: EmbedGroup,
    access: 'admin',
    idempotent: true,
    failures: [unknownGroup],
  }),
  deleteEmbedGroup: operation({
    id: 'deleteEmbedGroup',
    group: 'E',
    method: 'DELETE',
    changes: 'resource',
    path: group,
    summary: 'Delete a group that has no members',
    params: groupPath,
    response: z.unknown(),
    status: 204,
    access: 'admin',
    failures: [{ status: 400, when: 'the group has members' }, unknownGroup],
  }),
  listEmbedGroupUsers: operation({
    id: 'listEmbedGroupUsers',
    group: 'E',
    method: 'GET',
    path: `${group}/users`,
    summary: 'List the members of a group',
    params: groupPath,
    query: z.strictObject(cursorPaging),
    permission: { all: ['DeploymentRead'] },
    response: EmbedUsersPublicResponse,
    list: { item: EmbedUser, paging: ['cursor'] },
    failures: [unknownGroup],
  }),
  addEmbedGroupUsers: operation({
    id: 'addEmbedGroupUsers',
    group: 'E',
    method: 'POST',
    changes: 'resource',
    path: `${group}/users`,
    summary: 'Add members to a group; the existing members stay',
    params: groupPath,
    body: EmbedGroupMembersInput,
    response: EmbedGroupMembersMutationResponse,
    access: 'admin',
    idempotent: true,
    failures: [unknownGroup, unknownUser],
  }),
  removeEmbedGroupUsers: operation({
    id: 'removeEmbedGroupUsers',
    group: 'E',
    method: 'DELETE',
    changes: 'resource',
    path: `${group}/users`,
    summary: 'Remove members from a group',
    params: groupPath,
    body: EmbedGroupMembersInput,
    response: EmbedGroupMembersMutationResponse,
    access: 'admin',
    idempotent: true,
    failures: [unknownGroup, unknownUser],
  }),
};
