/** Removes content of workspaces with everything that refers to it. */

import type { ReportRecord } from '../records/contentRecord.ts';
import type { FolderRecord, WorkbookRecord } from '../records/embedRecord.ts';
import type { PlatformRecord } from '../records/platformRecord.ts';

export function removeContent(
  { embed, content }: PlatformRecord,
  isRemoved: (item: FolderRecord | WorkbookRecord | ReportRecord) => boolean,
): void {
  const dashboards = embed.workbooks.flatMap((workbook) =>
    isRemoved(workbook) ? (workbook.dashboard?.publicId ?? []) : [],
  );
  embed.folders = embed.folders.filter((folder) => !isRemoved(folder));
  embed.workbooks = embed.workbooks.filter((workbook) => !isRemoved(workbook));
  embed.comments = embed.comments.filter(({ publicId }) => !dashboards.includes(publicId));
  content.reports = content.reports.filter((report) => !isRemoved(report));
  content.notifications = content.notifications.filter(({ dashboardPublicId: id }) => !dashboards.includes(id));
}
