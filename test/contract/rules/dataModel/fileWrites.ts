/** Shared by the rules of files and uploads. */

import { createHash } from 'node:crypto';

export function sha1(bytes: string | Uint8Array): string {
  return createHash('sha1').update(bytes).digest('hex');
}

export const notADevBranch = 'the branch is not a personal dev-mode branch';
/** Errors 3: the message names the reason. */
export const notADevBranchText = /not a dev-mode branch/i;
