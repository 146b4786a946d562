/** Which operation each command needs, and which operations each view shows. Loaded when a platform's account is looked at. */

import { branchOperations } from '../../contract/dataModel/branches.ts';
import type { Operation } from '../../contract/definition/operation.ts';
import { deploymentOperations } from '../../contract/deployments/deployments.ts';
import { runtimeOperations } from '../../contract/deployments/runtime.ts';
import { dashboardExportOperations } from '../../contract/embedding/dashboardExports.ts';
import { accountOperations } from '../../contract/users/account.ts';
import { meOperations } from '../../contract/users/me.ts';
import { userOperations } from '../../contract/users/users.ts';
import type { PlatformSession } from '../../session/platformSession.ts';
import type { CommandId, ViewId } from '../shell/ids.ts';

/** In the menus of the deployments tree, `!(viewItem =~ /;no-<id of the operation>;/)` hides a command. */
export const commandOperations = {
  'dataModel.branch.create': branchOperations.createBranch,
  'dataModel.branch.openDevMode': branchOperations.startDevMode,
  'dataModel.branch.leaveDevMode': branchOperations.stopDevMode,
  'dataModel.branch.pull': branchOperations.pull,
  'dataModel.branch.commit': branchOperations.commit,
  'dataModel.branch.mergeToParent': branchOperations.merge,
  'dataModel.branch.mergeToProduction': branchOperations.mergeToDefault,
  'dataModel.branch.delete': branchOperations.deleteBranch,
  'dataModel.branch.enableStaging': branchOperations.setStagingEnvironment,
  'dataModel.branch.disableStaging': branchOperations.setStagingEnvironment,
  'dataModel.build.refresh': runtimeOperations.getBuildStatus,
  'dataModel.logs.open': runtimeOperations.listLogs,
  'dataModel.logs.tail': runtimeOperations.listLogs,
  'dataModel.dashboard.export': dashboardExportOperations.startDashboardExport,
} satisfies Partial<Record<CommandId, Operation>>;

export type CheckedCommand = keyof typeof commandOperations;

/** @throws UserError that says why the user cannot run the command on a deployment; CancelledError */
export async function requireAvailable(
  session: PlatformSession,
  command: CheckedCommand,
  deploymentId: string,
): Promise<void> {
  const refusal = await session.unavailable(commandOperations[command], deploymentId);
  if (refusal) throw refusal;
}

/** What each view shows. It is hidden where the user can use none of these. */
const viewOperations = {
  'dataModel.resources': [
    meOperations.getMe,
    deploymentOperations.getDeploymentSettings,
    accountOperations.getTenantSettings,
    userOperations.listUsers,
  ],
} satisfies Partial<Record<ViewId, readonly Operation[]>>;

/** The views that have nothing for the user. Never rejects. */
export async function emptyViews(session: PlatformSession): Promise<string[]> {
  const refused = async ([view, operations]: [string, readonly Operation[]]) => {
    const refusals = await Promise.all(operations.map((operation) => session.unavailable(operation)));
    return refusals.every(Boolean) ? [view] : [];
  };
  return (await Promise.all(Object.entries(viewOperations).map(refused))).flat();
}

/** The ids of the operations above that the user cannot use in a deployment, or without one, in any. Never rejects. */
export async function refusedOperations(session: PlatformSession, deploymentId?: string): Promise<ReadonlySet<string>> {
  const operations = [...new Set<Operation>(Object.values(commandOperations))];
  const refusals = await Promise.all(operations.map((operation) => session.unavailable(operation, deploymentId)));
  return new Set(operations.filter((_, index) => refusals[index]).map(({ id }) => id));
}
