/** Which branch is checked out in a git repository, read from its files: the machine may have no git. */

import { stat } from 'node:fs/promises';
import path from 'node:path';
import { readStart } from './readStart.ts';

export interface GitHead {
  /** The file that names the branch. */
  file: string;
  /** Undefined for a commit without a branch. */
  branch: string | undefined;
}

/** Undefined if the folder is not in a repository, or if that cannot be read. */
export async function findGitHead(folder: string): Promise<GitHead | undefined> {
  for (let parent = path.resolve(folder); ; parent = path.dirname(parent)) {
    const file = await headFile(path.join(parent, '.git'));
    if (file !== undefined) return { file, branch: branchOf(await readText(file)) };
    if (parent === path.dirname(parent)) return undefined;
  }
}

/** `.git` is a folder, or a file that names the folder: in a worktree and in a submodule. */
async function headFile(git: string): Promise<string | undefined> {
  const found = await stat(git).catch(() => undefined);
  if (found?.isDirectory()) return path.join(git, 'HEAD');
  if (!found?.isFile()) return undefined;
  const [, folder] = /^gitdir: (.+)/.exec(await readText(git)) ?? [];
  return folder === undefined ? undefined : path.resolve(path.dirname(git), folder.trim(), 'HEAD');
}

/** A name that starts with a dot is a placeholder of another format of references. */
function branchOf(head: string): string | undefined {
  return /^ref: refs\/heads\/([^\s.]\S*)\s*$/.exec(head)?.[1];
}

async function readText(file: string): Promise<string> {
  return (await readStart(file, 4_096).catch(() => Buffer.alloc(0))).toString('utf8');
}
