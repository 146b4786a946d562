/** A branch's saved files as they change: which paths are sound, which trees can be, what a change sets off. */

import { HttpFailure } from '../errors/httpFailure.ts';
import { findFileFolderClashes } from '../git/mergeTrees.ts';
import { parseProjectPath } from '../git/projectPath.ts';
import type { Tree } from '../git/repository.ts';
import type { LiveDeployment } from '../platform/liveDeployment.ts';
import type { BranchRecord } from '../records/platformRecord.ts';

/** The project path a request names, with or without a leading slash. @throws HttpFailure 400 */
export function requireProjectPath(reported: string): string {
  const path = parseProjectPath(reported);
  if (path === undefined) throw new HttpFailure(400, `${JSON.stringify(reported)} is not a path of a project file`);
  return path;
}

/** Saves a tree as the branch's uncommitted edits and builds them. @throws HttpFailure 400 for a tree that cannot be */
export async function saveTree(deployment: LiveDeployment, branch: BranchRecord, files: Tree): Promise<void> {
  const [clash] = findFileFolderClashes(files);
  if (clash !== undefined) throw new HttpFailure(400, `'${clash}' is a file and a folder`);
  const before = await deployment.treeId(branch);
  const tree = await deployment.repository.writeTree(files);
  if (tree === before) return;
  branch.work = tree === (await deployment.repository.readCommit(branch.head)).tree ? null : tree;
  await deployment.builds.queue(branch);
}
