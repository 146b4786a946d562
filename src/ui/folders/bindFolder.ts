/** Binds a workspace folder to a deployment: the binding is stored in the settings of the folder. */

import * as vscode from 'vscode';
import { CancelledError, UserError } from '../../base/errors.ts';
import type { Deployment } from '../../contract/deployments/deployments.ts';
import { platformSetting } from '../../session/binding.ts';
import type { Connection } from '../../session/connection.ts';
import type { BoundFolder } from '../../session/folders.ts';
import { connectionName } from '../connections/connectionChoice.ts';
import { connectToPlatform } from '../connections/connectToPlatform.ts';
import { deploymentName } from '../connections/deploymentName.ts';
import type { App } from '../shell/app.ts';
import type { RunCommand } from '../shell/commandRunner.ts';
import { confirm, showFailure, showInformation, showStatus } from '../shell/notifications.ts';
import { pickFromList } from '../shell/pagedPick.ts';
import { pickItem } from '../shell/quickInput.ts';
import { readSetting, writeFolderSettings } from '../shell/settings.ts';
import type { Row, RowTarget } from '../tree/row.ts';
import { chooseFolder } from './folderChoice.ts';
import { findProjectFolders, localFolders, unboundFolders } from './workspaceFolders.ts';

/** Binds a folder, then opens its branch or offers to open one. @param run for the command that follows */
export async function bind(app: App, run: RunCommand, row: Row | undefined): Promise<void> {
  // The row that suggests a binding has no deployment.
  const folder = await bindFolder(app, row?.kind === 'deployment' ? row.target : {});
  const { rememberedBranch } = await folder.open();
  // The list names the deployment. Without an answer, the message has its ID.
  const listing = app.connections.get(folder.binding.connectionId)?.open();
  await listing?.then(({ deployments }) => deployments.load()).catch(() => {});
  if (rememberedBranch === undefined) offerToOpen(app, run, folder);
  else showStatus(vscode.l10n.t('Bound “{0}” to {1}', folder.name, deploymentName(app, folder.binding)));
}

/** Asks first. */
export async function unbind(app: App, row: Row | undefined): Promise<void> {
  const folder = await chooseBound(app, row);
  const confirmed = await confirm(
    vscode.l10n.t('Unbind “{0}” from its deployment?', folder.name),
    vscode.l10n.t('Its files no longer sync. They do not change, neither here nor on the platform.'),
    vscode.l10n.t('Unbind'),
  );
  if (!confirmed) return;
  const workspaceFolder = localFolders().find(({ uri }) => uri.fsPath === folder.workspaceFolder);
  if (!workspaceFolder) return;
  await folder.session.value?.unfollow();
  await writeFolderSettings(workspaceFolder, {
    'dataModel.deployment.id': undefined,
    'dataModel.platform.url': undefined,
    'dataModel.project.folder': undefined,
  });
}

/** Does not wait for an answer, because the folder is already bound. */
function offerToOpen(app: App, run: RunCommand, { name, binding }: BoundFolder): void {
  const { connectionId, deploymentId } = binding;
  const open = vscode.l10n.t('Open a Branch in Dev Mode');
  const message = vscode.l10n.t(
    'Bound “{0}” to {1}. Its files sync as soon as a branch is open in dev mode.',
    name,
    deploymentName(app, binding),
  );
  showInformation(message, open).then(async (choice) => {
    if (choice !== open) return;
    const target: RowTarget = { connectionId, deploymentId };
    await run('dataModel.branch.openDevMode', { target }).catch((failure: unknown) => showFailure(failure, app));
  });
}

export interface BindingRequest {
  connectionId?: string;
  deploymentId?: string;
  folder?: vscode.WorkspaceFolder;
}

/** Asks for the missing parts of the request and writes the binding. @throws UserError if no folder can be bound, CancelledError */
export async function bindFolder(app: App, request: BindingRequest): Promise<BoundFolder> {
  const folder = request.folder ?? (await chooseWorkspaceFolder(app));
  const connection = await chooseOrConnect(app, request.connectionId);
  const deploymentId = request.deploymentId ?? String((await pickDeployment(connection)).id);
  const projectFolder = await chooseProjectFolder(folder);
  return writeBinding(app, folder, { connectionId: connection.id, deploymentId, projectFolder });
}

