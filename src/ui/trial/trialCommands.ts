/**
 * The command “Try It on This Machine”: starts the local emulator, binds a folder to its sample deployment, and opens a dev branch.
 * Without an open folder, the window reloads with a sample folder and the trial continues there.
 */

import * as vscode from 'vscode';
import { emulatorConnectionId } from '../../session/binding.ts';
import type { BoundFolder } from '../../session/folders.ts';
import { openForFolder } from '../branches/openDevMode.ts';
import type { EmulatorAccess } from '../connections/emulatorAccess.ts';
import type { EmulatorConnection } from '../connections/emulatorConnection.ts';
import { chooseProjectFolder, writeBinding } from '../folders/folderBinding.ts';
import { localFolders } from '../folders/workspaceFolders.ts';
import type { App } from '../shell/app.ts';
import type { CommandHandlers } from '../shell/commandRunner.ts';
import { showFailure, withProgress } from '../shell/notifications.ts';
import { writeFolderSettings } from '../shell/settings.ts';
import { boundToEmulator, chooseTrialFolder } from './trialFolder.ts';

const pendingTrialKey = 'dataModel.pendingTrial';
const shownSampleKey = 'dataModel.shownSample';
const walkthroughId = 'data-model-workbench.data-model-workbench#start';
/** A window that opens later was not opened by the trial. */
const pendingTrialMs = 10 * 60_000;

interface PendingTrial {
  folder: string;
  branch: string;
  at: number;
}

/** The sample that an environment variable announces; `npm start` sets it. */
export interface StartedSample {
  /** The address of its platform. */
  url: string | undefined;
  /** The branch to open in dev mode. */
  branch: string | undefined;
}

export function trialCommands(
  app: App,
  emulator: EmulatorConnection,
): Pick<CommandHandlers, 'dataModel.emulator.start' | 'dataModel.walkthrough.open'> {
  return {
    'dataModel.emulator.start': () => startTrial(app, emulator),
    'dataModel.walkthrough.open': () =>
      vscode.commands.executeCommand('workbench.action.openWalkthrough', walkthroughId, false),
  };
}

/** Continues the trial in the window with the sample folder. */
export function continueTrial(app: App): void {
  const pending = app.context.globalState.get<PendingTrial>(pendingTrialKey);
  if (!pending) return;
  const isOpen = localFolders().some(({ uri }) => uri.fsPath === pending.folder);
  const isExpired = Date.now() - pending.at > pendingTrialMs;
  if (!isOpen && !isExpired) return;
  void app.context.globalState.update(pendingTrialKey, undefined);
  if (!isExpired) whenTrusted(app, pending.folder, (folder) => openDevBranch(app, folder, pending.branch));
}

/** Shows the sample and the walkthrough once, not in each window. */
export function showStartedSample(app: App, { url, branch }: StartedSample): void {
  const { globalState } = app.context;
  const [workspaceFolder] = localFolders();
  if (!url || !branch || !workspaceFolder || globalState.get(shownSampleKey) === url) return;
  void globalState.update(shownSampleKey, url);
  whenTrusted(app, workspaceFolder.uri.fsPath, async (folder) => {
    await openDevBranch(app, folder, branch);
    await vscode.commands.executeCommand(
      'workbench.action.openWalkthrough',
      { category: walkthroughId, step: 'save' },
      true,
    );
    await vscode.commands.executeCommand('workbench.action.focusFirstEditorGroup');
  });
}

function whenTrusted(app: App, workspaceFolder: string, show: (folder: BoundFolder) => Promise<void>): void {
  const start = () => {
    const folder = app.folders.list.value.find((each) => each.workspaceFolder === workspaceFolder);
    if (folder) show(folder).catch((failure: unknown) => showFailure(failure, app));
  };
  if (vscode.workspace.isTrusted) start();
  else app.context.subscriptions.push(vscode.workspace.onDidGrantWorkspaceTrust(start));
}

async function startTrial(app: App, emulator: EmulatorConnection): Promise<void> {
  const workspaceFolder = await chooseTrialFolder(app);
  const title = vscode.l10n.t('Starting the local emulator');
  const access = await withProgress(title, (signal) => emulator.start(signal));
  const { deployBranch } = access;
  const deploymentId = String(access.deploymentId);
  const settings = dashboardSettings(access);
  if (workspaceFolder === 'new') return openSampleFolder(app, { deploymentId, deployBranch, settings });
  let folder = boundToEmulator(app, workspaceFolder);
  if (folder?.binding.deploymentId !== deploymentId) {
    const projectFolder = await chooseProjectFolder(workspaceFolder);
    const binding = { connectionId: emulatorConnectionId, deploymentId, projectFolder };
    folder = await writeBinding(app, workspaceFolder, binding);
    await writeFolderSettings(workspaceFolder, settings);
  }
  await openDevBranch(app, folder, deployBranch);
}

/** The settings for the preview of the sample dashboard. */
function dashboardSettings({ dashboardPublicId = '', embedTenant = '' }: EmulatorAccess) {
  return { 'dataModel.dashboard.publicId': dashboardPublicId, 'dataModel.dashboard.embedTenant': embedTenant };
}

/** Shows the tree and a cube, and resumes the dev branch of the folder or opens one. */
async function openDevBranch(app: App, folder: BoundFolder, parentBranch: string): Promise<void> {
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

async function openSampleFolder(app: App, { deploymentId, deployBranch, settings }: Sample): Promise<void> {
  const { context, connections } = app;
  const uri = vscode.Uri.joinPath(context.globalStorageUri, 'try-it');
  await withProgress(vscode.l10n.t('Creating the sample model'), async (signal) => {
    const { writeSampleFolder } = await import('./sampleFolder.ts');
    const session = await connections.get(emulatorConnectionId)!.open();
    const sample = { deploymentId, branchName: deployBranch, settings };
    await writeSampleFolder(uri.fsPath, session.client, sample, signal);
  });
  const pending: PendingTrial = { folder: uri.fsPath, branch: deployBranch, at: Date.now() };
  await context.globalState.update(pendingTrialKey, pending);
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
