/** The state of the git repository of a folder: an unfinished operation, or a checkout that is writing files. */

import { dirname, join } from 'node:path';
import type { Disk } from '../../base/disk.ts';

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
  const git = await findGitFolder(disk, folder);
  if (git === undefined) return false;
  const marks = await Promise.all(unfinishedMarks.map((mark) => disk.stat(join(git, mark))));
  return marks.some((stat) => stat !== undefined);
}

/** Whether git is writing files now: a checkout removes each file before it writes the new one. */
export async function isGitWriting(disk: Disk, folder: string, now: number): Promise<boolean> {
  const git = await findGitFolder(disk, folder);
  const lock = git === undefined ? undefined : await disk.stat(join(git, 'index.lock'));
  return lock !== undefined && now - lock.mtimeMs < abandonedMs;
}

async function findGitFolder(disk: Disk, folder: string): Promise<string | undefined> {
  for (let at = folder; ; at = dirname(at)) {
    const git = await disk.stat(join(at, '.git'));
    if (git) return resolveGitFolder(disk, at, git.kind);
    if (dirname(at) === at) return undefined;
  }
}

/** In a worktree or a submodule, `.git` is a file that names the git folder. */
async function resolveGitFolder(disk: Disk, at: string, kind: string): Promise<string> {
  const path = join(at, '.git');
  if (kind !== 'file') return path;
  const text = Buffer.from((await disk.read(path))?.bytes ?? []).toString('utf8');
  const named = /^gitdir: (.+)/.exec(text)?.[1]?.trim();
  if (named === undefined) return path;
  return named.startsWith('/') || /^[A-Za-z]:/.test(named) ? named : join(at, named);
}
