/** Saves the picture of a model map in a file that the user names. */

import * as vscode from 'vscode';
import { CancelledError } from '../../base/errors.ts';
import { showStatus } from '../shell/notifications.ts';

/** @param folder where the dialog starts @throws CancelledError if the user selects no file */
export async function exportMap(svg: string, folder: vscode.Uri, title: string): Promise<void> {
  const name = title.replace(/[^\p{L}\p{N}._-]+/gu, '-');
  const target = await vscode.window.showSaveDialog({
    defaultUri: vscode.Uri.joinPath(folder, `${name}.svg`),
    filters: { SVG: ['svg'] },
    saveLabel: vscode.l10n.t('Export'),
  });
  if (!target) throw new CancelledError();
  await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(svg));
  showStatus(vscode.l10n.t('Exported to {0}', vscode.workspace.asRelativePath(target)));
}
