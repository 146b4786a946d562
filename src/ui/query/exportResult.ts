/** Saves the rows of a query in a file that the user names. */

import * as vscode from 'vscode';
import { CancelledError } from '../../base/errors.ts';
import { csvOf } from '../../query/results/csv.ts';
import { rowObject } from '../../query/results/json.ts';
import type { ResultTable } from '../../query/results/resultTable.ts';
import { cutFailure } from '../../query/run/wholeRows.ts';
import { errorText } from '../shell/errorText.ts';
import { showStatus, showWarning } from '../shell/notifications.ts';

export type ExportFormat = 'csv' | 'json';

function jsonOf({ columns, rows }: ResultTable): string {
  return `${JSON.stringify(
    rows.map((row) => rowObject(columns, row)),
    undefined,
    2,
  )}\n`;
}

/**
 * @param folder where the dialog starts
 * @param format undefined: the ending that the user gives the file decides
 * @throws CancelledError if the user selects no file
 */
export async function exportResult(
  table: ResultTable,
  folder: vscode.Uri,
  title: string,
  format: ExportFormat | undefined,
): Promise<void> {
  const filters = { CSV: ['csv'], JSON: ['json'] };
  const target = await vscode.window.showSaveDialog({
    defaultUri: vscode.Uri.joinPath(folder, `${title}.${format ?? 'csv'}`),
    filters: format === 'json' ? { JSON: filters.JSON } : format === 'csv' ? { CSV: filters.CSV } : filters,
    saveLabel: vscode.l10n.t('Export'),
  });
  if (!target) throw new CancelledError();
  const isJson = (format ?? (/\.json$/i.test(target.path) ? 'json' : 'csv')) === 'json';
  // Without the mark, spreadsheets read the file in the encoding of the system.
  const text = isJson ? jsonOf(table) : `\ufeff${csvOf(table)}`;
  await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(text));
  showStatus(vscode.l10n.t('Exported to {0}', vscode.workspace.asRelativePath(target)));
  const cut = cutFailure(table);
  if (cut) void showWarning(errorText(cut, vscode.l10n));
}
