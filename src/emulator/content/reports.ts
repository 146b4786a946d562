/** Reports of a workspace: who can read them, and the checksum of their query. Spec: “Reports and workbooks”. */

import { createHash } from 'node:crypto';
import type { LiveDeployment } from '../platform/liveDeployment.ts';
import type { Caller, Platform } from '../platform/platform.ts';
import type { ReportRecord } from '../records/contentRecord.ts';
import { HttpFailure } from '../records/httpFailure.ts';
import { canRead } from './workbooks.ts';

export function reportsOf(platform: Platform, { record }: LiveDeployment): ReportRecord[] {
  return platform.record.content.reports.filter(({ deploymentId }) => deploymentId === record.id);
}

type NewReport = Pick<ReportRecord, 'publicId' | 'name' | 'ownerId'> & Partial<ReportRecord>;

export function addReport({ record, now }: Platform, deployment: LiveDeployment, input: NewReport): ReportRecord {
  const at = now.toISOString();
  const report: ReportRecord = {
    id: record.embed.nextId++,
    deploymentId: deployment.record.id,
    title: null,
    folderId: null,
    shared: true,
    snapshot: null,
    placements: [],
    views: [],
    createdAt: at,
    updatedAt: at,
    ...input,
  };
  record.content.reports.push(report);
  return report;
}

/** @throws HttpFailure 403; 404, also for a report of another deployment */
export function requireReport(platform: Platform, deployment: LiveDeployment, caller: Caller, id: number) {
  const report = reportsOf(platform, deployment).find((entry) => entry.id === id);
  if (!report) throw new HttpFailure(404, `Report ${id} not found`);
  if (!canRead(caller, report)) throw new HttpFailure(403, `You need read access to report ${id}`);
  return report;
}

/** The checksum of everything that decides about the result, independent of the order of keys. Null without a query. */
export function queryChecksumOf({ snapshot }: ReportRecord): string | null {
  if (!snapshot?.query) return null;
  const parts = ['query', 'fillMissingRows', 'periodComparisons', 'pythonCode'].map((part) => snapshot[part] ?? null);
  return createHash('sha256').update(JSON.stringify(parts, withSortedKeys)).digest('hex');
}

function withSortedKeys(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Records that a user looks at a report. */
export function markViewed(platform: Platform, report: ReportRecord, { user }: Caller): void {
  const others = report.views.filter(({ userId }) => userId !== user.id);
  report.views = [...others, { userId: user.id, at: platform.now.toISOString() }];
}
