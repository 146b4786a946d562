/** Which operation each command needs, and which operations each view shows. Loaded when a platform's account is looked at. */

import { type OperationId, operations } from '../../contract/operations.ts';
import type { PlatformSession } from '../../session/platformSession.ts';
import type { CommandEntry } from '../manifest/commandEntry.ts';
import { type CommandId, commandTable } from '../manifest/commandTable.ts';
import type { ViewId } from '../manifest/ids.ts';

type Table = typeof commandTable;
/** The commands that need an operation. */
export type CheckedCommand = {
  [Id in CommandId]: Table[Id] extends { operation: OperationId } ? Id : never;
}[CommandId];

/** @throws UserError that says why the user cannot run the command on a deployment, or without one, on any; CancelledError */
export async function requireAvailable(
  session: PlatformSession,
  command: CheckedCommand,
  deploymentId?: string,
): Promise<void> {
  const refusal = await session.unavailable(operations[commandTable[command].operation], deploymentId);
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
  const ids = [...new Set(Object.values<CommandEntry>(commandTable).flatMap(({ operation }) => operation ?? []))];
  const refusals = await Promise.all(ids.map((id) => session.unavailable(operations[id], deploymentId)));
  return new Set(ids.filter((_, index) => refusals[index]));
}
