/** A dashboard as a picture or a document on disk: where to, the rendering's progress, the file. */

import * as vscode from 'vscode';
import { CancelledError } from '../../../base/errors.ts';
import type { Client } from '../../../platform/client.ts';
import type { EmbedSubject } from '../../../session/dashboard/embedAddress.ts';
import { type ExportRequest, renderDashboard } from '../../../session/dashboard/rendering.ts';

/** With the person's own key: rendering needs no admin. @returns the path it was saved to. @throws PlatformError, UserError, CancelledError */
export async function exportDashboard(
  { client, subject, title }: { client: Client; subject: EmbedSubject; title: string },
  wish: ExportRequest,
  signal: AbortSignal,
  report: (status: string) => void,
): Promise<string> {
  const { format } = wish;
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const name = `${title.replace(/[^\p{L}\p{N}._-]+/gu, '-')}.${format}`;
  const target = await vscode.window.showSaveDialog({
    ...(folder ? { defaultUri: vscode.Uri.joinPath(folder, name) } : {}),
    filters: format === 'png' ? { [vscode.l10n.t('Picture')]: ['png'] } : { PDF: ['pdf'] },
    saveLabel: vscode.l10n.t('Export'),
  });
  if (!target) throw new CancelledError();
  const bytes = await renderDashboard(client, subject, wish, signal, report);
  await vscode.workspace.fs.writeFile(target, bytes);
  return vscode.workspace.asRelativePath(target);
}
