/** The rows of reports and of the spreadsheets that show them. */

import type { Report, ReportPlacement } from '../../contract/content/reports.ts';
import { pathText } from '../../session/content/folderTree.ts';
import type { Localizer } from '../shell/localizer.ts';
import { escapeMarkdown } from '../shell/outsideText.ts';
import { menuContext, paragraphs } from '../tree/row.ts';
import type { ContentRow } from './contentRow.ts';

type Parent = Pick<ContentRow, 'id' | 'target'>;

/** @param describe the description of each row; default: the state of its spreadsheets only */
export function reportRows(
  parent: Parent,
  reports: readonly Report[],
  l10n: Localizer,
  describe: (report: Report) => string = () => '',
): ContentRow[] {
  return reports.map((report) => reportRow(parent, report, describe(report), l10n));
}

function reportRow(parent: Parent, report: Report, where: string, l10n: Localizer): ContentRow {
  const { id, publicId, canEdit, folderId, updatedAt } = report;
  const name = report.title || report.name;
  const placements = report.externalWorkbookPlacements ?? [];
  const row = { id: `${parent.id}/report/${publicId}`, target: parent.target };
  const changed = placements.some(({ syncStatus }) => syncStatus === 'CHANGED');
  const description = [where, changed && l10n.t('spreadsheet outdated')].filter(Boolean).join(' · ');
  const path = pathText(report);
  const number = Number(id);
  return {
    ...row,
    kind: 'report',
    label: name,
    ...(description && { description }),
    tooltip: paragraphs([
      `**${escapeMarkdown(name)}**`,
      path && escapeMarkdown(path),
      l10n.t('Report {0}', escapeMarkdown(publicId)),
      updatedAt && l10n.t('Changed {0}', escapeMarkdown(updatedAt)),
    ]),
    icon: 'output',
    context: menuContext('report', 'item', canEdit !== false && 'edit'),
    expand: placements.length > 0 ? 'collapsed' : 'never',
    command: 'dataModel.content.open',
    item: {
      id: publicId,
      name,
      ...(Number.isInteger(number) && { object: { type: 'REPORT', id: number } }),
      folderId: folderId ?? null,
      report,
    },
    children: placements.map((placement) => placementRow(row, report, placement, l10n)),
  };
}

function placementRow(parent: Parent, report: Report, placement: ReportPlacement, l10n: Localizer): ContentRow {
  const { id, workbookId, workbookName, host, syncStatus, refreshedAt } = placement;
  const hosts = new Map([
    ['GOOGLE_SHEETS', 'Google Sheets'],
    ['EXCEL', 'Excel'],
  ]);
  const states = new Map([
    ['UP_TO_DATE', l10n.t('up to date')],
    ['CHANGED', l10n.t('outdated')],
  ]);
  const name = workbookName || workbookId;
  const description = [addressText(placement), states.get(syncStatus ?? '')].filter(Boolean).join(' · ');
  return {
    id: `${parent.id}/${id}`,
    kind: 'placement',
    label: name,
    ...(description && { description }),
    tooltip: paragraphs([
      `**${escapeMarkdown(name)}**`,
      host && escapeMarkdown(hosts.get(host) ?? host),
      l10n.t('Spreadsheet {0}', escapeMarkdown(workbookId)),
      refreshedAt && l10n.t('Refreshed {0}', escapeMarkdown(refreshedAt)),
      syncStatus === 'CHANGED' && l10n.t('The query of the report has changed since then.'),
    ]),
    icon: 'table',
    ...(syncStatus === 'CHANGED' && { color: 'list.warningForeground' }),
    context: menuContext('placement'),
    expand: 'never',
    target: parent.target,
    item: { id: workbookId, name, report, placement },
    children: [],
  };
}

/** `Revenue!A1`, or what of it is known. */
export function addressText({ sheetName, sheetId, anchorCell }: ReportPlacement): string {
  return [sheetName ?? sheetId ?? undefined, anchorCell ?? undefined].filter((part) => part !== undefined).join('!');
}
