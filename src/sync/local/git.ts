/** Whether a git repository above a folder is in the middle of something that makes its files a passing state. */

import { dirname, join } from 'node:path';
import type { Disk } from '../disk/disk.ts';

const signs = ['MERGE_HEAD', 'rebase-merge', 'rebase-apply', 'CHERRY_PICK_HEAD', 'REVERT_HEAD'];

/** An older lock was left behind by a git that is gone. */
const abandonedMs = 10 * 60 * 1000;

export async function isGitBusy(disk: Disk, folder: string): Promise<boolean> {
  const git = await gitAbove(disk, folder);
  return git !== undefined && busy(disk, git);
}

/** Whether git is writing files at this moment: a checkout removes each before it writes the new one. */
export async function isGitWriting(disk: Disk, folder: string, now: number): Promise<boolean> {
  const git = await gitAbove(disk, folder);
  const lock = git === undefined ? undefined : await disk.stat(join(git, 'index.lock'));
  return lock !== undefined && now - lock.mtimeMs < abandonedMs;
}

async function gitAbove(disk: Disk, folder: string): Promise<string | undefined> {
  for (let at = folder; ; at = dirname(at)) {
    const git = await disk.stat(join(at, '.git'));
    if (git) return gitFolder(disk, at, git.kind);
    if (dirname(at) === at) return undefined;
  }
}

/** In a worktree or submodule `.git` is a file that names the folder. */
async function gitFolder(disk: Disk, at: string, kind: string): Promise<string> {
  const path = join(at, '.git');
  if (kind !== 'file') return path;
  const text = Buffer.from((await disk.read(path))?.bytes ?? []).toString('utf8');
  const named = /^gitdir: (.+)/.exec(text)?.[1]?.trim();
  if (named === undefined) return path;
  return named.startsWith('/') || /^[A-Za-z]:/.test(named) ? named : join(at, named);
}

async function busy(disk: Disk, git: string): Promise<boolean> {
  const found = await Promise.all(signs.map((sign) => disk.stat(join(git, sign))));
  return found.some((stat) => stat !== undefined);
}
