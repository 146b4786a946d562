/** Fills an empty platform: two users, their keys and the first deployment. */

import path from 'node:path';
import type { Platform } from './platform/platform.ts';
import { sampleName } from './sample/sample.ts';

export const developer = 'developer';
export const admin = 'admin';

export async function seedPlatform(
  platform: Platform,
  files: ReadonlyMap<string, Uint8Array>,
  projectDir: string | undefined,
): Promise<void> {
  for (const user of [{ username: developer }, { username: admin, admin: true }]) {
    if (!keyOf(platform, user.username)) platform.addCredential(user);
  }
  const user = platform.record.users.find(({ username }) => username === developer)!;
  const name = projectDir === undefined ? sampleName : path.basename(path.resolve(projectDir));
  const deployment = await platform.createDeployment({ name }, files, user);
  if (files.size > 0) await deployment.change(() => deployment.builds.queue(deployment.deployBranch));
}

/** The first key of a user. */
export function keyOf(platform: Platform, username: string): string | undefined {
  const user = platform.record.users.find((entry) => entry.username === username);
  return platform.record.credentials.find(({ userId }) => userId === user?.id)?.key;
}
