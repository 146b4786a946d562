import fs from 'node:fs';
import path from 'node:path';
import * as git from 'isomorphic-git';
import { isBranchName } from './projectPath.ts';

/** The git branch that is checked out in a folder; undefined without one, or if it cannot be the name of a branch here. */
export async function checkedOutBranch(folder: string): Promise<string | undefined> {
  try {
    const dir = await git.findRoot({ fs, filepath: path.resolve(folder) });
    const name = await git.currentBranch({ fs, dir });
    return name && isBranchName(name) ? name : undefined;
  } catch {
    // Not a git repository, or one that cannot be read.
    return undefined;
  }
}
