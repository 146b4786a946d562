/**
 * The command “Try It on This Machine”: starts the local emulator, binds a folder to its sample deployment, and opens a dev branch.
 * Without an open folder, the window reloads with a sample folder and the trial continues there.
 */

import * as vscode from 'vscode';
import { servedFolderOf } from '../../session/binding.ts';
import type { BoundFolder } from '../../session/folders.ts';
import { localFolders } from '../folders/workspaceFolders.ts';
import type { App } from '../shell/app.ts';
import type { CommandHandlers, RunCommand } from '../shell/commandRunner.ts';
import { showFailure } from '../shell/notifications.ts';
import type { Row } from '../tree/row.ts';
import type { Emulators } from './startTrial.ts';

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

const trial = () => import('./startTrial.ts');

/** The sample that an environment variable announces; `npm start` sets it. */
export interface StartedSample {
  /** The address of its platform. */
  url: string | undefined;
  /** The branch to open in dev mode. */
  branch: string | undefined;
}

export function trialCommands(
  app: App,
  emulators: Emulators,
  run: RunCommand,
): Pick<CommandHandlers, 'dataModel.emulator.start' | 'dataModel.emulator.startOver' | 'dataModel.walkthrough.open'> {
  return {
    'dataModel.emulator.start': async () => {
      const { startTrial } = await trial();
      await startTrial(app, emulators, run, (folder, branch) => {
        const pending: PendingTrial = { folder, branch, at: Date.now() };
        return app.context.globalState.update(pendingTrialKey, pending);
      });
    },
    'dataModel.emulator.startOver': async (row?: Row) => {
      const { startOver } = await import('./startOver.ts');
      await startOver(app, emulators.served, servedFolderOf(row?.target?.connectionId));
    },
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
  if (!isExpired)
    whenTrusted(app, pending.folder, async (folder) => (await trial()).openDevBranch(app, folder, pending.branch));
}

/** Shows the sample and the walkthrough once, not in each window. */
export function showStartedSample(app: App, { url, branch }: StartedSample): void {
  const { globalState } = app.context;
  const [workspaceFolder] = localFolders();
  if (!url || !branch || !workspaceFolder || globalState.get(shownSampleKey) === url) return;
  void globalState.update(shownSampleKey, url);
  whenTrusted(app, workspaceFolder.uri.fsPath, async (folder) => {
    await (await trial()).openDevBranch(app, folder, branch);
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
