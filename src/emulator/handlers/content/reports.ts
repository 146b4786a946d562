/** Reports of a workspace and their placements in spreadsheets. Spec: group F and its name rules, Errors. */

import type { Report } from '../../../contract/content/reports.ts';
import type { QueryOf } from '../../../contract/definition/operation.ts';
import type { Operations } from '../../../contract/operations.ts';
import { folderPathOf, requireFolder } from '../../content/folders.ts';
import { connect, disconnect, refresh, syncStatusOf } from '../../content/placements.ts';
import { addReport, markViewed, queryChecksumOf, reportsOf, requireReport } from '../../content/reports.ts';
import { canEdit, canManage, canRead } from '../../content/workbooks.ts';
import type { LiveDeployment } from '../../platform/liveDeployment.ts';
import type { Caller, Platform } from '../../platform/platform.ts';
import type { ReportRecord } from '../../records/contentRecord.ts';
import { HttpFailure } from '../../records/httpFailure.ts';
import type { Handlers } from '../definition/handler.ts';
import { cursorPage } from '../definition/paging.ts';

type ReportHandlers = Pick<
  Handlers,
  'listReports' | 'connectReport' | 'disconnectReport' | 'refreshReport' | 'upsertReport'
>;

export const reportHandlers: ReportHandlers = {
  listReports: ({ platform, deployment, caller, query }) => {
    const byView = query.sortBy === 'lastViewedAt';
    if (byView && query.after !== undefined) {
      throw new HttpFailure(400, 'after: a list that is sorted by lastViewedAt has no cursor');
    }
    const found = reportsOf(platform, deployment).filter((report) => canRead(caller, report) && matches(report, query));
    const { items, ...page } = cursorPage(sorted(found, caller, query.sortBy), query);
    const shown = items.map((report) => toReport(platform, caller, report));
    const noCursor = { ...page.pageInfo, hasNextPage: false, startCursor: null, endCursor: null };
    return { ...page, items: shown, data: shown, pageInfo: byView ? noCursor : page.pageInfo };
  },

  connectReport: (input) =>
    onReport(input, (report) => connect(input.platform, input.caller.user.id, report, input.body)),
  disconnectReport: (input) => onReport(input, (report) => disconnect(report, input.body)),
  refreshReport: (input) =>
    onReport(input, (report) => refresh(input.platform, input.caller.user.id, report, input.body)),

  upsertReport: async ({ platform, deployment, caller, params, body }) => {
    const { name, title, folderId, shared, snapshot } = body;
    const known = reportsOf(platform, deployment).find(({ publicId }) => publicId === params.publicId);
    if (known && !canEdit(caller, known)) {
      throw new HttpFailure(403, `You need edit access to the report '${params.publicId}'`);
    }
    if (typeof folderId === 'number') requireFolder(platform, deployment, folderId);
    if (!known && name === undefined) throw new HttpFailure(400, 'name: a new report needs one');
    const { publicId } = params;
    const report = known ?? addReport(platform, deployment, { publicId, name: name!, ownerId: caller.user.id });
    report.name = name ?? report.name;
    report.shared = shared ?? report.shared;
    report.snapshot = snapshot ?? report.snapshot;
    if (title !== undefined) report.title = title;
    if (folderId !== undefined) report.folderId = folderId;
    report.updatedAt = platform.now.toISOString();
    await platform.save();
    return toReport(platform, caller, report);
  },
};

interface PlacementRequest {
  platform: Platform;
  deployment: LiveDeployment;
  caller: Caller;
  params: { reportId: number };
}

async function onReport(
  { platform, deployment, caller, params }: PlacementRequest,
  change: (report: ReportRecord) => void,
): Promise<Report> {
  const report = requireReport(platform, deployment, caller, params.reportId);
  change(report);
  markViewed(platform, report, caller);
  await platform.save();
  return toReport(platform, caller, report);
}

type Filters = QueryOf<Operations['listReports']>;

function matches({ name, title, folderId, placements }: ReportRecord, filters: Filters): boolean {
  const { search = '', folderId: inFolder, externalWorkbookId } = filters;
  const isNamed = [name, title ?? ''].some((text) => text.toLowerCase().includes(search.toLowerCase()));
  const isPlaced = placements.some((placement) => placement.externalWorkbookId === externalWorkbookId);
  return isNamed && (inFolder ?? folderId) === folderId && (externalWorkbookId === undefined || isPlaced);
}

/** Names from A to Z, times from the newest. */
function sorted(reports: readonly ReportRecord[], caller: Caller, sortBy: Filters['sortBy']): ReportRecord[] {
  if (sortBy === 'name') return reports.toSorted((a, b) => a.name.localeCompare(b.name, 'en') || a.id - b.id);
  if (sortBy === undefined) return [...reports];
  const timeOf = (report: ReportRecord) =>
    (sortBy === 'lastViewedAt' ? lastViewedAt(report, caller) : report[sortBy]) ?? '';
  return reports.toSorted((a, b) => timeOf(b).localeCompare(timeOf(a)) || b.id - a.id);
}

function lastViewedAt({ views }: ReportRecord, { user }: Caller): string | null {
  return views.find(({ userId }) => userId === user.id)?.at ?? null;
}

function toReport(platform: Platform, caller: Caller, report: ReportRecord): Report {
  const { deploymentId: _, placements, views: __, ...shown } = report;
  return {
    ...shown,
    folderPath: folderPathOf(platform, report.folderId),
    canEdit: canEdit(caller, report),
    canManage: canManage(caller, report),
    currentQueryChecksum: queryChecksumOf(report),
    lastViewedAt: lastViewedAt(report, caller),
    externalWorkbookPlacements: placements.map(({ externalWorkbookId, ...placement }) => ({
      ...placement,
      workbookId: externalWorkbookId,
      syncStatus: syncStatusOf(report, { externalWorkbookId, ...placement }),
    })),
  };
}
