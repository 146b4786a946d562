/** Which branch a request means, and who may write where. Spec: “Other rules about state” 1 to 3, rules under group C. */

import { createHash } from 'node:crypto';
import { personalBranchPrefix } from '../../contract/branches.ts';
import { HttpFailure } from '../errors/httpFailure.ts';
import type { LiveDeployment } from '../platform/liveDeployment.ts';
import type { Caller } from '../platform/platform.ts';
import type { BranchRecord, SessionRecord } from '../records/platformRecord.ts';

export function requireBranch(deployment: LiveDeployment, name: string): BranchRecord {
  const branch = deployment.branch(name);
  if (!branch) throw new HttpFailure(404, `Branch '${name}' not found`);
  return branch;
}

/** The branch a request names, or else the one of the caller's session, or else the deploy branch. */
export function resolveBranch(deployment: LiveDeployment, caller: Caller, name?: string): BranchRecord {
  if (name) return requireBranch(deployment, name);
  return sessionBranch(deployment, caller) ?? deployment.deployBranch;
}

/** The branch the caller's session points at. */
export function sessionBranch(deployment: LiveDeployment, caller: Caller): BranchRecord | undefined {
  const session = deployment.session(caller.credential.id);
  return session && deployment.branch(session.branch);
}

/** Somebody's personal dev branch, which can be written to: a name alone does not make one. State rule 3. */
export function isPersonal(branch: BranchRecord): boolean {
  return branch.ownerId !== null;
}

/** @throws HttpFailure 403 for the personal branch of somebody else */
export function assertNotOthersBranch(caller: Caller, branch: BranchRecord): void {
  if (branch.ownerId === null || branch.ownerId === caller.user.id) return;
  throw new HttpFailure(403, `Branch '${branch.name}' is the personal branch of another user`);
}

/** The branch a write goes to. @throws HttpFailure 400 unless it is a personal branch, 403 unless it is the caller's own. */
export function requireWritableBranch(deployment: LiveDeployment, caller: Caller, name?: string): BranchRecord {
  const branch = resolveBranch(deployment, caller, name);
  if (!isPersonal(branch)) throw new HttpFailure(400, `Branch '${branch.name}' is not a dev-mode branch`);
  assertNotOthersBranch(caller, branch);
  return branch;
}

/** A request that uses the caller's dev environment keeps it awake, and wakes it where it was suspended. */
export async function touchSession(deployment: LiveDeployment, caller: Caller): Promise<void> {
  const session = deployment.session(caller.credential.id);
  if (!session) return;
  session.lastUsedAt = deployment.services.clock();
  const branch = deployment.branch(session.branch);
  if (branch?.build?.status === 'stopped') await deployment.builds.wake(branch);
}

/** Suspends dev environments that nobody has used for a while. Notes: Credentials and dev mode. */
export function suspendIdle(deployment: LiveDeployment): void {
  const { clock, idleMs } = deployment.services;
  for (const branch of deployment.record.branches) {
    if (deployment.builds.mode(branch) !== 'dev_mode') continue;
    const sessions = deployment.record.sessions.filter((session) => session.branch === branch.name);
    if (sessions.every(({ lastUsedAt }) => clock() - lastUsedAt > idleMs)) deployment.builds.suspend(branch);
  }
}

/** Opens dev mode on a branch: forks it into the caller's personal branch, or opens that one again. */
export async function startDevMode(deployment: LiveDeployment, caller: Caller, name: string): Promise<BranchRecord> {
  const asked = requireBranch(deployment, name);
  assertNotOthersBranch(caller, asked);
  // A branch that was only created under a personal name becomes personal now. State rule 3.
  if (asked.ownerId === null && asked.name.startsWith(personalBranchPrefix)) asked.ownerId = caller.user.id;
  const branch = isPersonal(asked)
    ? asked
    : (findOwnFork(deployment, caller, asked) ?? (await fork(deployment, caller, asked)));
  await setSessionBranch(deployment, caller, branch);
  return branch;
}

/** Points the caller's session at a branch; what it left may come to rest. */
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
  const left = deployment.branch(session.branch);
  if (left) deployment.builds.cancelIfInactive(left);
}

function findOwnFork(deployment: LiveDeployment, { user }: Caller, parent: BranchRecord): BranchRecord | undefined {
  return deployment.record.branches.find(({ ownerId, parent: of }) => ownerId === user.id && of === parent.name);
}

async function fork(deployment: LiveDeployment, { user }: Caller, parent: BranchRecord): Promise<BranchRecord> {
  const who = user.username
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40);
  const seed = `${parent.name}/${user.id}/${deployment.record.nextBranchId}`;
  const name = `dev-${who}-${createHash('sha1').update(seed).digest('hex').slice(0, 8)}`;
  await deployment.repository.setBranch(name, parent.head);
  return deployment.addBranch({ name, parent: parent.name, head: parent.head, ownerId: user.id });
}
