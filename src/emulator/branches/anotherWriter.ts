/** The fault `another-writer`: another user changes a branch while a request arrives. */

import type { Tree } from '../git/repository.ts';
import type { LiveDeployment } from '../platform/liveDeployment.ts';
import type { BranchRecord } from '../records/platformRecord.ts';
import { requireBranch } from './devMode.ts';
import { requireProjectPath, saveTree } from './workTree.ts';

const author = { name: 'Another User', email: 'another.user@example.com' };

/** Edits a personal branch, commits to any other. Content by path; null deletes. @throws HttpFailure 404 */
export function writeAsAnotherUser(
  deployment: LiveDeployment,
  branchName: string | undefined,
  changes: Readonly<Record<string, string | null>>,
): Promise<void> {
  return deployment.change(async () => {
    const branch = branchName ? requireBranch(deployment, branchName) : deployment.deployBranch;
    const files = new Map(await deployment.tree(branch));
    for (const [path, content] of Object.entries(changes)) {
      if (content === null) files.delete(requireProjectPath(path));
      else files.set(requireProjectPath(path), await deployment.repository.writeFile(Buffer.from(content)));
    }
    if (branch.ownerId !== null) await saveTree(deployment, branch, files);
    else await commit(deployment, branch, files);
  });
}

async function commit(deployment: LiveDeployment, branch: BranchRecord, files: Tree): Promise<void> {
  const { repository, now } = deployment;
  const tree = await repository.writeTree(files);
  branch.head = await repository.commit(
    { tree, parents: [branch.head], message: 'Change of another user' },
    author,
    now,
  );
  await repository.setBranch(branch.name, branch.head);
  await deployment.builds.queue(branch);
}
