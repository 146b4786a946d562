/** Exports a dashboard to a file that the user chooses. */

import * as vscode from 'vscode';
import { CancelledError } from '../../../base/errors.ts';
import type { Reader } from '../../../platform/client.ts';
import type { BuildWatch } from '../../../session/buildWatch.ts';
import type { EmbedSubject } from '../../../session/dashboard/embedAddress.ts';
import { type ExportRequest, renderDashboard } from '../../../session/dashboard/rendering.ts';
import { untilBranchBuilt } from '../../folders/untilBuilt.ts';

interface ExportTarget {
  client: Reader;
  /** The builds of the deployment: until a build ends, the platform draws the values of the model before it. */
  builds: BuildWatch;
  subject: EmbedSubject;
  title: string;
}

/** Uses the user's own key: rendering needs no administrator. @returns the path of the file @throws PlatformError, UserError, CancelledError */
export async function exportDashboard(
  { client, builds, subject, title }: ExportTarget,
  request: ExportRequest,
  signal: AbortSignal,
  report: (status: string) => void,
): Promise<string> {
  const { format, branch } = request;
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const fileName = `${title.replace(/[^\p{L}\p{N}._-]+/gu, '-')}.${format}`;
  const target = await vscode.window.showSaveDialog({
    ...(folder ? { defaultUri: vscode.Uri.joinPath(folder, fileName) } : {}),
    filters: format === 'png' ? { [vscode.l10n.t('Image')]: ['png'] } : { PDF: ['pdf'] },
    saveLabel: vscode.l10n.t('Export'),
  });
  if (!target) throw new CancelledError();
  if (branch !== null) await untilBranchBuilt(builds, branch, signal, report);
  const bytes = await renderDashboard(client, subject, request, signal, report);
  await vscode.workspace.fs.writeFile(target, bytes);
  return vscode.workspace.asRelativePath(target);
}
