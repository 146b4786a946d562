/** Which operation each command needs, and which operations each view shows. Loaded when a platform's account is looked at. */

import { folderOperations } from '../../contract/content/folders.ts';
import { notificationOperations } from '../../contract/content/notifications.ts';
import { reportOperations } from '../../contract/content/reports.ts';
import { branchOperations } from '../../contract/dataModel/branches.ts';
import { dbtSyncOperations } from '../../contract/dbt/dbtSyncs.ts';
import { auditLogOperations } from '../../contract/deployments/auditLogs.ts';
import { creationStepOperations } from '../../contract/deployments/creationSteps.ts';
import { deploymentOperations } from '../../contract/deployments/deployments.ts';
import { runtimeOperations } from '../../contract/deployments/runtime.ts';
import { dashboardExportOperations } from '../../contract/embedding/dashboardExports.ts';
import { embedTenantOperations } from '../../contract/embedding/embedTenants.ts';
import { accountOperations } from '../../contract/users/account.ts';
import { meOperations } from '../../contract/users/me.ts';
import { userOperations } from '../../contract/users/users.ts';
import type { PlatformSession } from '../../session/platformSession.ts';
import type { CommandId, ViewId } from './ids.ts';

const operations = {
  ...branchOperations,
  ...deploymentOperations,
  ...runtimeOperations,
  ...dashboardExportOperations,
  ...dbtSyncOperations,
  ...embedTenantOperations,
  ...folderOperations,
  ...notificationOperations,
  ...reportOperations,
  ...accountOperations,
  ...auditLogOperations,
  ...creationStepOperations,
  ...meOperations,
  ...userOperations,
};
type OperationId = keyof typeof operations;

/** In the menus of the deployments tree, `!(viewItem =~ /;no-<id of the operation>;/)` hides a command. */
export const commandOperations = {
  'dataModel.branch.create': 'createBranch',
  'dataModel.branch.openDevMode': 'startDevMode',
  'dataModel.branch.leaveDevMode': 'stopDevMode',
  'dataModel.branch.pull': 'pull',
  'dataModel.branch.commit': 'commit',
  'dataModel.branch.mergeToParent': 'merge',
  'dataModel.branch.mergeToProduction': 'mergeToDefault',
  'dataModel.branch.delete': 'deleteBranch',
  'dataModel.branch.enableStaging': 'setStagingEnvironment',
  'dataModel.branch.disableStaging': 'setStagingEnvironment',
  'dataModel.build.refresh': 'getBuildStatus',
  'dataModel.logs.open': 'listLogs',
  'dataModel.logs.tail': 'listLogs',
  'dataModel.dashboard.export': 'startDashboardExport',
  'dataModel.deployment.create': 'createDeployment',
  'dataModel.deployment.continueCreation': 'advanceCreationStep',
  'dataModel.deployment.resetCreation': 'resetCreationStep',
  'dataModel.deployment.build': 'mergeToDefault',
  'dataModel.deployment.openSettings': 'getDeploymentSettings',
  'dataModel.deployment.delete': 'deleteDeployment',
  'dataModel.variable.add': 'setEnvVars',
  'dataModel.variable.edit': 'setEnvVars',
  'dataModel.variable.import': 'setEnvVars',
  'dataModel.version.change': 'updateDeployment',
  'dataModel.version.hold': 'updateDeployment',
  'dataModel.version.endHold': 'updateDeployment',
  'dataModel.environment.createToken': 'createDeploymentToken',
  'dataModel.auditLog.export': 'exportAuditLog',
} satisfies Partial<Record<CommandId, OperationId>>;

export type CheckedCommand = keyof typeof commandOperations;

/** @throws UserError that says why the user cannot run the command on a deployment, or without one, on any; CancelledError */
export async function requireAvailable(
  session: PlatformSession,
  command: CheckedCommand,
  deploymentId?: string,
): Promise<void> {
  const refusal = await session.unavailable(operations[commandOperations[command]], deploymentId);
  if (refusal) throw refusal;
}

/** What each view shows. It is hidden where the user can use none of these. */
const viewOperations = {
  'dataModel.content': ['listFolders', 'listReports', 'listNotifications'],
  'dataModel.resources': ['getMe', 'getDeploymentSettings', 'getTenantSettings', 'listUsers'],
  'dataModel.embedding': ['listEmbedTenants'],
  'dataModel.dbtSyncs': ['listDbtSyncs', 'startDbtSync'],
} satisfies Partial<Record<ViewId, readonly OperationId[]>>;

/** The views that have nothing for the user. Never rejects. */
export async function emptyViews(session: PlatformSession): Promise<string[]> {
  const refused = async ([view, ids]: [string, readonly OperationId[]]) => {
    const refusals = await Promise.all(ids.map((id) => session.unavailable(operations[id])));
    return refusals.every(Boolean) ? [view] : [];
  };
  return (await Promise.all(Object.entries(viewOperations).map(refused))).flat();
}

/** The ids of the operations above that the user cannot use in a deployment, or without one, in any. Never rejects. */
export async function refusedOperations(session: PlatformSession, deploymentId?: string): Promise<ReadonlySet<string>> {
  const ids = [...new Set(Object.values(commandOperations))];
  const refusals = await Promise.all(ids.map((id) => session.unavailable(operations[id], deploymentId)));
  return new Set(ids.filter((_, index) => refusals[index]));
}
