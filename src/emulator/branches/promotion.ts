/**
 * Commit, pull and merge between branches. Every new head is computed before any branch is updated, so a conflict leaves all
 * branches unchanged.
 */

import { messageOf } from '../../base/errors.ts';
import { mergeCommits, mergeTrees } from '../git/mergeTrees.ts';
import { pushBranch } from '../git/upstream.ts';
import type { LiveDeployment } from '../platform/liveDeployment.ts';
import { authorOf, type Caller } from '../platform/platform.ts';
import { HttpFailure } from '../records/httpFailure.ts';
import type { BranchRecord } from '../records/platformRecord.ts';
import { assertNotOthersBranch, endSession, setSessionBranch } from './devMode.ts';

interface BranchUpdate {
  branch: BranchRecord;
  head: string;
  /** Tree with the edits that stay uncommitted. */
  work: string | null;
}

/** Commits a dev branch's edits to its parent branch. Both then have the same head. State rule 4. */
export async function commitToParent(
  deployment: LiveDeployment,
  caller: Caller,
  branch: BranchRecord,
  message: string,
): Promise<void> {
  const parent = parentOf(deployment, branch);
  assertNotOthersBranch(caller, parent);
  const own = await commitPendingEdits(deployment, caller, branch, message);
  const head = await mergeHeads(deployment, caller, parent.head, { head: own, name: branch.name }, message);
  await applyUpdates(deployment, [
    { branch: parent, head, work: await carryEdits(deployment, parent, head) },
    { branch, head, work: null },
  ]);
}

/** Merges the parent's commits into a branch and keeps its uncommitted edits. @returns whether a build was queued */
export async function pullFromParent(
  deployment: LiveDeployment,
  caller: Caller,
  branch: BranchRecord,
): Promise<boolean> {
  const parent = parentOf(deployment, branch);
  const before = branch.build?.jobId;
  const head = await mergeHeads(deployment, caller, branch.head, parent, `Merge ${parent.name} into ${branch.name}`);
  await applyUpdates(deployment, [{ branch, head, work: await carryEdits(deployment, branch, head) }]);
  return branch.build?.jobId !== before;
}

/** Merges a branch with its uncommitted edits into another branch. */
export async function mergeInto(
  deployment: LiveDeployment,
  caller: Caller,
  branch: BranchRecord,
  target: BranchRecord,
  { message, squash }: { message: string; squash: boolean },
): Promise<void> {
  assertNotOthersBranch(caller, target);
  const own = await commitPendingEdits(deployment, caller, branch, message);
  const join = squash ? squashHeads : mergeHeads;
  const head = await join(deployment, caller, target.head, { head: own, name: branch.name }, message);
  await applyUpdates(deployment, [
    { branch, head: own, work: null },
    { branch: target, head, work: await carryEdits(deployment, target, head) },
  ]);
}

/** Commits the edits of a branch on the branch itself. */
export async function commitEdits(
  deployment: LiveDeployment,
  caller: Caller,
  branch: BranchRecord,
  message: string,
): Promise<void> {
  await applyUpdates(deployment, [
    { branch, head: await commitPendingEdits(deployment, caller, branch, message), work: null },
  ]);
}

/** Deletes a branch. Its children get its parent, its sessions end. State rule 7. */
export async function removeBranch(deployment: LiveDeployment, branch: BranchRecord): Promise<void> {
  const { record } = deployment;
  await deployment.repository.deleteBranch(branch.name);
  for (const child of record.branches) if (child.parent === branch.name) child.parent = branch.parent;
  for (const session of record.sessions.filter((entry) => entry.branch === branch.name)) {
    endSession(deployment, session.credentialId);
  }
  deployment.builds.cancel(branch);
  record.branches.splice(record.branches.indexOf(branch), 1);
}

/** Continues the caller's session on the target of a merge; on production the session ends. */
export async function switchSession(deployment: LiveDeployment, caller: Caller, target: BranchRecord): Promise<void> {
  if (target.parent === null) endSession(deployment, caller.credential.id);
  else await setSessionBranch(deployment, caller, target);
}

export function parentOf(deployment: LiveDeployment, branch: BranchRecord): BranchRecord {
  const parent = branch.parent === null ? undefined : deployment.branch(branch.parent);
  if (!parent) throw new HttpFailure(400, `Branch '${branch.name}' has no parent branch`);
  return parent;
}

