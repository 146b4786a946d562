/** Starts the trial in a folder that the user selects, or in a new window with the sample folder. */

import path from 'node:path';
import * as vscode from 'vscode';
import { emulatorConnectionId, servedConnectionId } from '../../session/binding.ts';
import type { BoundFolder } from '../../session/folders.ts';
import { openForFolder } from '../branches/openDevMode.ts';
import type { EmulatorAccess } from '../connections/emulatorAccess.ts';
import type { EmulatorConnection } from '../connections/emulatorConnection.ts';
import type { ServedFolders } from '../connections/servedFolders.ts';
import { rememberDashboard } from '../dashboard/knownDashboards.ts';
import { chooseProjectFolder, writeBinding } from '../folders/bindFolder.ts';
import type { App } from '../shell/app.ts';
import type { RunCommand } from '../shell/commandRunner.ts';
import { withProgress } from '../shell/notifications.ts';
import { writeFolderSettings } from '../shell/settings.ts';
import { writeSampleFolder } from './sampleFolder.ts';
import { showServed } from './showServed.ts';
import { boundToEmulator, chooseTrialFolder } from './trialFolder.ts';

export interface Emulators {
  emulator: EmulatorConnection;
  served: ServedFolders;
}

/** Remembers the trial for the window that opens with the folder. */
export type RememberTrial = (folder: string, branch: string) => Thenable<void>;

/** @throws UserError, CancelledError */
export async function startTrial(
  app: App,
  { emulator, served }: Emulators,
  run: RunCommand,
  remember: RememberTrial,
): Promise<void> {
  const chosen = await chooseTrialFolder(app);
  if (chosen.kind === 'served') return serveFolder(app, served, run, chosen.folder);
  const title = vscode.l10n.t('Starting the local emulator');
  const access = await withProgress(title, (signal) => emulator.start(signal));
  const { deployBranch } = access;
  const deploymentId = String(access.deploymentId);
  const settings = dashboardSettings(access);
  if (chosen.kind === 'new') return openSampleFolder(app, { deploymentId, deployBranch, settings }, remember);
  const workspaceFolder = chosen.folder;
  let folder = boundToEmulator(app, workspaceFolder);
  if (folder?.binding.deploymentId !== deploymentId) {
    const projectFolder = await chooseProjectFolder(workspaceFolder);
    const binding = { connectionId: emulatorConnectionId, deploymentId, projectFolder };
    folder = await writeBinding(app, workspaceFolder, binding);
    await writeFolderSettings(workspaceFolder, settings);
  }
  await openDevBranch(app, folder, deployBranch);
}

/** The emulator serves exactly this folder, and a dev branch of it opens. */
async function serveFolder(
  app: App,
  served: ServedFolders,
  run: RunCommand,
  workspaceFolder: vscode.WorkspaceFolder,
): Promise<void> {
  let folder = boundToEmulator(app, workspaceFolder);
  const project = folder ? '' : await chooseProjectFolder(workspaceFolder);
  const projectFolder = folder?.binding.projectFolder ?? path.join(workspaceFolder.uri.fsPath, project);
  const title = vscode.l10n.t('Starting the local emulator of “{0}”', workspaceFolder.name);
  const access = await withProgress(title, (signal) => served.start(projectFolder, signal));
  const isNew = folder === undefined;
  folder ??= await writeBinding(app, workspaceFolder, {
    connectionId: servedConnectionId(projectFolder),
    deploymentId: String(access.deploymentId),
    projectFolder: project,
  });
  const { dashboardPublicId } = access;
  if (dashboardPublicId !== undefined) await rememberDashboard(app, folder.binding, dashboardPublicId);
  await openDevBranch(app, folder, access.deployBranch);
  if (isNew) showServed(app, run, folder, access.data);
}

/** The settings for the preview of the sample dashboard. */
function dashboardSettings({ dashboardPublicId = '', embedTenant = '' }: EmulatorAccess) {
  return { 'dataModel.dashboard.publicId': dashboardPublicId, 'dataModel.dashboard.embedTenant': embedTenant };
}

/** Shows the tree and a cube, and resumes the dev branch of the folder or opens one. */
export async function openDevBranch(app: App, folder: BoundFolder, parentBranch: string): Promise<void> {
  await vscode.commands.executeCommand('dataModel.deployments.focus');
  // An empty folder gets its files from the first sync.
  const shown = await showFirstCube(folder);
  const session = await folder.open();
  if (!(await session.resume())) await openForFolder(app, folder, parentBranch);
  if (!shown) await showFirstCube(folder);
}

interface Sample {
  deploymentId: string;
  deployBranch: string;
  settings: Readonly<Record<string, unknown>>;
}

async function openSampleFolder(
  app: App,
  { deploymentId, deployBranch, settings }: Sample,
  remember: RememberTrial,
): Promise<void> {
  const { context, connections } = app;
  const uri = vscode.Uri.joinPath(context.globalStorageUri, 'try-it');
  await withProgress(vscode.l10n.t('Creating the sample model'), async (signal) => {
    const session = await connections.get(emulatorConnectionId)!.open();
    const sample = { deploymentId, branchName: deployBranch, settings };
    await writeSampleFolder(uri.fsPath, session.client, sample, signal);
  });
  await remember(uri.fsPath, deployBranch);
  const forceNewWindow = (vscode.workspace.workspaceFolders ?? []).length > 0;
  await vscode.commands.executeCommand('vscode.openFolder', uri, { forceNewWindow });
}

/** Opens a file of the sample model, so that the user has something to edit. Prefers the orders cube, then other cubes. @returns whether the folder contains a model file */
async function showFirstCube({ binding }: BoundFolder): Promise<boolean> {
  const pattern = new vscode.RelativePattern(binding.projectFolder, `${binding.modelFolder}/**/*.{yml,yaml,js}`);
  const files = await vscode.workspace.findFiles(pattern, undefined, 100);
  const rank = ({ path }: vscode.Uri) => (path.includes('/orders.') ? 0 : path.includes('/cubes/') ? 1 : 2);
  const [first] = files.sort((a, b) => rank(a) - rank(b) || (a.path < b.path ? -1 : 1));
  if (first) await vscode.window.showTextDocument(first, { preview: false });
  return first !== undefined;
}
