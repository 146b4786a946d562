/** Saves a branch's uncommitted edits and checks their paths. */

import { findFileFolderClashes } from '../git/mergeTrees.ts';
import { parseProjectPath } from '../git/projectPath.ts';
import type { Tree } from '../git/repository.ts';
import type { LiveDeployment } from '../platform/liveDeployment.ts';
import { HttpFailure } from '../records/httpFailure.ts';
import type { BranchRecord } from '../records/platformRecord.ts';

/** Parses the path of a request, with or without a leading slash. @throws HttpFailure 400 */
export function requireProjectPath(reported: string): string {
  const path = parseProjectPath(reported);
  if (path === undefined) throw new HttpFailure(400, `${JSON.stringify(reported)} is not a path of a project file`);
  return path;
}

/** Saves a tree as the branch's uncommitted edits and builds it. @throws HttpFailure 400 when a path is a file and a folder */
export async function saveTree(deployment: LiveDeployment, branch: BranchRecord, files: Tree): Promise<void> {
  const [clash] = findFileFolderClashes(files);
  if (clash !== undefined) throw new HttpFailure(400, `'${clash}' is a file and a folder`);
  const before = await deployment.treeId(branch);
  const tree = await deployment.repository.writeTree(files);
  if (tree === before) return;
  branch.work = tree === (await deployment.repository.readCommit(branch.head)).tree ? null : tree;
  await deployment.builds.queue(branch);
}
