/** Writes the edit that keeps the old name of a public member into the folder of a project. */

import path from 'node:path';
import * as vscode from 'vscode';
import { UserError } from '../../base/errors.ts';
import type { Change } from '../../language/codeActions/edits/action.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import type { BoundFolder } from '../../session/folders.ts';
import type { BranchReading } from '../../session/review/readReview.ts';
import type { FollowedBranch } from '../folders/followedBranch.ts';
import { showStatus } from '../shell/notifications.ts';

/** One step of *Undo*. The user looks at the text, and saves it. @throws UserError */
export async function writeOldName(
  change: Change,
  followed: FollowedBranch | undefined,
  { models }: BranchReading,
): Promise<void> {
  if (!followed) return;
  await writeChange(change, followed.folder, models.after, vscode.ViewColumn.Beside);
  showStatus(vscode.l10n.t('Save the old name, then refresh the review'));
}

/** @param index the model that the change is for @param viewColumn where the file is shown @returns the text of the file @throws UserError if the document is another one */
export async function writeChange(
  { file, start, end, text }: Change,
  { binding }: BoundFolder,
  index: ModelIndex,
  viewColumn = vscode.ViewColumn.Active,
): Promise<string> {
  const { l10n } = vscode;
  const document = await vscode.workspace.openTextDocument(vscode.Uri.file(path.join(binding.projectFolder, file)));
  if (document.getText() !== index.text(file)?.text) {
    throw new UserError(l10n.t('The file has changed since the review.'), {
      where: file,
      action: l10n.t('Save it, then refresh the review.'),
    });
  }
  const edit = new vscode.WorkspaceEdit();
  const range = new vscode.Range(document.positionAt(start), document.positionAt(end));
  edit.replace(document.uri, range, text);
  if (!(await vscode.workspace.applyEdit(edit))) {
    throw new UserError(l10n.t('The old name could not be written.'), { where: file });
  }
  const selection = new vscode.Range(document.positionAt(start), document.positionAt(start + text.length));
  await vscode.window.showTextDocument(document, { selection, viewColumn });
  return document.getText();
}
