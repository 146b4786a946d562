/** Records where spreadsheets show a report. The results in a spreadsheet are written by its own add-on. Spec: group F. */

import * as vscode from 'vscode';
import { CancelledError } from '../../base/errors.ts';
import type { ReportPlacement } from '../../contract/content/reports.ts';
import { ContentChanges, type NewPlacement } from '../../session/content/contentChanges.ts';
import { confirm, showStatus } from '../shell/notifications.ts';
import { askText, pickItem } from '../shell/quickInput.ts';
import { withSlowProgress } from '../shell/slowProgress.ts';
import type { ContentContext } from './contentContext.ts';
import type { ContentItem, ContentRow } from './contentRow.ts';
import { isCell, spreadsheetId } from './placementInput.ts';
import { addressText } from './reportRows.ts';

export async function connectReport(context: ContentContext, row: ContentRow, item: ContentItem): Promise<void> {
  const { l10n } = vscode;
  const placement = await enterPlacement(l10n.t('Connect “{0}” to a Spreadsheet', item.name), undefined);
  await change(context, row, item, (changes, reportId) => changes.connect(reportId, placement));
  showStatus(l10n.t('Connected {0}', item.name));
}

export async function changeAddress(context: ContentContext, row: ContentRow, item: ContentItem): Promise<void> {
  const { placement } = item;
  if (!placement) return;
  const entered = await enterPlacement(vscode.l10n.t('Change Address in “{0}”', item.name), placement);
  const id = Number(placement.id);
  const address = { ...entered, ...(Number.isInteger(id) && { placementId: id }), addressOnly: true };
  await change(context, row, item, (changes, reportId) => changes.connect(reportId, address));
}

export async function markRefreshed(context: ContentContext, row: ContentRow, item: ContentItem): Promise<void> {
  const { placement } = item;
  if (!placement) return;
  await change(context, row, item, (changes, reportId) => changes.markRefreshed(reportId, placement));
  showStatus(vscode.l10n.t('Marked {0} as refreshed', addressText(placement) || item.name));
}

export async function disconnectReport(context: ContentContext, row: ContentRow, item: ContentItem): Promise<void> {
  const { l10n } = vscode;
  const { placement } = item;
  if (!placement) return;
  const question = l10n.t('Disconnect the report from {0} in “{1}”?', addressText(placement), item.name);
  const detail = l10n.t('The platform forgets the place. The cells of the spreadsheet stay.');
  if (!(await confirm(question, detail, l10n.t('Disconnect')))) throw new CancelledError();
  await change(context, row, item, (changes, reportId) => changes.disconnect(reportId, placement));
}

async function change(
  { model }: ContentContext,
  { target }: ContentRow,
  { name, report }: ContentItem,
  send: (changes: ContentChanges, reportId: number) => Promise<unknown>,
): Promise<void> {
  const content = await model.contentOf(target);
  const changes = new ContentChanges(content.platform, target.deploymentId ?? '');
  await withSlowProgress(vscode.l10n.t('Changing the spreadsheets of “{0}”', name), () =>
    send(changes, Number(report?.id)),
  );
  await content.reload(['REPORT']);
}

/** @param known whose address changes. @throws CancelledError */
async function enterPlacement(title: string, known: ReportPlacement | undefined): Promise<NewPlacement> {
  const { l10n } = vscode;
  const hosts = [
    { label: 'Google Sheets', host: 'GOOGLE_SHEETS' },
    { label: 'Excel', host: 'EXCEL' },
  ] as const;
  const host =
    hosts.find((each) => each.host === known?.host) ??
    (await pickItem(hosts, { title, placeHolder: l10n.t('Select the application') }));
  if (!host) throw new CancelledError();
  const enter = async (prompt: string, value: string, problemOf: (text: string) => string | undefined) => {
    const text = await askText({
      title,
      prompt,
      value,
      ignoreFocusOut: true,
      validateInput: (typed) => (typed.trim() === '' ? '' : problemOf(typed)),
    });
    if (text === undefined || text.trim() === '') throw new CancelledError();
    return text.trim();
  };
  const anything = () => undefined;
  const workbook = await enter(l10n.t('ID or address of the spreadsheet'), known?.workbookId ?? '', anything);
  const sheetName = await enter(l10n.t('Name of the sheet'), known?.sheetName ?? '', anything);
  const anchorCell = await enter(l10n.t('First cell of the result, such as A1'), known?.anchorCell ?? 'A1', (text) =>
    isCell(text) ? undefined : l10n.t('Enter a cell, such as A1.'),
  );
  return { host: host.host, externalWorkbookId: spreadsheetId(workbook), sheetName, anchorCell };
}
