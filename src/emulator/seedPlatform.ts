/** Fills an empty platform: two users, their keys and the first deployment. */

import path from 'node:path';
import { accessOfRole } from './platform/permissions.ts';
import type { Platform } from './platform/platform.ts';
import { emulatorErrors } from './records/emulatorErrors.ts';
import { userGroups } from './records/userGroups.ts';
import { sampleName } from './sample/sample.ts';
import type { FileUser } from './usersFile.ts';

export const developer = 'developer';
export const admin = 'admin';

export async function seedPlatform(
  platform: Platform,
  files: ReadonlyMap<string, Uint8Array>,
  project: { projectDir: string; branch: string | undefined } | undefined,
): Promise<void> {
  const groupIds = userGroups.map(({ id }) => id);
  const users = [
    { username: developer, groupIds: groupIds.slice(0, 1) },
    { username: admin, admin: true, groupIds },
  ];
  for (const user of users) {
    if (!keyOf(platform, user.username)) platform.addCredential(user);
  }
  const user = platform.record.users.find(({ username }) => username === developer)!;
  const name = project ? path.basename(path.resolve(project.projectDir)) : sampleName;
  const deployment = await platform.createDeployment({ name, deployBranch: project?.branch }, files, user);
  if (files.size === 0) return;
  // It has what the steps of a creation lead to, also if its model does not compile.
  deployment.record.creationStep = 'ready';
  await deployment.change(() => deployment.builds.queue(deployment.deployBranch));
}

/**
 * Adds the users of a file, or gives the known ones the role and actions of the file.
 * @throws UserError `users-file-unusable` for a key of another user
 */
export function addFileUsers(platform: Platform, users: readonly FileUser[]): void {
  for (const { email, role, actions, deniedActions = [], apiKey: key } of users) {
    const ofRole = accessOfRole(role);
    const access = { ...ofRole, actions: actions ?? ofRole.actions, deniedActions };
    const known = platform.record.users.find((user) => user.email === email);
    const holder = platform.findCaller(key)?.user;
    if (holder && holder !== known)
      throw emulatorErrors.error('users-file-unusable', [`the key of ${email} is the key of ${holder.email}`]);
    if (known) Object.assign(known, access);
    if (!holder) platform.addCredential({ username: known?.username ?? email, email, key, ...access });
  }
}

/** The first key of a user. */
export function keyOf(platform: Platform, username: string): string | undefined {
  const user = platform.record.users.find((entry) => entry.username === username);
  return platform.record.credentials.find(({ userId }) => userId === user?.id)?.key;
}