/** Updates all branches, builds those whose files changed, and pushes shared ones to the connected repository. */
async function applyUpdates(deployment: LiveDeployment, moves: readonly BranchUpdate[]): Promise<void> {
  const changed: BranchUpdate[] = [];
  for (const next of moves) {
    const { branch, head, work } = next;
    const tree = work ?? (await deployment.repository.readCommit(head)).tree;
    if (tree !== (await deployment.treeId(branch))) changed.push(next);
    if (head !== branch.head) await deployment.repository.setBranch(branch.name, head);
  }
  const ahead = moves.filter(({ branch, head }) => branch.head !== head && branch.ownerId === null);
  for (const { branch, head, work } of moves) {
    Object.assign(branch, { head, work });
    // If no file changed, the current build is also that of the new commit.
    if (branch.build?.filesHash === (await deployment.treeId(branch))) branch.build.lastHash = head;
  }
  for (const { branch } of changed) {
    // In the mode `cli` only an upload rebuilds production. Notes: branches and dev mode.
    if (branch.parent !== null || deployment.record.settings.deployMode === 'git')
      await deployment.builds.queue(branch);
  }
  for (const { branch } of ahead) await push(deployment, branch);
}

/** Only logs a failure: the branch is updated already, and the next push includes this one. */
async function push(deployment: LiveDeployment, branch: BranchRecord): Promise<void> {
  const upstream = deployment.record.remote?.gitdir;
  if (!upstream) return;
  await pushBranch(deployment.repository.gitdir, upstream, branch.name, branch.head).catch((failure: unknown) => {
    deployment.builds.log(branch, 'MAIN', `Push of ${branch.name} failed: ${messageOf(failure)}`);
  });
}

/** Commits the uncommitted edits, if any, without updating the branch. @returns the new head */
async function commitPendingEdits(
  { repository, now }: LiveDeployment,
  { user }: Caller,
  { head, work }: BranchRecord,
  message: string,
): Promise<string> {
  if (work === null) return head;
  return repository.commit({ tree: work, parents: [head], message }, authorOf(user), now);
}

/** Merges a branch's uncommitted edits onto a new head. @throws HttpFailure 409 on a conflict */
async function carryEdits({ repository }: LiveDeployment, branch: BranchRecord, head: string): Promise<string | null> {
  if (branch.work === null || head === branch.head) return branch.work;
  const before = await repository.readTree((await repository.readCommit(branch.head)).tree);
  const after = (await repository.readCommit(head)).tree;
  const work = await repository.readTree(branch.work);
  const { tree, conflicts } = await mergeTrees(repository, before, work, await repository.readTree(after));
  if (conflicts.length > 0) throw conflict(branch.name, conflicts);
  const oid = await repository.writeTree(tree);
  return oid === after ? null : oid;
}

interface MergeSource {
  head: string;
  /** Name of the branch, for messages. */
  name: string;
}

/** The commit with both histories: a merge commit, or one of the two heads if it contains the other. */
async function mergeHeads(
  deployment: LiveDeployment,
  { user }: Caller,
  ours: string,
  other: MergeSource,
  message: string,
): Promise<string> {
  const { repository, now } = deployment;
  const bases = await repository.mergeBases(ours, other.head);
  if (bases.includes(other.head)) return ours;
  if (bases.includes(ours)) return other.head;
  const tree = await mergeTreesOrThrow(deployment, ours, other);
  return repository.commit({ tree, parents: [ours, other.head], message }, authorOf(user), now);
}

/** One commit on ours with all changes of the other. */
async function squashHeads(
  deployment: LiveDeployment,
  { user }: Caller,
  ours: string,
  other: MergeSource,
  message: string,
): Promise<string> {
  const { repository, now } = deployment;
  const tree = await mergeTreesOrThrow(deployment, ours, other);
  if (tree === (await repository.readCommit(ours)).tree) return ours;
  return repository.commit({ tree, parents: [ours], message }, authorOf(user), now);
}

async function mergeTreesOrThrow({ repository }: LiveDeployment, ours: string, other: MergeSource): Promise<string> {
  const { tree, conflicts } = await mergeCommits(repository, ours, other.head);
  if (conflicts.length > 0) throw conflict(other.name, conflicts);
  return repository.writeTree(tree);
}

function conflict(branchName: string, files: readonly string[]): HttpFailure {
  return new HttpFailure(409, `Merge conflict with branch '${branchName}' in ${files.join(', ')}`);
}
