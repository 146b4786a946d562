/** Dev-mode sessions: the branch of a request, and write access. Spec: “Other rules about state” 1 to 3, group C. */

import { createHash } from 'node:crypto';
import { personalBranchPrefix } from '../../contract/dataModel/branches.ts';
import type { LiveDeployment } from '../platform/liveDeployment.ts';
import { requirePermission } from '../platform/permissions.ts';
import type { Caller } from '../platform/platform.ts';
import { HttpFailure } from '../records/httpFailure.ts';
import type { BranchRecord, SessionRecord } from '../records/platformRecord.ts';

/** @throws HttpFailure 404 */
export function requireBranch(deployment: LiveDeployment, branchName: string): BranchRecord {
  const branch = deployment.branch(branchName);
  if (!branch) throw new HttpFailure(404, `Branch '${branchName}' not found`);
  return branch;
}

/** The named branch, else the branch of the caller's session, else the production branch. @throws HttpFailure 404 */
export function resolveBranch(deployment: LiveDeployment, caller: Caller, branchName?: string): BranchRecord {
  if (branchName) return requireBranch(deployment, branchName);
  return sessionBranch(deployment, caller) ?? deployment.deployBranch;
}

/** The branch of the caller's session. */
export function sessionBranch(deployment: LiveDeployment, caller: Caller): BranchRecord | undefined {
  const session = deployment.session(caller.credential.id);
  return session && deployment.branch(session.branch);
}

/** Whether it is a user's personal dev branch, which can be written to. The name alone does not make one. State rule 3. */
export function isPersonal(branch: BranchRecord): boolean {
  return branch.ownerId !== null;
}

/** @throws HttpFailure 403 for the personal branch of another user */
export function assertNotOthersBranch(caller: Caller, branch: BranchRecord): void {
  if (branch.ownerId === null || branch.ownerId === caller.user.id) return;
  throw new HttpFailure(403, `Branch '${branch.name}' is the personal branch of another user`);
}

/** @throws HttpFailure 403 for a shared branch or the production branch of a user without `SchemaUpdate` */
export function assertMayUpdate({ user }: Caller, branch: BranchRecord): void {
  if (!isPersonal(branch)) requirePermission(user, { all: ['SchemaUpdate'] });
}

/** The branch of a write request. @throws HttpFailure 400 unless it is a personal branch, 403 unless the caller owns it */
export function requireWritableBranch(deployment: LiveDeployment, caller: Caller, branchName?: string): BranchRecord {
  const branch = resolveBranch(deployment, caller, branchName);
  if (!isPersonal(branch)) throw new HttpFailure(400, `Branch '${branch.name}' is not a dev-mode branch`);
  assertNotOthersBranch(caller, branch);
  return branch;
}

/** Marks the caller's dev environment as used, and resumes it if it was suspended. */
export async function touchSession(deployment: LiveDeployment, caller: Caller): Promise<void> {
  const session = deployment.session(caller.credential.id);
  if (!session) return;
  session.lastUsedAt = deployment.services.clock();
  const branch = deployment.branch(session.branch);
  if (branch?.build?.status === 'stopped') await deployment.builds.wake(branch);
}

/** Suspends dev environments that were not used for the idle time. Notes: Credentials and dev mode. */
export function suspendIdle(deployment: LiveDeployment): void {
  const { clock, idleMs } = deployment.services;
  for (const branch of deployment.record.branches) {
    if (deployment.builds.mode(branch) !== 'dev_mode') continue;
    const sessions = deployment.record.sessions.filter((session) => session.branch === branch.name);
    if (sessions.every(({ lastUsedAt }) => clock() - lastUsedAt > idleMs)) deployment.builds.suspend(branch);
  }
}

/** Starts dev mode on a branch: uses the caller's personal fork of it, or creates one. */
export async function startDevMode(
  deployment: LiveDeployment,
  caller: Caller,
  branchName: string,
): Promise<BranchRecord> {
  const named = requireBranch(deployment, branchName);
  assertNotOthersBranch(caller, named);
  // A branch that was created with a personal name becomes personal here. State rule 3.
  if (named.ownerId === null && named.name.startsWith(personalBranchPrefix)) named.ownerId = caller.user.id;
  const branch = isPersonal(named)
    ? named
    : (findOwnFork(deployment, caller, named) ?? (await fork(deployment, caller, named)));
  await setSessionBranch(deployment, caller, branch);
  return branch;
}

/** Sets the branch of the caller's session. The branch it leaves may stop being run. */
export async function setSessionBranch(
  deployment: LiveDeployment,
  caller: Caller,
  branch: BranchRecord,
): Promise<void> {
  const session: SessionRecord = {
    credentialId: caller.credential.id,
    branch: branch.name,
    lastUsedAt: deployment.services.clock(),
  };
  endSession(deployment, caller.credential.id);
  deployment.record.sessions.push(session);
  await deployment.builds.wake(branch);
}

export function endSession(deployment: LiveDeployment, credentialId: number): void {
  const session = deployment.session(credentialId);
  if (!session) return;
  deployment.record.sessions.splice(deployment.record.sessions.indexOf(session), 1);
  const branch = deployment.branch(session.branch);
  if (branch) deployment.builds.cancelIfInactive(branch);
}

function findOwnFork(deployment: LiveDeployment, { user }: Caller, parent: BranchRecord): BranchRecord | undefined {
  return deployment.record.branches.find(({ ownerId, parent: of }) => ownerId === user.id && of === parent.name);
}

async function fork(deployment: LiveDeployment, { user }: Caller, parent: BranchRecord): Promise<BranchRecord> {
  const owner = user.username
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40);
  const seed = `${parent.name}/${user.id}/${deployment.record.nextBranchId}`;
  const branchName = `dev-${owner}-${createHash('sha1').update(seed).digest('hex').slice(0, 8)}`;
  await deployment.repository.setBranch(branchName, parent.head);
  return deployment.addBranch({ name: branchName, parent: parent.name, head: parent.head, ownerId: user.id });
}
