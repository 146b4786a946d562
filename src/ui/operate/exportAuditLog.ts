/** Exports the audit log to a CSV file. */

import * as vscode from 'vscode';
import { CancelledError, UserError } from '../../base/errors.ts';
import { auditLogOperations } from '../../contract/deployments/auditLogs.ts';
import type { Connection } from '../../session/connection.ts';
import { connectionName } from '../connections/connectionChoice.ts';
import { showInformation, withProgress } from '../shell/notifications.ts';
import { askText, pickItem } from '../shell/quickInput.ts';
import { type AuditFilters, auditFilterInputs, auditFilterProblem, withAuditFilter } from './auditFilters.ts';
import { downloadFile } from './fileDownload.ts';

/** Milliseconds for an export of any size; the connection has its own limits for a response that stalls. */
const deadlineMs = 60 * 60_000;

export async function exportAuditLog(connection: Connection): Promise<void> {
  const { l10n } = vscode;
  const session = await connection.open();
  const name = connectionName(connection);
  const query = await askFilters(l10n.t('Export Audit Log of {0}', name));
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const fileName = `audit-log-${new Date().toISOString().slice(0, 10)}.csv`;
  const target = await vscode.window.showSaveDialog({
    title: l10n.t('Export Audit Log'),
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder, fileName) }),
    filters: { CSV: ['csv'] },
    saveLabel: l10n.t('Export'),
  });
  if (!target) throw new CancelledError();
  if (target.scheme !== 'file') throw new UserError(l10n.t('Select a file on the disk of this machine.'));
  await withProgress(l10n.t('Exporting the audit log of {0}', name), (signal, report) =>
    downloadFile(
      target.fsPath,
      (reader) => session.client.call(auditLogOperations.exportAuditLog, { query }, { signal, reader, deadlineMs }),
      l10n,
      (bytes) => report(l10n.t('{0} kB', Math.ceil(bytes / 1000))),
    ),
  );
  const open = l10n.t('Open File');
  const message = l10n.t('Exported the audit log to {0}.', vscode.workspace.asRelativePath(target));
  // The command has ended; the message may stay for long.
  showInformation(message, open).then((choice) => {
    if (choice === open) void vscode.window.showTextDocument(target);
  });
}

/** A menu of all filters with their values; each opens its input. */
async function askFilters(title: string): Promise<AuditFilters> {
  const { l10n } = vscode;
  let filters: AuditFilters = {};
  for (;;) {
    const start = { label: l10n.t('Export…'), iconPath: new vscode.ThemeIcon('desktop-download'), input: undefined };
    const items = auditFilterInputs(l10n).map((input) => ({
      label: input.label,
      description: filters[input.name] ?? l10n.t('any'),
      iconPath: new vscode.ThemeIcon('filter'),
      input,
    }));
    const picked = await pickItem([start, ...items], {
      title,
      placeHolder: l10n.t('Select a filter to change it, or export'),
      ignoreFocusOut: true,
    });
    if (!picked) throw new CancelledError();
    if (!picked.input) return filters;
    const { name, label, prompt } = picked.input;
    const typed = await askText({
      title: `${title}: ${label}`,
      prompt,
      value: filters[name] ?? '',
      ignoreFocusOut: true,
      validateInput: (text) => auditFilterProblem(name, text.trim(), l10n),
    });
    if (typed !== undefined) filters = withAuditFilter(filters, name, typed);
  }
}
