/** The git repository around a folder, as its files tell: the machine may have no git. */

import { dirname, join, resolve } from 'node:path';
import type { Disk } from './disk.ts';
import { NodeDisk } from './nodeDisk.ts';

export interface GitRepository {
  /** The folder that contains `.git`. */
  root: string;
  /** What contains `HEAD` and `index`: another folder in a worktree and in a submodule, whose `.git` is a file that names it. */
  gitFolder: string;
}

export interface GitHead {
  /** The file that names the branch. */
  file: string;
  /** Undefined for a commit without a branch. */
  branch: string | undefined;
}

/** Larger files are not those of git. */
const maximumBytes = 16 * 1024;

/** Undefined if the folder is not in a repository. @throws as the disk does */
export async function findRepository(folder: string, disk: Disk = new NodeDisk()): Promise<GitRepository | undefined> {
  for (let root = resolve(folder); ; root = dirname(root)) {
    const git = join(root, '.git');
    const found = await disk.stat(git);
    if (found?.kind === 'file') {
      const [, named] = /^gitdir: (.+)/.exec(await readText(disk, git)) ?? [];
      return named === undefined ? undefined : { root, gitFolder: resolve(root, named.trim()) };
    }
    if (found) return { root, gitFolder: git };
    if (root === dirname(root)) return undefined;
  }
}

/** The branch that is checked out. Undefined if the folder is not in a repository, or if that cannot be read. */
export async function findGitHead(folder: string): Promise<GitHead | undefined> {
  const disk = new NodeDisk();
  const repository = await findRepository(folder, disk).catch(() => undefined);
  if (!repository) return undefined;
  const file = join(repository.gitFolder, 'HEAD');
  return { file, branch: branchOf(await readText(disk, file).catch(() => '')) };
}

/** A name that starts with a dot is a placeholder of another format of references. */
function branchOf(head: string): string | undefined {
  return /^ref: refs\/heads\/([^\s.]\S*)\s*$/.exec(head)?.[1];
}

/** Empty if the file is missing or too large. @throws as the disk does */
async function readText(disk: Disk, file: string): Promise<string> {
  if (((await disk.stat(file))?.size ?? 0) > maximumBytes) return '';
  return Buffer.from((await disk.read(file))?.bytes ?? []).toString('utf8');
}
