/**
 * How edits travel between branches: commit, pull, merge. Every next head is computed before any branch moves, so that a
 * conflict leaves all of them as they were.
 */

import { messageOf } from '../../base/errors.ts';
import { HttpFailure } from '../errors/httpFailure.ts';
import { mergeCommits, mergeTrees } from '../git/mergeTrees.ts';
import { pushBranch } from '../git/upstream.ts';
import type { LiveDeployment } from '../platform/liveDeployment.ts';
import { authorOf, type Caller } from '../platform/platform.ts';
import type { BranchRecord } from '../records/platformRecord.ts';
import { assertNotOthersBranch, endSession, setSessionBranch } from './devMode.ts';

interface BranchUpdate {
  branch: BranchRecord;
  head: string;
  /** Tree of the edits that stay uncommitted. */
  work: string | null;
}

/** Pushes a dev branch's edits to the branch it was forked from; both then stand on the same commit. State rule 4. */
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

/** Brings the parent's commits into a branch; edits that are not committed stay on top. @returns whether that queued a build */
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

/** Merges a branch, with the edits saved on it, into another. */
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

/** Commits the edits saved on a branch without sending them anywhere. */
export async function commitEdits(
  deployment: LiveDeployment,
  caller: Caller,
  branch: BranchRecord,
  message: string,
): Promise<void> {
  await applyUpdates(deployment, [
    { branch, head: await commitPendingEdits(deployment, caller, branch, message), work: null },
  ]);
  // The files are those that are being built already: only the commit has come.
  if (branch.build) branch.build.lastHash = branch.head;
}

/** Deletes a branch; its children move to its parent, sessions on it end. State rule 7. */
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

/** After a merge: go on on the target where that was asked for. */
export async function switchSession(deployment: LiveDeployment, caller: Caller, target: BranchRecord): Promise<void> {
  if (target.parent === null) endSession(deployment, caller.credential.id);
  else await setSessionBranch(deployment, caller, target);
}

export function parentOf(deployment: LiveDeployment, branch: BranchRecord): BranchRecord {
  const parent = branch.parent === null ? undefined : deployment.branch(branch.parent);
  if (!parent) throw new HttpFailure(400, `Branch '${branch.name}' has no parent branch`);
  return parent;
}

/** Puts branches where they go, all of them, and builds those whose files are others now. */
async function applyUpdates(deployment: LiveDeployment, moves: readonly BranchUpdate[]): Promise<void> {
  const changed: BranchUpdate[] = [];
  for (const next of moves) {
    const { branch, head, work } = next;
    const tree = work ?? (await deployment.repository.readCommit(head)).tree;
    if (tree !== (await deployment.treeId(branch))) changed.push(next);
    if (head !== branch.head) await deployment.repository.setBranch(branch.name, head);
  }
  const ahead = moves.filter(({ branch, head }) => branch.head !== head && branch.ownerId === null);
  for (const { branch, head, work } of moves) Object.assign(branch, { head, work });
  for (const { branch } of changed) {
    // On `cli` only an upload rebuilds production. Notes: branches and dev mode.
    if (branch.parent !== null || deployment.record.settings.deployMode === 'git')
      await deployment.builds.queue(branch);
  }
  for (const { branch } of ahead) await push(deployment, branch);
}

/** The branch has moved by now: a repository that cannot take it is noted, and gets it with the next push. */
async function push(deployment: LiveDeployment, branch: BranchRecord): Promise<void> {
  const upstream = deployment.record.remote?.gitdir;
  if (!upstream) return;
  await pushBranch(deployment.repository.gitdir, upstream, branch.name, branch.head).catch((failure: unknown) => {
    deployment.builds.note(branch, 'MAIN', `Push of ${branch.name} failed: ${messageOf(failure)}`);
  });
}

/** The branch's head, or a commit on it that takes in the edits that are saved but not committed. Moves nothing. */
async function commitPendingEdits(
  { repository, now }: LiveDeployment,
  { user }: Caller,
  { head, work }: BranchRecord,
  message: string,
): Promise<string> {
  if (work === null) return head;
  return repository.commit({ tree: work, parents: [head], message }, authorOf(user), now);
}

/** What a branch's uncommitted edits are once its head has moved. @throws HttpFailure 409 where they do not fit */
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
  name: string;
}

/** The commit that holds both: the other's where that is a fast-forward, ours where it holds the other already. */
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

/** One commit on ours with all that the other brings. */
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

function conflict(name: string, files: readonly string[]): HttpFailure {
  return new HttpFailure(409, `Merge conflict with branch '${name}' in ${files.join(', ')}`);
}
