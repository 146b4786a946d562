/** Whether a git repository above a folder is in the middle of something that makes its files a passing state. */

import { dirname, join } from 'node:path';
import type { Disk } from './disk.ts';

const signs = ['MERGE_HEAD', 'rebase-merge', 'rebase-apply', 'CHERRY_PICK_HEAD', 'REVERT_HEAD'];

export async function isGitBusy(disk: Disk, folder: string): Promise<boolean> {
  for (let at = folder; ; at = dirname(at)) {
    const git = await disk.stat(join(at, '.git'));
    if (git) return busy(disk, await gitFolder(disk, at, git.kind));
    if (dirname(at) === at) return false;
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
