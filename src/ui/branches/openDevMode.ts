/** Opens a branch in dev mode for a bound folder and runs the first sync. */

import * as vscode from 'vscode';
import { CancelledError } from '../../base/errors.ts';
import type { BoundFolder } from '../../session/folders.ts';
import { bindFolder } from '../folders/bindFolder.ts';
import { localFolders } from '../folders/workspaceFolders.ts';
import type { App } from '../shell/app.ts';
import type { SelectedDeployment } from '../shell/commandRunner.ts';
import { showInformation, showStatus, withProgress } from '../shell/notifications.ts';
import { syncAfterOpening } from '../sync/syncFlow.ts';
import { folderFor } from './branchChoice.ts';

/** Binds a folder first if necessary. @throws UserError, PlatformError, CancelledError; completed steps are not undone */
export async function openInDevMode(app: App, selected: SelectedDeployment, branchName: string): Promise<BoundFolder> {
  const folder = folderFor(app, selected) ?? (await offerBinding(app, selected));
  await openForFolder(app, folder, branchName);
  return folder;
}

/** Opens the branch and runs the first sync if the user confirms its plan. */
export async function openForFolder(app: App, folder: BoundFolder, branchName: string): Promise<void> {
  const synced = await withProgress(vscode.l10n.t('Opening {0} in dev mode', branchName), async (signal, report) => {
    const session = await folder.open();
    const engine = await session.openDevMode(branchName, signal);
    const devBranchName = session.branchName ?? branchName;
    report(vscode.l10n.t('comparing “{0}” with {1}', folder.name, devBranchName));
    return (await syncAfterOpening(app, folder, engine, signal)) ? devBranchName : undefined;
  });
  if (synced !== undefined) showStatus(vscode.l10n.t('“{0}” now syncs with {1}', folder.name, synced));
}

async function offerBinding(app: App, { connection, deployment, name }: SelectedDeployment): Promise<BoundFolder> {
  const { l10n } = vscode;
  const message = l10n.t('No workspace folder is bound to “{0}”.', name);
  if (localFolders().length === 0) {
    const open = l10n.t('Open Folder…');
    const detail = l10n.t(
      'You edit a branch in a workspace folder. Open the folder that contains your data model, or an empty folder.',
    );
    const choice = await showInformation(message, { modal: true, detail }, open);
    if (choice === open) await vscode.commands.executeCommand('vscode.openFolder');
    throw new CancelledError();
  }
  const bind = l10n.t('Bind Folder…');
  const detail = l10n.t(
    'You edit a branch in a workspace folder. Files in the folder change only after you confirm the sync plan.',
  );
  const choice = await showInformation(message, { modal: true, detail }, bind);
  if (choice !== bind) throw new CancelledError();
  return bindFolder(app, { connectionId: connection.id, deploymentId: deployment.id });
}
