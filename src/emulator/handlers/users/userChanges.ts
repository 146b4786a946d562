/** The account's users: created, changed, deactivated and deleted. Spec: group G. */

import type * as z from 'zod/mini';
import type { User } from '../../../contract/users/me.ts';
import type { UserCreateInput } from '../../../contract/users/users.ts';
import { endSession } from '../../branches/devMode.ts';
import { accessOfRole, policiesOf, roleOf } from '../../platform/permissions.ts';
import type { Platform } from '../../platform/platform.ts';
import { HttpFailure } from '../../records/httpFailure.ts';
import type { UserRecord } from '../../records/platformRecord.ts';
import { signOut } from '../../signIn/tokens.ts';
import { removeTokens } from './oauthAuthorizations.ts';

type Input = z.output<typeof UserCreateInput>;

export function toUser(user: UserRecord): User {
  const { id, username, email, firstName, lastName, settings } = user;
  const role = roleOf(user);
  const status = user.active ? 'ACTIVE' : 'DEACTIVATED';
  return { id, username, email, firstName, lastName, role, status, settings, userPolicies: policiesOf(user) };
}

/** @throws HttpFailure 404 */
export function requireUser({ record }: Platform, id: number): UserRecord {
  const user = record.users.find((entry) => entry.id === id);
  if (!user) throw new HttpFailure(404, `User ${id} not found`);
  return user;
}

/** @throws HttpFailure 409 */
export function createUser(platform: Platform, input: Input): UserRecord {
  const { role = 'developer', username = input.email, ...given } = input;
  assertFree(platform, { email: given.email, username });
  return platform.addUser({ ...given, ...accessOfRole(role), username });
}

/** Omitted fields stay. @throws HttpFailure 409 */
export function updateUser(platform: Platform, user: UserRecord, input: Partial<Omit<Input, 'settings'>>): void {
  const { role, email = user.email, username = user.username, ...names } = input;
  assertFree(platform, { email, username }, user);
  Object.assign(user, { email, username, firstName: names.firstName ?? user.firstName });
  user.lastName = names.lastName ?? user.lastName;
  if (role !== undefined) Object.assign(user, accessOfRole(role));
}

/** Removes what belongs to the user alone: credentials, dev mode, values of attributes. Branches and content stay. */
export function deleteUser(platform: Platform, user: UserRecord): void {
  const { record } = platform;
  for (const { id } of record.credentials.filter(({ userId }) => userId === user.id)) {
    for (const deployment of record.deployments) endSession(platform.deployment(deployment.id), id);
  }
  for (const entry of record.signIn.signedIn.filter(({ userId }) => userId === user.id)) signOut(platform, entry);
  record.credentials = record.credentials.filter(({ userId }) => userId !== user.id);
  record.users = record.users.filter((entry) => entry !== user);
  const { directory } = record;
  removeTokens(platform, ({ userId }) => userId === user.id);
  directory.attributeValues = directory.attributeValues.filter(({ userId }) => userId !== user.id);
  directory.lastDeletedUserId = Math.max(directory.lastDeletedUserId, user.id);
}

/** @throws HttpFailure 409 */
function assertFree({ record }: Platform, wanted: { email: string; username: string }, except?: UserRecord): void {
  const others = record.users.filter((user) => user !== except);
  for (const field of ['email', 'username'] as const) {
    if (!others.some((user) => user[field].toLowerCase() === wanted[field].toLowerCase())) continue;
    throw new HttpFailure(409, `${field}: another user has '${wanted[field]}'`);
  }
}
