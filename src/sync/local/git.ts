/** The state of the git repository of a folder: an unfinished operation, or a checkout that is writing files. */

import { join } from 'node:path';
import type { Disk } from '../../base/disk.ts';
import { findRepository } from '../../base/gitRepository.ts';

/** Each exists in the git folder only while its operation is unfinished. */
const unfinishedMarks = [
  'MERGE_HEAD',
  'REBASE_HEAD',
  'rebase-merge',
  'rebase-apply',
  'CHERRY_PICK_HEAD',
  'REVERT_HEAD',
];

/** An older lock belongs to a git process that has ended. */
const abandonedMs = 10 * 60 * 1000;

/** Whether a merge, rebase, cherry-pick or revert is unfinished. */
export async function isGitBusy(disk: Disk, folder: string): Promise<boolean> {
  const { gitFolder } = (await findRepository(folder, disk)) ?? {};
  if (gitFolder === undefined) return false;
  const marks = await Promise.all(unfinishedMarks.map((mark) => disk.stat(join(gitFolder, mark))));
  return marks.some((stat) => stat !== undefined);
}

/** Whether git is writing files now: a checkout removes each file before it writes the new one. */
export async function isGitWriting(disk: Disk, folder: string, now: number): Promise<boolean> {
  const { gitFolder } = (await findRepository(folder, disk)) ?? {};
  const lock = gitFolder === undefined ? undefined : await disk.stat(join(gitFolder, 'index.lock'));
  return lock !== undefined && now - lock.mtimeMs < abandonedMs;
}
