/** Branches and dev mode. Spec: group C, the staging flag of group A, state rules 1 to 4 and 7. */

import { type Branch, isPersonalBranch } from '../../../contract/dataModel/branches.ts';
import {
  assertMayUpdate,
  assertNotOthersBranch,
  endSession,
  requireBranch,
  requireWritableBranch,
  resolveBranch,
  setSessionBranch,
  startDevMode,
} from '../../branches/devMode.ts';
import {
  commitToParent,
  mergeInto,
  parentOf,
  pullFromParent,
  removeBranch,
  switchSession,
} from '../../branches/promotion.ts';
import { findClashingBranch, isBranchName } from '../../git/projectPath.ts';
import { deleteUpstreamBranch } from '../../git/upstream.ts';
import { requirePermission } from '../../platform/permissions.ts';
import { HttpFailure } from '../../records/httpFailure.ts';
import type { BranchRecord } from '../../records/platformRecord.ts';
import type { Handlers } from '../definition/handler.ts';
import { cursorPage } from '../definition/paging.ts';

type BranchHandlers = Pick<
  Handlers,
  | 'listBranches'
  | 'createBranch'
  | 'deleteBranch'
  | 'setStagingEnvironment'
  | 'startDevMode'
  | 'stopDevMode'
  | 'commit'
  | 'pull'
  | 'merge'
  | 'mergeToDefault'
>;

export const branchHandlers: BranchHandlers = {
  listBranches: ({ deployment, query }) => cursorPage(deployment.record.branches.map(toBranch), query, ({ id }) => id),

  createBranch: ({ deployment, caller, body }) =>
    deployment.change(async () => {
      if (!isPersonalBranch(body.name)) requirePermission(caller.user, { all: ['SchemaUpdate'] });
      if (!isBranchName(body.name)) throw new HttpFailure(400, `'${body.name}' is not a valid branch name`);
      if (deployment.branch(body.name)) throw new HttpFailure(409, `Branch '${body.name}' already exists`);
      const from = body.from ? requireBranch(deployment, body.from) : deployment.deployBranch;
      const clash = findClashingBranch(
        body.name,
        deployment.record.branches.map(({ name }) => name),
      );
      if (clash !== undefined) {
        throw new HttpFailure(409, `Branch '${clash}' exists, so '${body.name}' cannot be created`);
      }
      await deployment.repository.setBranch(body.name, from.head);
      const branch = deployment.addBranch({ name: body.name, parent: from.name, head: from.head, ownerId: null });
      if (body.activate || body.enterDevMode) await setSessionBranch(deployment, caller, branch);
      return toBranch(branch);
    }),

  deleteBranch: ({ deployment, caller, query }) =>
    deployment.change(async () => {
      const branch = requireBranch(deployment, query.branchName);
      if (branch.parent === null) throw new HttpFailure(400, `Branch '${branch.name}' is the production branch`);
      assertMayUpdate(caller, branch);
      if (!caller.user.admin) assertNotOthersBranch(caller, branch);
      await removeBranch(deployment, branch);
      const upstream = deployment.record.remote?.gitdir;
      if (query.removeOnUpstream && upstream) await deleteUpstreamBranch(upstream, branch.name);
      return { success: true };
    }),

  setStagingEnvironment: ({ deployment, body }) =>
    deployment.change(async () => {
      if ((body.branchName === undefined) === (body.branchId === undefined)) {
        throw new HttpFailure(400, 'Give exactly one of branchName and branchId');
      }
      const branch =
        body.branchName === undefined
          ? deployment.record.branches.find(({ id }) => id === body.branchId)
          : requireBranch(deployment, body.branchName);
      if (!branch) throw new HttpFailure(404, `Branch ${body.branchId} not found`);
      if (isPersonalBranch(branch.name) || branch.parent === null) {
        const kind = branch.parent === null ? 'the production branch' : 'a personal development branch';
        throw new HttpFailure(400, `Branch '${branch.name}' is ${kind}: it has no staging environment`);
      }
      branch.staging = body.enabled;
      if (body.enabled) await deployment.builds.wake(branch);
      else deployment.builds.cancelIfInactive(branch);
      return { data: toBranch(branch) };
    }),

  startDevMode: ({ deployment, caller, body }) =>
    deployment.change(async () => {
      const branch = await startDevMode(deployment, caller, body.branchName);
      return { active: true, branchName: branch.name, parentBranch: branch.parent };
    }),

  stopDevMode: ({ deployment, caller }) =>
    deployment.change(async () => {
      endSession(deployment, caller.credential.id);
      return { success: true };
    }),

  commit: ({ deployment, caller, body }) =>
    deployment.change(async () => {
      const branch = requireWritableBranch(deployment, caller, body.branchName);
      await commitToParent(deployment, caller, branch, body.message || `Commit of ${branch.name}`);
      const parent = parentOf(deployment, branch);
      if (body.exitDevMode) endSession(deployment, caller.credential.id);
      return { success: true, branchName: parent.name, lastHash: parent.head };
    }),

  pull: ({ deployment, caller, body }) =>
    deployment.change(async () => {
      const branch = resolveBranch(deployment, caller, body.branchName);
      assertNotOthersBranch(caller, branch);
      assertMayUpdate(caller, branch);
      if (branch.parent === null) return { buildTriggered: false };
      return { buildTriggered: await pullFromParent(deployment, caller, branch) };
    }),

  merge: ({ deployment, caller, body }) =>
    deployment.change(async () => {
      const branch = resolveBranch(deployment, caller, body.branchName);
      assertNotOthersBranch(caller, branch);
      const target = parentOf(deployment, branch);
      const message = body.message || `Merge ${branch.name} into ${target.name}`;
      await mergeInto(deployment, caller, branch, target, { message, squash: body.squashCommits ?? false });
      if (body.switchToParentBranch) await switchSession(deployment, caller, target);
      if (body.deleteBranch) await removeBranch(deployment, branch);
      return { merged: true, branchDeleted: body.deleteBranch ?? false };
    }),

  mergeToDefault: ({ deployment, caller, body }) =>
    deployment.change(async () => {
      const branch = resolveBranch(deployment, caller, body.branchName);
      assertNotOthersBranch(caller, branch);
      const target = deployment.deployBranch;
      if (branch === target) throw new HttpFailure(400, `Branch '${branch.name}' is the production branch`);
      const message = body.message || `Merge ${branch.name} into ${target.name}`;
      const before = target.build?.jobId;
      await mergeInto(deployment, caller, branch, target, { message, squash: false });
      // State rule 4 names no exception: also in the deploy mode `cli`, and if no file changed.
      if (target.build?.jobId === before) await deployment.builds.queue(target);
      const branchDeleted = body.removeBranchAfterMerge ?? true;
      if (branchDeleted) await removeBranch(deployment, branch);
      return { merged: true, branchDeleted };
    }),
};

function toBranch(branch: BranchRecord): Branch {
  return {
    id: branch.id,
    name: branch.name,
    parentBranch: branch.parent,
    lastHash: branch.head,
    isStagingEnvironmentEnabled: branch.staging,
  };
}
