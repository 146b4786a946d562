/**
 * “Try it on this machine”: from one click to a folder that follows a dev branch of the emulator's sample deployment.
 * Where no folder is open the sample's own is, and the rest happens after the window has reloaded.
 */

import { readdir } from 'node:fs/promises';
import * as vscode from 'vscode';
import { CancelledError } from '../../base/errors.ts';
import { emulatorConnectionId } from '../../session/binding.ts';
import type { BoundFolder } from '../../session/folders.ts';
import { openForFolder } from '../branches/openDevMode.ts';
import type { EmulatorAccess } from '../connections/emulatorAccess.ts';
import type { EmulatorConnection } from '../connections/emulatorConnection.ts';
import { chooseProjectFolder, writeBinding } from '../folders/folderBinding.ts';
import { findProjectFolders, localFolders } from '../folders/workspaceFolders.ts';
import type { App } from '../shell/app.ts';
import type { CommandTable } from '../shell/commands.ts';
import { showFailure, withProgress } from '../shell/notifications.ts';
import { writeFolderSettings } from '../shell/settings.ts';
import { writeSampleFolder } from './sampleFolder.ts';

const pendingKey = 'dataModel.pendingTrial';
/** A window that opens later than this was not opened by the click. */
const pendingMs = 10 * 60_000;

interface PendingTrial {
  folder: string;
  branch: string;
  at: number;
}

export function trialCommands(app: App, emulator: EmulatorConnection): Pick<CommandTable, 'dataModel.emulator.start'> {
  return { 'dataModel.emulator.start': () => tryItHere(app, emulator) };
}

/** Goes on where the window was when it had to open the sample's folder. Costs nothing where it had not. */
export function continueTrial(app: App): void {
  const pending = app.context.globalState.get<PendingTrial>(pendingKey);
  if (!pending) return;
  const opened = localFolders().some(({ uri }) => uri.fsPath === pending.folder);
  const late = Date.now() - pending.at > pendingMs;
  if (!opened && !late) return;
  void app.context.globalState.update(pendingKey, undefined);
  if (late) return;
  const go = () => {
    const folder = app.folders.list.value.find(({ workspaceFolder }) => workspaceFolder === pending.folder);
    if (folder) follow(app, folder, pending.branch).catch((failure: unknown) => showFailure(failure, app.log));
  };
  if (vscode.workspace.isTrusted) go();
  else app.context.subscriptions.push(vscode.workspace.onDidGrantWorkspaceTrust(go));
}

async function tryItHere(app: App, emulator: EmulatorConnection): Promise<void> {
  const place = await choosePlace(app);
  const title = vscode.l10n.t('Starting the local emulator');
  const access = await withProgress(title, (signal) => emulator.start(signal));
  const { deployBranch } = access;
  const deploymentId = String(access.deploymentId);
  const settings = dashboardSettings(access);
  if (place === 'new') return openSample(app, { deploymentId, deployBranch, settings });
  const connectionId = emulatorConnectionId;
  const known = boundHere(app, place);
  const folder =
    known?.binding.deploymentId === deploymentId
      ? known
      : await writeBinding(app, place, { connectionId, deploymentId, projectFolder: await chooseProjectFolder(place) });
  if (known !== folder) await writeFolderSettings(place, settings);
  await follow(app, folder, deployBranch);
}

/** The sample's dashboard, ready to be previewed. */
function dashboardSettings({ dashboardPublicId = '', embedTenant = '' }: EmulatorAccess) {
  return { 'dataModel.dashboard.publicId': dashboardPublicId, 'dataModel.dashboard.embedTenant': embedTenant };
}

/** Shows the tree and a cube, and follows the dev branch of before, or opens one. */
async function follow(app: App, folder: BoundFolder, branch: string): Promise<void> {
  await vscode.commands.executeCommand('dataModel.deployments.focus');
  // A sample's files are there already; an empty folder's come with the first comparison.
  const shown = await showFirstCube(folder);
  const session = await folder.open();
  if (!(await session.resume())) await openForFolder(app, folder, branch);
  if (!shown) await showFirstCube(folder);
}

interface Sample {
  deploymentId: string;
  deployBranch: string;
  settings: Readonly<Record<string, unknown>>;
}

