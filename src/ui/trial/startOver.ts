/** The emulator of a served folder forgets everything and reads the folder again. */

import * as vscode from 'vscode';
import { CancelledError, UserError } from '../../base/errors.ts';
import { isServed } from '../../session/binding.ts';
import type { BoundFolder } from '../../session/folders.ts';
import { openForFolder } from '../branches/openDevMode.ts';
import type { ServedFolders } from '../connections/servedFolders.ts';
import type { App } from '../shell/app.ts';
import { confirm, withProgress } from '../shell/notifications.ts';
import { pickItem } from '../shell/quickInput.ts';

/** @param projectFolder that of a row or message; otherwise the served one, or the one that the user picks. @throws UserError, CancelledError */
export async function startOver(app: App, served: ServedFolders, projectFolder: string | undefined): Promise<void> {
  const { l10n } = vscode;
  const folder = await chooseServed(app, projectFolder);
  const confirmed = await confirm(
    l10n.t('Start over with “{0}”?', folder.name),
    l10n.t(
      'The emulator of this folder forgets its branches, commits and settings, and serves the files as they are now. Your files and your git repository do not change.',
    ),
    l10n.t('Start Over'),
  );
  if (!confirmed) throw new CancelledError();
  const title = l10n.t('Starting the local emulator of “{0}”', folder.name);
  const { deployBranch } = await withProgress(title, async (signal) => {
    const session = await folder.open();
    const access = await served.startOver(folder.binding.projectFolder, signal);
    // Its dev branch is gone.
    await session.unfollow();
    return access;
  });
  await openForFolder(app, folder, deployBranch);
}

async function chooseServed(app: App, projectFolder: string | undefined): Promise<BoundFolder> {
  const served = app.folders.list.value.filter(
    ({ binding }) => isServed(binding) && (projectFolder === undefined || binding.projectFolder === projectFolder),
  );
  const [only] = served;
  if (!only) {
    throw new UserError(vscode.l10n.t('No folder of this window is served by an emulator of its own.'), {
      action: vscode.l10n.t('Run “Try It on This Machine” and choose “Serve This Folder”.'),
    });
  }
  if (served.length === 1) return only;
  const picked = await pickItem(
    served.map((folder) => ({ label: folder.name, detail: folder.workspaceFolder, folder })),
    { title: vscode.l10n.t('Start Over'), placeHolder: vscode.l10n.t('Select a folder') },
  );
  if (!picked) throw new CancelledError();
  return picked.folder;
}
