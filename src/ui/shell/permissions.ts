/** The permissions of the user: the operations of commands, and of views. Loaded with the first command that needs one. */

import { type OperationId, operations } from '../../contract/operations.ts';
import type { PlatformSession } from '../../session/platformSession.ts';
import type { CommandEntry } from '../manifest/commandEntry.ts';
import { type CommandId, commandTable } from '../manifest/commandTable.ts';
import type { ViewId } from '../manifest/ids.ts';

/** @throws UserError that says why the user cannot run the command on the deployment, or without one, on any; CancelledError */
export async function requirePermission(session: PlatformSession, command: CommandId, deploymentId?: string) {
  const { operation }: CommandEntry = commandTable[command];
  if (operation) await session.require(operations[operation], deploymentId);
}

/**
 * The operations of the commands on rows of a view that the user cannot use in a deployment, or without one, in any. Never rejects.
 */
export async function refusedOperations(
  view: ViewId,
  session: PlatformSession,
  deploymentId?: string,
): Promise<ReadonlySet<string>> {
  const ids = new Set(
    Object.values<CommandEntry>(commandTable)
      .filter(({ menus }) => menus?.some((place) => place.view === view))
      .flatMap(({ operation }) => operation ?? []),
  );
  return new Set(await refusedOf([...ids], session, deploymentId));
}

/** The operations that each view shows. A view is hidden if the user can use none of these. */
const viewOperations = {
  'dataModel.content': ['listFolders', 'listReports', 'listNotifications'],
  'dataModel.resources': ['getMe', 'getDeploymentSettings', 'getTenantSettings', 'listUsers'],
  'dataModel.embedding': ['listEmbedTenants'],
  'dataModel.dbtSyncs': ['listDbtSyncs', 'startDbtSync'],
} satisfies Partial<Record<ViewId, readonly OperationId[]>>;

/** The views that have nothing for the user. Never rejects. */
export async function emptyViews(session: PlatformSession): Promise<string[]> {
  const emptyOf = async ([view, ids]: [string, readonly OperationId[]]) =>
    (await refusedOf(ids, session)).length === ids.length ? [view] : [];
  return (await Promise.all(Object.entries(viewOperations).map(emptyOf))).flat();
}

async function refusedOf(ids: readonly OperationId[], session: PlatformSession, deploymentId?: string) {
  const refusals = await Promise.all(ids.map((id) => session.unavailable(operations[id], deploymentId)));
  return ids.filter((_, index) => refusals[index]);
}
