/** Users of the account and their settings. Spec: group G, “Users and attributes”. */

import * as z from 'zod/mini';
import { operation } from '../definition/operation.ts';
import { record } from '../definition/record.ts';
import { cursorPaging, DeploymentId, deprecated, listResponse, wholeNumber } from '../definition/shapes.ts';
import { User } from './me.ts';

const id = z.union([z.string(), z.number()]);
const text = z.nullish(z.string());

/** Null clears a field. */
const setting = z.nullish(z.boolean());
const SheetsUserSettingsInput = z.strictObject({
  autoRunQueryOnChange: setting,
  openExplorationFromSheet: setting,
  revealSheetOnOpen: setting,
  showAppliedFilters: setting,
  suppressDuplicateValues: setting,
});

export const UserSettingsInput = z.strictObject({
  /** Merged field by field; null clears all of them. */
  sheets: z.nullish(SheetsUserSettingsInput),
  /** Null: the account's default. */
  defaultDeploymentId: z.nullish(DeploymentId),
  locale: text,
  theme: text,
  /** @deprecated Ignored. */
  lastSeenChangelogId: deprecated(z.optional(z.unknown())),
});

const shortText = z.string().check(z.maxLength(255));
const userFields = {
  email: shortText.check(z.regex(/^[^\s@]+@[^\s@]+$/)),
  username: shortText.check(z.minLength(1)),
  firstName: shortText,
  lastName: shortText,
  role: z.enum(['admin', 'developer', 'viewer']),
};
const UserUpdateInput = z.partial(z.strictObject(userFields));
export const UserCreateInput = z.extend(UserUpdateInput, {
  email: userFields.email,
  /** Any fields. */
  settings: z.optional(record(z.string(), z.unknown())),
});

const BulkUserActionInput = z.strictObject({
  action: z.enum(['DEACTIVATE', 'ACTIVATE', 'DELETE']),
  userIds: z.array(z.int()).check(z.minLength(1)),
});
const BulkUserActionFailure = z.looseObject({ userId: id, error: z.string() });
const BulkUserActionPayload = z.looseObject({
  /** Ids of the users that the action changed. */
  succeeded: z.nullish(z.array(id)),
  failures: z.array(BulkUserActionFailure),
});

/** By the names of the specification, for the OpenAPI document. */
export const userSchemas = {
  BulkUserActionFailure,
  BulkUserActionInput,
  BulkUserActionPayload,
  SheetsUserSettingsInput,
  UserCreateInput,
  UserSettingsInput,
  UserUpdateInput,
};

const users = '/api/v1/users';
const user = `${users}/{id}`;
const params = z.strictObject({ id: wholeNumber });
const unknownUser = { status: 404, when: 'the user is unknown' };
const taken = { status: 409, when: 'another user has this email or username' };

export const userOperations = {
  updateMySettings: operation({
    id: 'updateMySettings',
    group: 'G',
    method: 'PATCH',
    changes: 'resource',
    path: `${users}/me/settings`,
    summary: 'Merge settings of the user of this credential',
    body: UserSettingsInput,
    response: User,
    idempotent: true,
    failures: [{ status: 400, when: '`defaultDeploymentId` names no deployment' }],
  }),
  listUsers: operation({
    id: 'listUsers',
    group: 'G',
    method: 'GET',
    path: users,
    summary: 'List users; `search` is a part of the first name, username or email in any case',
    query: z.strictObject({ ...cursorPaging, search: z.optional(z.string()) }),
    response: listResponse(User),
    list: { item: User, paging: ['cursor'] },
    access: 'admin',
  }),
  createUser: operation({
    id: 'createUser',
    group: 'G',
    method: 'POST',
    changes: 'resource',
    path: `${users}/`,
    summary: 'Create a user',
    body: UserCreateInput,
    response: User,
    access: 'admin',
    failures: [taken],
  }),
  updateUser: operation({
    id: 'updateUser',
    group: 'G',
    method: 'PUT',
    changes: 'resource',
    path: user,
    summary: 'Change fields of a user; the others stay',
    params,
    body: UserUpdateInput,
    response: User,
    access: 'admin',
    idempotent: true,
    failures: [unknownUser, taken, { status: 400, when: 'administrators take the admin role from themselves' }],
  }),
  deleteUser: operation({
    id: 'deleteUser',
    group: 'G',
    method: 'DELETE',
    changes: 'resource',
    path: user,
    summary: 'Delete a user with their credentials',
    params,
    response: z.unknown(),
    status: 204,
    access: 'admin',
    failures: [unknownUser, { status: 400, when: 'administrators delete themselves' }],
  }),
  changeUsers: operation({
    id: 'changeUsers',
    group: 'G',
    method: 'POST',
    changes: 'resource',
    path: `${users}/bulk`,
    summary: 'Deactivate, activate or delete several users; reports the failure of each',
    body: BulkUserActionInput,
    response: BulkUserActionPayload,
    access: 'admin',
  }),
};
