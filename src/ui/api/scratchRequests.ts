/** Requests without a file: kept as one, and forgotten when nothing shows them. */

import * as vscode from 'vscode';
import { CancelledError, UserError } from '../../base/errors.ts';
import { scratchScheme } from '../manifest/ids.ts';
import type { App } from '../shell/app.ts';
import { showStatus } from '../shell/notifications.ts';
import { parseDocumentUri } from '../shell/readOnlyDocuments.ts';
import { hasTab, saveScratch } from '../shell/scratchFiles.ts';

/** @returns the file @throws UserError, CancelledError */
export async function saveRequest({ scratch }: App, uri: vscode.Uri): Promise<vscode.Uri> {
  if (uri.scheme !== scratchScheme) {
    throw new UserError(vscode.l10n.t('{0} is saved already.', vscode.workspace.asRelativePath(uri)), {
      action: vscode.l10n.t('Edit its text, and save it as any file.'),
    });
  }
  const saved = await saveScratch(scratch, uri, {
    title: vscode.l10n.t('Save as Request Document'),
    folder: vscode.workspace.getWorkspaceFolder(vscode.Uri.file(uri.fsPath))?.uri,
    filters: { [vscode.l10n.t('API requests')]: ['request.json'] },
    isRight: ({ path }) => path.endsWith('.request.json'),
  });
  if (!saved) throw new CancelledError();
  showStatus(vscode.l10n.t('Saved {0}', vscode.workspace.asRelativePath(saved)));
  return saved;
}

/** A scratch request ends when neither its text nor its answer is shown. */
export function discardScratch({ scratch }: App, closed: readonly vscode.Tab[]): void {
  for (const tab of closed) {
    const request = requestOf(tab);
    if (request?.scheme !== scratchScheme || hasTab(request)) continue;
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
    if (!tabs.some((one) => requestOf(one)?.toString() === request.toString())) scratch.remove(request);
  }
}

/** The request that a tab shows, or whose answer. */
function requestOf({ input }: vscode.Tab): vscode.Uri | undefined {
  if (!(input instanceof vscode.TabInputText)) return undefined;
  if (input.uri.path.endsWith('.request.json')) return input.uri;
  const { request } = parseDocumentUri(input.uri)?.parameters ?? {};
  return request === undefined ? undefined : vscode.Uri.parse(request);
}
