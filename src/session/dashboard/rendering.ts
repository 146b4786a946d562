/** Has the platform render a dashboard and fetches the file: a job that is asked about until it ends. Spec: “Dashboard export”. */

import { delay } from '../../base/async.ts';
import { UserError } from '../../base/errors.ts';
import type { FilterChoice } from '../../contract/messages/hostConfig.ts';
import { operations } from '../../contract/operations.ts';
import type { Client } from '../../platform/client.ts';
import type { EmbedSubject } from './embedAddress.ts';

export interface ExportRequest {
  format: 'png' | 'pdf';
  /** Null: production. */
  branch: string | null;
  colorScheme?: 'light' | 'dark';
  locale?: string | undefined;
  timezone?: string | undefined;
  filters?: readonly FilterChoice[];
}

/** Milliseconds between two looks, growing; the platform drops the job after five minutes. */
const pauses = [300, 500, 1_000, 2_000];
const dropMs = 5 * 60_000;

/** @throws PlatformError (403 without manage access, 422 where it failed, 429), UserError, CancelledError */
export async function renderDashboard(
  client: Client,
  { publicId, deploymentId }: EmbedSubject,
  { format, branch, colorScheme, locale, timezone, filters = [] }: ExportRequest,
  signal: AbortSignal,
  report: (status: string) => void,
): Promise<Uint8Array> {
  if (publicId === undefined) throw new UserError('Only a dashboard can be exported.');
  const body = {
    dashboardPublicId: publicId,
    format,
    ...(branch === null ? {} : { branchName: branch }),
    ...(colorScheme ? { colorScheme } : {}),
    ...(locale ? { locale } : {}),
    ...(timezone ? { timezone } : {}),
    ...(filters.length > 0 ? { filters: filters.map(asQueryFilter) } : {}),
  };
  let job = await client.call(operations.startDashboardExport, { params: { deploymentId }, body }, { signal });
  const params = { deploymentId, jobId: job.jobId };
  const begun = performance.now();
  for (let turn = 0; job.status !== 'completed'; turn += 1) {
    report(job.status);
    if (job.status === 'failed') {
      throw new UserError(`The platform could not render the dashboard${job.error ? `: ${job.error}` : '.'}`, {
        action: 'Look at the dashboard itself, then try again.',
      });
    }
    if (performance.now() - begun > dropMs) {
      throw new UserError('The platform did not render the dashboard within five minutes.', { action: 'Try again.' });
    }
    await delay(pauses[Math.min(turn, pauses.length - 1)]!, signal);
    job = await client.call(operations.getDashboardExport, { params }, { signal });
  }
  report(job.status);
  return client.call(operations.downloadDashboardExport, { params }, { signal });
}

/** As a dashboard's own filters are written: by member, with texts for values. */
function asQueryFilter({ view, dimension, operator, values }: FilterChoice) {
  return { member: `${view}.${dimension}`, operator, values: values.map(String) };
}
