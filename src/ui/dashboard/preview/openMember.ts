/** Opens the definition of a dashboard's measure in the editor. */

import path from 'node:path';
import * as vscode from 'vscode';
import { UserError } from '../../../base/errors.ts';
import { locateMember } from '../../../session/dashboard/modelMembers.ts';
import type { BoundFolder } from '../../../session/folders.ts';

/** @throws UserError if no folder has the model, or the model does not define the member */
export async function openMember(
  folder: BoundFolder | undefined,
  member: string,
  viewColumn: vscode.ViewColumn,
): Promise<void> {
  if (!folder) {
    throw new UserError(vscode.l10n.t('No workspace folder contains the model of this dashboard.'), {
      action: vscode.l10n.t('Bind a folder to the deployment of the dashboard.'),
    });
  }
  const session = await folder.open();
  await session.loadModel();
  const location = locateMember(session.model.project.open, member);
  if (!location) {
    throw new UserError(vscode.l10n.t('The model in “{1}” does not define {0}.', member, folder.name), {
      action: vscode.l10n.t('It may be on another branch, or a template may generate it.'),
    });
  }
  const { start, end } = location.range;
  await vscode.window.showTextDocument(vscode.Uri.file(path.join(folder.binding.projectFolder, location.file)), {
    viewColumn,
    preview: false,
    selection: new vscode.Range(start.line, start.character, end.line, end.character),
  });
}
