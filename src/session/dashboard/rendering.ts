/** Exports a dashboard on the platform: starts the job, polls it and downloads the file. Spec: “Dashboard export”. */

import { delay } from '../../base/async.ts';
import { dashboardExportOperations, type ExportSubject } from '../../contract/embedding/dashboardExports.ts';
import type { FilterChoice } from '../../contract/messages/hostConfig.ts';
import type { Reader } from '../../platform/client.ts';
import { dashboardErrors } from './dashboardErrors.ts';
import type { EmbedSubject } from './embedAddress.ts';

export interface ExportRequest {
  format: 'png' | 'pdf';
  /** Null: production. */
  branch: string | null;
  colorScheme?: 'light' | 'dark';
  locale?: string | undefined;
  timezone?: string | undefined;
  filters?: readonly FilterChoice[];
  /** Requires an administrator's client. Undefined: the user of the client. */
  renderAs?: ExportSubject | undefined;
}

/** Milliseconds between two polls. */
const pauses = [300, 500, 1_000, 2_000];
/** The platform deletes the job after five minutes. */
const deadlineMs = 5 * 60_000;

/** @throws PlatformError (403 without manage access, 422 if it failed, 429), UserError, CancelledError */
export async function renderDashboard(
  client: Reader,
  { publicId, deploymentId }: EmbedSubject,
  { format, branch, colorScheme, locale, timezone, filters = [], renderAs }: ExportRequest,
  signal: AbortSignal,
  report: (status: string) => void,
): Promise<Uint8Array> {
  if (publicId === undefined) throw dashboardErrors.error('export-dashboards-only');
  const body = {
    dashboardPublicId: publicId,
    format,
    ...(branch === null ? {} : { branchName: branch }),
    ...(colorScheme ? { colorScheme } : {}),
    ...(locale ? { locale } : {}),
    ...(timezone ? { timezone } : {}),
    ...(filters.length > 0 ? { filters: filters.map(toQueryFilter) } : {}),
    ...(renderAs ? { renderAs } : {}),
  };
  let job = await client.call(
    dashboardExportOperations.startDashboardExport,
    { params: { deploymentId }, body },
    { signal },
  );
  const params = { deploymentId, jobId: job.jobId };
  const startedAt = performance.now();
  for (let turn = 0; job.status !== 'completed'; turn += 1) {
    report(job.status);
    if (job.status === 'failed') {
      throw job.error
        ? dashboardErrors.error('render-failed-because', [job.error])
        : dashboardErrors.error('render-failed');
    }
    if (performance.now() - startedAt > deadlineMs) {
      throw dashboardErrors.error('render-timeout');
    }
    await delay(pauses[Math.min(turn, pauses.length - 1)]!, signal);
    job = await client.call(dashboardExportOperations.getDashboardExport, { params }, { signal });
  }
  report(job.status);
  return client.call(dashboardExportOperations.downloadDashboardExport, { params }, { signal });
}

/** Query filters name their member and have text values. */
export function toQueryFilter({ view, dimension, operator, values }: FilterChoice) {
  return { member: `${view}.${dimension}`, operator, values: values.map(String) };
}
