import { findGitHead } from '../../base/gitRepository.ts';
import { isBranchName } from './projectPath.ts';

/** The git branch that is checked out in a folder; undefined without one, or if it cannot be the name of a branch here. */
export async function checkedOutBranch(folder: string): Promise<string | undefined> {
  const { branch } = (await findGitHead(folder)) ?? {};
  return branch !== undefined && isBranchName(branch) ? branch : undefined;
}
