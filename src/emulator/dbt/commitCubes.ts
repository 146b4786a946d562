/** Commits generated cubes to a new branch. */

import type { DeploymentState } from '../deployment/deploymentState.ts';
import { findFileFolderClashes } from '../git/mergeTrees.ts';
import type { Author, Tree } from '../git/repository.ts';
import { generatedMark } from './writeCube.ts';

interface NewBranch {
  branchName: string;
  /** The branch that the new one starts from and merges into. */
  target: string;
  message: string;
}

/** @throws Error with a message for the user */
export async function commitCubes(
  deployment: DeploymentState,
  files: readonly { path: string; blob: string }[],
  { branchName, target, message }: NewBranch,
  author: Author,
): Promise<void> {
  const { repository } = deployment;
  const parent = deployment.branch(target);
  if (!parent) throw new Error(`Branch '${target}' was deleted during the sync`);
  const before = await repository.readTree((await repository.readCommit(parent.head)).tree);
  const tree = new Map(await withoutGenerated(deployment, before));
  for (const { path, blob } of files) tree.set(path, blob);
  const [clash] = findFileFolderClashes(tree);
  if (clash !== undefined) throw new Error(`'${clash}' is a file and a folder`);
  const commit = { tree: await repository.writeTree(tree), parents: [parent.head], message };
  const head = await repository.commit(commit, author, deployment.now);
  await repository.setBranch(branchName, head);
  deployment.addBranch({ name: branchName, parent: target, head, ownerId: null });
}

/** Without the files of earlier syncs: the model of one may be gone. */
async function withoutGenerated({ repository }: DeploymentState, tree: Tree): Promise<Tree> {
  const kept = new Map<string, string>();
  for (const [path, blob] of tree) {
    const isCube = /^model\/cubes\/[^/]+\.yml$/.test(path);
    if (isCube && startsWith(await repository.readFile(blob), generatedMark)) continue;
    kept.set(path, blob);
  }
  return kept;
}

function startsWith(content: Uint8Array, text: string): boolean {
  const start = Buffer.from(text);
  return start.equals(content.subarray(0, start.length));
}
