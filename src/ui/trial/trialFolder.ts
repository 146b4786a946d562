/** Chooses the folder for the sample deployment of the local emulator. */

import { readdir } from 'node:fs/promises';
import * as vscode from 'vscode';
import { CancelledError } from '../../base/errors.ts';
import { isEmulatorConnection, isServed } from '../../session/binding.ts';
import type { BoundFolder } from '../../session/folders.ts';
import { deploymentName } from '../connections/deploymentName.ts';
import { findProjectFolders, localFolders } from '../folders/workspaceFolders.ts';
import type { App } from '../shell/app.ts';
import { showInformation } from '../shell/notifications.ts';
import { pickItem } from '../shell/quickInput.ts';

/**
 * `new` is the sample in a folder in the storage of the extension, `sample` the sample in a folder of the workspace, `served`
 * the model of that folder itself.
 */
export type TrialFolder = { kind: 'new' } | { kind: 'sample' | 'served'; folder: vscode.WorkspaceFolder };

/** Uses an empty folder without a question. Asks before it uses a folder with files. @throws CancelledError */
export async function chooseTrialFolder(app: App): Promise<TrialFolder> {
  const folders = localFolders();
  const bound = folders.filter((folder) => boundToEmulator(app, folder));
  const isStopped = (folder: vscode.WorkspaceFolder) =>
    !app.connections.get(boundToEmulator(app, folder)!.binding.connectionId);
  const known = bound.find(isStopped) ?? bound[0];
  if (known) return { kind: isServed(boundToEmulator(app, known)!.binding) ? 'served' : 'sample', folder: known };
  const [only] = folders;
  if (!only) return { kind: 'new' };
  const folder = folders.length === 1 ? only : await pickFolder(folders);
  if (folder === 'new') return { kind: 'new' };
  if (await isEmpty(folder)) return { kind: 'sample', folder };
  return confirmFolder(app, folder);
}

export function boundToEmulator({ folders }: App, folder: vscode.WorkspaceFolder): BoundFolder | undefined {
  return folders.list.value.find(
    ({ workspaceFolder, binding }) =>
      workspaceFolder === folder.uri.fsPath && isEmulatorConnection(binding.connectionId),
  );
}

async function confirmFolder(app: App, folder: vscode.WorkspaceFolder): Promise<TrialFolder> {
  const { l10n } = vscode;
  const bound = app.folders.list.value.find(({ workspaceFolder }) => workspaceFolder === folder.uri.fsPath);
  const hasModel = (await findProjectFolders(folder, 'model')).length > 0;
  const serve = l10n.t('Serve This Folder');
  const openSample = l10n.t('Open Sample Folder');
  const useFolder = l10n.t('Use This Folder');
  const detail = [
    hasModel
      ? l10n.t(
          '{0}: its own model, with the data that its .env file names. Branches and commits are those of the emulator; your git repository does not change.\n\n{1}: the sample in another folder.\n\n{2}: the sample files are added to this folder after you confirm the sync plan.',
          serve,
          openSample,
          useFolder,
        )
      : l10n.t(
          'The folder is bound to the sample deployment. Then the sync plan is shown. Files change only after you confirm it.',
        ),
    bound &&
      l10n.t(
        'The folder is bound to the deployment {0} of {1}. This binding is replaced.',
        deploymentName(app, bound.binding),
        bound.binding.connectionId,
      ),
  ]
    .filter(Boolean)
    .join('\n\n');
  const choice = await showInformation(
    l10n.t('Use “{0}” with the local emulator?', folder.name),
    { modal: true, detail },
    ...(hasModel ? [serve, openSample, useFolder] : [useFolder, openSample]),
  );
  if (choice === undefined) throw new CancelledError();
  if (choice === openSample) return { kind: 'new' };
  return { kind: choice === serve ? 'served' : 'sample', folder };
}

async function pickFolder(folders: readonly vscode.WorkspaceFolder[]): Promise<vscode.WorkspaceFolder | 'new'> {
  const { l10n } = vscode;
  const picked = await pickItem(
    [
      ...folders.map((folder) => ({ label: folder.name, detail: folder.uri.fsPath, folder })),
      { icon: 'add', label: l10n.t('Open Sample Folder in New Window'), folder: 'new' as const },
    ],
    { title: l10n.t('Try It on This Machine'), placeHolder: l10n.t('Select a folder') },
  );
  if (!picked) throw new CancelledError();
  return picked.folder;
}

async function isEmpty(folder: vscode.WorkspaceFolder): Promise<boolean> {
  const names = await readdir(folder.uri.fsPath);
  return names.every((name) => name === '.git' || name === '.vscode');
}
