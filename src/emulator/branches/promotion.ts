/** How edits travel between branches: commit, pull, merge. Nothing is half applied: a conflict leaves every branch as it was. */

import { mergeCommits } from '../git/mergeTrees.ts';
import { HttpFailure } from '../httpFailure.ts';
import type { LiveDeployment } from '../store/liveDeployment.ts';
import { authorOf, type Caller } from '../store/platform.ts';
import type { BranchRecord } from '../store/records.ts';
import { endSession, pointSession } from './devMode.ts';

/** Commits what is saved on a personal branch and is not committed yet. */
export async function commitWork(
  deployment: LiveDeployment,
  caller: Caller,
  branch: BranchRecord,
  message: string,
): Promise<void> {
  if (branch.work === null) return;
  const { tree } = await deployment.repository.readCommit(branch.head);
  if (branch.work !== tree) {
    const commit = { tree: branch.work, parents: [branch.head], message };
    branch.head = await deployment.repository.commit(commit, authorOf(caller.user), deployment.now);
    await deployment.repository.setBranch(branch.name, branch.head);
  }
  branch.work = null;
}

/** Pushes a dev branch's edits to the branch it was forked from. State rule 4. */
export async function commitToParent(
  deployment: LiveDeployment,
  caller: Caller,
  branch: BranchRecord,
  message: string,
): Promise<void> {
  const before = { head: branch.head, work: branch.work };
  await commitWork(deployment, caller, branch, message);
  try {
    await mergeInto(deployment, caller, branch, parentOf(deployment, branch), { message, squash: false });
  } catch (failure) {
    Object.assign(branch, before);
    await deployment.repository.setBranch(branch.name, before.head);
    throw failure;
  }
  const parent = parentOf(deployment, branch);
  if (parent.head === branch.head) return;
  await moveTo(deployment, branch, parent.head);
  await deployment.builds.wake(branch);
}

/** Brings the parent's commits into a branch; edits that are not committed stay on top. @returns whether a build was queued. */
export async function pullFromParent(
  deployment: LiveDeployment,
  caller: Caller,
  branch: BranchRecord,
): Promise<boolean> {
  const parent = parentOf(deployment, branch);
  const before = await deployment.treeId(branch);
  const { repository } = deployment;
  if ((await repository.mergeBases(branch.head, parent.head)).includes(parent.head)) return false;
  const edited = branch.work;
  const head = edited === null ? branch.head : await provisional(deployment, caller, branch, edited);
  const merged = await mergedHead(deployment, caller, head, parent, `Merge ${parent.name} into ${branch.name}`);
  if (edited === null) {
    await moveTo(deployment, branch, merged);
  } else {
    // The edits stay uncommitted: the head takes the parent's commits, the merged tree becomes the work.
    const clean = await mergedHead(deployment, caller, branch.head, parent, `Merge ${parent.name} into ${branch.name}`);
    await moveTo(deployment, branch, clean);
    const { tree } = await repository.readCommit(merged);
    branch.work = tree === (await repository.readCommit(clean)).tree ? null : tree;
  }
  if ((await deployment.treeId(branch)) === before) return false;
  return deployment.builds.queue(branch);
}

/** Merges a branch into another and, where the deployment builds merges, rebuilds that one. */
export async function mergeInto(
  deployment: LiveDeployment,
  caller: Caller,
  branch: BranchRecord,
  target: BranchRecord,
  { message, squash }: { message: string; squash: boolean },
): Promise<void> {
  const { repository } = deployment;
  const before = target.head;
  const merged = squash
    ? await squashed(deployment, caller, branch, target, message)
    : await mergedHead(deployment, caller, target.head, branch, message);
  if (merged === before) return;
  target.head = merged;
  await repository.setBranch(target.name, merged);
  if (target.work !== null) target.work = null;
  // On `cli` only an upload rebuilds production. Notes: branches and dev mode.
  if (target.parent !== null || deployment.record.settings.deployMode === 'git') await deployment.builds.queue(target);
}

/** Deletes a branch; its children move to its parent, sessions on it end. State rule 7. */
export async function removeBranch(deployment: LiveDeployment, branch: BranchRecord): Promise<void> {
  const { record } = deployment;
  for (const child of record.branches) if (child.parent === branch.name) child.parent = branch.parent;
  for (const session of record.sessions.filter((entry) => entry.branch === branch.name)) {
    endSession(deployment, session.credentialId);
  }
  deployment.builds.cancel(branch);
  record.branches.splice(record.branches.indexOf(branch), 1);
  await deployment.repository.deleteBranch(branch.name);
}

/** After a merge: go on on the target where that was asked for. */
export async function switchTo(deployment: LiveDeployment, caller: Caller, target: BranchRecord): Promise<void> {
  if (target.parent === null) endSession(deployment, caller.credential.id);
  else await pointSession(deployment, caller, target);
}

export function parentOf(deployment: LiveDeployment, branch: BranchRecord): BranchRecord {
  const parent = branch.parent === null ? undefined : deployment.branch(branch.parent);
  if (!parent) throw new HttpFailure(400, `Branch '${branch.name}' has no parent branch`);
  return parent;
}

async function moveTo(deployment: LiveDeployment, branch: BranchRecord, head: string): Promise<void> {
  branch.head = head;
  await deployment.repository.setBranch(branch.name, head);
}

async function provisional(
  deployment: LiveDeployment,
  caller: Caller,
  branch: BranchRecord,
  tree: string,
): Promise<string> {
  const commit = { tree, parents: [branch.head], message: 'Edits not committed yet' };
  return deployment.repository.commit(commit, authorOf(caller.user), deployment.now);
}

/** The commit that holds both: the other's head where that is a fast-forward, ours where it holds the other already. */
async function mergedHead(
  deployment: LiveDeployment,
  caller: Caller,
  ours: string,
  other: BranchRecord,
  message: string,
): Promise<string> {
  const { repository } = deployment;
  const bases = await repository.mergeBases(ours, other.head);
  if (bases.includes(other.head)) return ours;
  if (bases.includes(ours)) return other.head;
  const tree = await mergedTree(deployment, ours, other.head, other.name);
  return repository.commit({ tree, parents: [ours, other.head], message }, authorOf(caller.user), deployment.now);
}

async function squashed(
  deployment: LiveDeployment,
  caller: Caller,
  branch: BranchRecord,
  target: BranchRecord,
  message: string,
): Promise<string> {
  const { repository } = deployment;
  if ((await repository.mergeBases(target.head, branch.head)).includes(branch.head)) return target.head;
  const tree = await mergedTree(deployment, target.head, branch.head, branch.name);
  return repository.commit({ tree, parents: [target.head], message }, authorOf(caller.user), deployment.now);
}

async function mergedTree(deployment: LiveDeployment, ours: string, theirs: string, name: string): Promise<string> {
  const { tree, conflicts } = await mergeCommits(deployment.repository, ours, theirs);
  if (conflicts.length > 0) throw new HttpFailure(409, `Merge conflict with '${name}' in ${conflicts.join(', ')}`);
  return deployment.repository.writeTree(tree);
}