/** Writes the settings and waits until the folder is bound. */
export async function writeBinding(
  app: App,
  folder: vscode.WorkspaceFolder,
  { connectionId, deploymentId, projectFolder }: { connectionId: string; deploymentId: string; projectFolder: string },
): Promise<BoundFolder> {
  const bound = () =>
    app.folders.list.value.find(
      ({ workspaceFolder, binding }) =>
        workspaceFolder === folder.uri.fsPath &&
        binding.connectionId === connectionId &&
        binding.deploymentId === deploymentId,
    );
  // Remove the old binding first. A mix of old and new settings would bind the folder to a third deployment.
  if (readSetting('dataModel.deployment.id', folder.uri) !== '') {
    await writeFolderSettings(folder, { 'dataModel.deployment.id': undefined });
  }
  await writeFolderSettings(folder, {
    'dataModel.project.folder': projectFolder === '.' ? undefined : projectFolder,
    'dataModel.platform.url': platformSetting(connectionId),
    'dataModel.deployment.id': deploymentId,
  });
  const known = bound() ?? (await untilChanged(app, bound));
  if (known) return known;
  throw new UserError(vscode.l10n.t('Could not bind “{0}”: its settings have no effect.', folder.name), {
    action: vscode.l10n.t('Check whether other workspace settings override them.'),
  });
}

/** @throws UserError if no folder is open or the workspace is not trusted, CancelledError */
async function chooseWorkspaceFolder(app: App): Promise<vscode.WorkspaceFolder> {
  if (!vscode.workspace.isTrusted) {
    throw new UserError(vscode.l10n.t('This workspace is not trusted.'), {
      action: vscode.l10n.t('Trust the workspace to bind its folders to a deployment.'),
    });
  }
  const folders = localFolders();
  const [only] = folders;
  if (!only) {
    throw new UserError(vscode.l10n.t('No folder is open.'), {
      action: vscode.l10n.t('Open the folder that contains your data model, or an empty folder.'),
    });
  }
  if (folders.length === 1) return only;
  const unbound = unboundFolders(app);
  const picked = await pickItem(
    [...unbound, ...folders.filter((folder) => !unbound.includes(folder))].map((folder) => ({
      label: folder.name,
      description: unbound.includes(folder) ? '' : vscode.l10n.t('already bound'),
      detail: folder.uri.fsPath,
      folder,
    })),
    { title: vscode.l10n.t('Bind Workspace Folder'), placeHolder: vscode.l10n.t('Select a folder to bind') },
  );
  if (!picked) throw new CancelledError();
  return picked.folder;
}

async function chooseOrConnect(app: App, id: string | undefined): Promise<Connection> {
  const known = id === undefined ? undefined : app.connections.get(id);
  if (known) return known;
  const list = app.connections.list.value;
  if (list.length === 0) return connectToPlatform(app);
  if (list.length === 1) return list[0]!;
  const other = {
    icon: 'add',
    label: vscode.l10n.t('Connect to Another Platform…'),
    description: '',
    connection: undefined,
  };
  const picked = await pickItem(
    [
      ...list.map((connection) => ({
        label: connectionName(connection),
        description: connection.record.userName ?? '',
        connection,
      })),
      other,
    ],
    { title: vscode.l10n.t('Bind Workspace Folder'), placeHolder: vscode.l10n.t('Select a platform') },
  );
  if (!picked) throw new CancelledError();
  return picked.connection ?? connectToPlatform(app);
}

async function pickDeployment(connection: Connection): Promise<Deployment> {
  const session = await connection.open();
  return pickFromList(session.deployments, {
    title: vscode.l10n.t('Bind Workspace Folder'),
    placeholder: vscode.l10n.t('Select a deployment of {0}', connectionName(connection)),
    item: ({ id, name }) => ({ label: name, description: String(id) }),
  });
}

/** Lets the user pick one of several projects. Returns the folder itself if it contains no project. */
export async function chooseProjectFolder(folder: vscode.WorkspaceFolder): Promise<string> {
  const found = await findProjectFolders(folder, readSetting('dataModel.model.folder', folder.uri));
  if (found.length <= 1) return found[0] ?? '.';
  const picked = await pickItem(
    found.map((name) => ({
      label: name === '.' ? folder.name : name,
      description: name === '.' ? vscode.l10n.t('workspace folder') : '',
      name,
    })),
    {
      title: vscode.l10n.t('Bind Workspace Folder'),
      placeHolder: vscode.l10n.t('Select a project in “{0}”', folder.name),
    },
  );
  if (!picked) throw new CancelledError();
  return picked.name;
}

async function chooseBound(app: App, row: Row | undefined): Promise<BoundFolder> {
  const { connectionId, deploymentId } = row?.target ?? {};
  const matching = app.folders.list.value.filter(
    ({ binding }) =>
      deploymentId === undefined || (binding.connectionId === connectionId && binding.deploymentId === deploymentId),
  );
  return matching.length === 1 ? matching[0]! : chooseFolder(app);
}

/** The editor reports written settings by an event. */
function untilChanged<T>({ folders }: App, read: () => T | undefined): Promise<T | undefined> {
  return new Promise((resolve) => {
    const settle = () => {
      subscription.dispose();
      clearTimeout(timer);
      resolve(read());
    };
    const subscription = folders.list.onChange(() => read() !== undefined && settle());
    const timer = setTimeout(settle, 5_000);
  });
}
