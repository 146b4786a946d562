/** The project that a command is about: bound or not. */

import * as vscode from 'vscode';
import { CancelledError } from '../../base/errors.ts';
import type { BoundFolder } from '../../session/folders.ts';
import { pickItem } from '../shell/quickInput.ts';

/** The only one, or the one that the user selects; undefined if there is none. @throws CancelledError */
export async function pickProject(projects: readonly BoundFolder[]): Promise<BoundFolder | undefined> {
  if (projects.length <= 1) return projects[0];
  const picked = await pickItem(
    projects.map((folder) => ({ label: folder.name, detail: folder.binding.projectFolder, folder })),
    { placeHolder: vscode.l10n.t('Select a project') },
  );
  if (!picked) throw new CancelledError();
  return picked.folder;
}
