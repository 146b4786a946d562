/** Finds the deployment for a command: from its tree row, from the bound folder, or by a quick pick. */

import * as vscode from 'vscode';
import { CancelledError } from '../../base/errors.ts';
import { noConnection } from '../../session/binding.ts';
import { sessionErrors } from '../../session/errors.ts';
import { chooseConnection } from '../connections/connectionChoice.ts';
import { activeFolder, folderOf } from '../folders/folderChoice.ts';
import type { ViewId } from '../manifest/ids.ts';
import type { App } from '../shell/app.ts';
import type { ChooseTarget, SelectedDeployment } from '../shell/commandRunner.ts';
import { pickItem } from '../shell/quickInput.ts';
import type { RowTarget } from '../tree/row.ts';
import { type DeploymentTarget, shownTargets } from '../tree/shownDeployments.ts';

export function commandTargets(app: App): ChooseTarget {
  return {
    connection: (argument) => chooseConnection(app, rowTarget(argument)?.connectionId),
    deployment: (argument, view) => chooseDeployment(app, argument, view),
  };
}

/**
 * @param view its only deployment is chosen instead of that of the bound folder
 * @throws UserError if there is no connection; CancelledError if the user picks nothing; PlatformError
 */
export async function chooseDeployment(app: App, argument?: unknown, view?: ViewId): Promise<SelectedDeployment> {
  const usual = view ? onlyShown(app, view) : boundTarget(app, argument);
  const target = targetOf(argument) ?? usual ?? (await pickTarget(app));
  const connection = app.connections.get(target.connectionId);
  if (!connection) throw noConnection(target.connectionId);
  const platform = await connection.open();
  const listed = platform.deployments.value.items.find(({ id }) => String(id) === target.deploymentId);
  return {
    connection,
    deployment: platform.deployment(target.deploymentId),
    name: target.deploymentName ?? listed?.name ?? target.deploymentId,
    ...(target.branchName !== undefined && { branchName: target.branchName }),
    ...(target.podName !== undefined && { podName: target.podName }),
  };
}

function rowTarget(argument: unknown): Partial<RowTarget> | undefined {
  return (argument as { target?: Partial<RowTarget> } | undefined)?.target;
}

/** The deployment of a command's row. */
export function targetOf(argument: unknown): DeploymentTarget | undefined {
  const target = rowTarget(argument);
  if (target?.connectionId === undefined || target.deploymentId === undefined) return undefined;
  return { ...target, connectionId: target.connectionId, deploymentId: target.deploymentId };
}

function boundTarget(app: App, argument: unknown): DeploymentTarget | undefined {
  const folder = folderOf(app, argument) ?? activeFolder(app);
  if (!folder) return undefined;
  const { connectionId, deploymentId } = folder.binding;
  const branchName = folder.session.value?.branchName;
  return { connectionId, deploymentId, ...(branchName !== undefined && { branchName }) };
}

function onlyShown({ connections, folders, context }: App, view: ViewId): DeploymentTarget | undefined {
  const [only, other] = shownTargets(view, { connections, folders, memory: context.workspaceState });
  return other ? undefined : only;
}

type TargetItem = vscode.QuickPickItem & { target: DeploymentTarget };

/** Lets the user pick any deployment. @throws UserError, CancelledError, PlatformError */
export async function pickTarget({ connections }: App): Promise<DeploymentTarget> {
  const { l10n } = vscode;
  if (connections.list.value.length === 0) throw sessionErrors.error('not-connected');
  const items = async (): Promise<TargetItem[]> => {
    const lists = connections.list.value.map(async (connection) => {
      const deployments = await (await connection.open()).deployments.all();
      return deployments.map(({ id, name }) => ({
        label: name,
        description: connection.record.label,
        target: { connectionId: connection.id, deploymentId: String(id), deploymentName: name },
      }));
    });
    return (await Promise.all(lists)).flat();
  };
  const placeHolder = l10n.t('Select a deployment');
  const picked = await pickItem(items(), { placeHolder, matchOnDescription: true });
  if (!picked) throw new CancelledError();
  return picked.target;
}
