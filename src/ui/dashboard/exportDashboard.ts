/** A dashboard as a picture or a document on disk: where to, the rendering's progress, the file. */

import * as vscode from 'vscode';
import { CancelledError } from '../../base/errors.ts';
import type { EmbedAccess } from '../../session/dashboard/embedAccess.ts';

export interface ExportWish {
  format: 'png' | 'pdf';
  branch: string | null;
  title: string;
}

/** @returns the path it was saved to. @throws PlatformError, UserError, CancelledError */
export async function exportDashboard(
  access: EmbedAccess,
  { format, branch, title }: ExportWish,
  signal: AbortSignal,
  report: (status: string) => void,
): Promise<string> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const name = `${title.replace(/[^\p{L}\p{N}._-]+/gu, '-')}.${format}`;
  const target = await vscode.window.showSaveDialog({
    ...(folder ? { defaultUri: vscode.Uri.joinPath(folder, name) } : {}),
    filters: format === 'png' ? { [vscode.l10n.t('Picture')]: ['png'] } : { PDF: ['pdf'] },
    saveLabel: vscode.l10n.t('Export'),
  });
  if (!target) throw new CancelledError();
  const bytes = await access.render({ format, branch }, signal, report);
  await vscode.workspace.fs.writeFile(target, bytes);
  return vscode.workspace.asRelativePath(target);
}