async function openSample(app: App, { deploymentId, deployBranch, settings }: Sample) {
  const { context, connections } = app;
  const uri = vscode.Uri.joinPath(context.globalStorageUri, 'try-it');
  await withProgress(vscode.l10n.t('Creating the sample model'), async (signal) => {
    const session = await connections.get(emulatorConnectionId)!.open();
    const sample = { deploymentId, branchName: deployBranch, settings };
    await writeSampleFolder(uri.fsPath, session.client, sample, signal);
  });
  const pending: PendingTrial = { folder: uri.fsPath, branch: deployBranch, at: Date.now() };
  await context.globalState.update(pendingKey, pending);
  const forceNewWindow = (vscode.workspace.workspaceFolders ?? []).length > 0;
  await vscode.commands.executeCommand('vscode.openFolder', uri, { forceNewWindow });
}

/** The folder to use, or `new` for the sample's own. Asks wherever somebody's work is in the folder. */
async function choosePlace(app: App): Promise<vscode.WorkspaceFolder | 'new'> {
  const folders = localFolders();
  const mine = folders.find((folder) => boundHere(app, folder));
  if (mine) return mine;
  const [only] = folders;
  if (!only) return 'new';
  const folder = folders.length === 1 ? only : await pickFolder(folders);
  if (folder === 'new' || (await isEmpty(folder))) return folder;
  return askToUse(app, folder);
}

async function askToUse(app: App, folder: vscode.WorkspaceFolder): Promise<vscode.WorkspaceFolder | 'new'> {
  const { l10n } = vscode;
  const other = app.folders.list.value.find(({ workspaceFolder }) => workspaceFolder === folder.uri.fsPath);
  const hasModel = (await findProjectFolders(folder, 'model')).length > 0;
  const detail = [
    l10n.t(
      'The folder is bound to the sample deployment. Then the sync plan is shown. Files change only after you confirm it.',
    ),
    other &&
      l10n.t(
        'The folder is bound to deployment {0} of {1}. This binding is replaced.',
        other.binding.deploymentId,
        other.binding.connectionId,
      ),
    hasModel && l10n.t('The folder already contains a data model. The sample files are added to it.'),
  ]
    .filter(Boolean)
    .join('\n\n');
  const sample = l10n.t('Open Sample Folder');
  const use = l10n.t('Use This Folder');
  const choice = await vscode.window.showInformationMessage(
    l10n.t('Use “{0}” with the local emulator?', folder.name),
    { modal: true, detail },
    ...(hasModel ? [sample, use] : [use, sample]),
  );
  if (choice === undefined) throw new CancelledError();
  return choice === use ? folder : 'new';
}

async function pickFolder(folders: readonly vscode.WorkspaceFolder[]): Promise<vscode.WorkspaceFolder | 'new'> {
  const { l10n } = vscode;
  const picked = await vscode.window.showQuickPick(
    [
      ...folders.map((folder) => ({ label: folder.name, detail: folder.uri.fsPath, folder })),
      { label: `$(add) ${l10n.t('Open Sample Folder in New Window')}`, folder: 'new' as const },
    ],
    {
      title: l10n.t('Try It on This Machine'),
      placeHolder: l10n.t('Select a folder for the sample deployment'),
    },
  );
  if (!picked) throw new CancelledError();
  return picked.folder;
}

function boundHere({ folders }: App, folder: vscode.WorkspaceFolder): BoundFolder | undefined {
  return folders.list.value.find(
    ({ workspaceFolder, binding }) =>
      workspaceFolder === folder.uri.fsPath && binding.connectionId === emulatorConnectionId,
  );
}

async function isEmpty(folder: vscode.WorkspaceFolder): Promise<boolean> {
  const names = await readdir(folder.uri.fsPath);
  return names.every((name) => name === '.git' || name === '.vscode');
}

/** @returns whether there is one. */
async function showFirstCube({ binding }: BoundFolder): Promise<boolean> {
  const pattern = new vscode.RelativePattern(binding.projectFolder, `${binding.modelFolder}/**/*.{yml,yaml,js}`);
  const files = await vscode.workspace.findFiles(pattern, undefined, 100);
  const rank = ({ path }: vscode.Uri) => (path.includes('/orders.') ? 0 : path.includes('/cubes/') ? 1 : 2);
  const [first] = files.sort((a, b) => rank(a) - rank(b) || (a.path < b.path ? -1 : 1));
  if (first) await vscode.window.showTextDocument(first, { preview: false });
  return first !== undefined;
}
