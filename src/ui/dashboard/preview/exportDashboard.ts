/** Exports a dashboard to a file that the user chooses. */

import * as vscode from 'vscode';
import { CancelledError } from '../../../base/errors.ts';
import type { Client } from '../../../platform/client.ts';
import type { EmbedSubject } from '../../../session/dashboard/embedAddress.ts';
import { type ExportRequest, renderDashboard } from '../../../session/dashboard/rendering.ts';

/** Uses the user's own key: rendering needs no administrator. @returns the path of the file @throws PlatformError, UserError, CancelledError */
export async function exportDashboard(
  { client, subject, title }: { client: Client; subject: EmbedSubject; title: string },
  request: ExportRequest,
  signal: AbortSignal,
  report: (status: string) => void,
): Promise<string> {
  const { format } = request;
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const fileName = `${title.replace(/[^\p{L}\p{N}._-]+/gu, '-')}.${format}`;
  const target = await vscode.window.showSaveDialog({
    ...(folder ? { defaultUri: vscode.Uri.joinPath(folder, fileName) } : {}),
    filters: format === 'png' ? { [vscode.l10n.t('Image')]: ['png'] } : { PDF: ['pdf'] },
    saveLabel: vscode.l10n.t('Export'),
  });
  if (!target) throw new CancelledError();
  const bytes = await renderDashboard(client, subject, request, signal, report);
  await vscode.workspace.fs.writeFile(target, bytes);
  return vscode.workspace.asRelativePath(target);
}
