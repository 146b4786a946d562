/** Export jobs, which render a dashboard to PNG or PDF. Spec: group E and its rules, “Dashboard export”; notes: “Embedding”. */

import * as z from 'zod/mini';
import { operation } from '../definition/operation.ts';
import { record } from '../definition/record.ts';
import { Timestamp } from '../definition/shapes.ts';
import { deploymentPath } from '../deployments/deployments.ts';
import { noDashboard } from './embedAccess.ts';

/** `ExportSubjectInput`: a user of the platform, or one of an embed tenant. */
export const ExportSubject = z.union([
  z.strictObject({ userId: z.int() }),
  z.strictObject({ embedTenantName: z.string(), externalId: z.string() }),
]);

export type ExportSubject = z.output<typeof ExportSubject>;

const StartDashboardExportInput = z.strictObject({
  dashboardPublicId: z.string().check(z.minLength(1)),
  format: z.enum(['png', 'pdf']),
  branchName: z.optional(z.string().check(z.minLength(1))),
  /** In the format of the dashboard's own filters. */
  filters: z.optional(z.array(record(z.string(), z.unknown()))),
  locale: z.optional(z.string()),
  timezone: z.optional(z.string()),
  colorScheme: z.optional(z.enum(['light', 'dark'])),
  renderAs: z.optional(ExportSubject),
});

const jobId = z.union([z.string(), z.number()]);

export const DashboardExport = z.looseObject({
  jobId,
  /** `pending`, `processing`, `completed` or `failed`. An unknown value means that the job is still running. */
  status: z.string(),
  format: z.nullish(z.string()),
  /** Why it failed. */
  error: z.nullish(z.string()),
  createdAt: z.nullish(Timestamp),
  expiresAt: z.nullish(Timestamp),
});
export type DashboardExport = z.output<typeof DashboardExport>;

/** The answer to the start of a job. */
const DashboardExportJobResponse = z.extend(DashboardExport, {});

const root = '/api/v1/deployments/{deploymentId}/dashboard-exports';
const jobPath = z.extend(deploymentPath, { jobId });
const noJob = { status: 404, when: 'the job is unknown or expired' };

/** By the names of the specification, for the OpenAPI document. */
export const dashboardExportSchemas = {
  DashboardExportJobResponse,
  DashboardExportStatusResponse: DashboardExport,
  ExportSubjectInput: ExportSubject,
  StartDashboardExportInput,
};

export const dashboardExportOperations = {
  startDashboardExport: operation({
    id: 'startDashboardExport',
    group: 'E',
    method: 'POST',
    changes: 'nothing',
    path: root,
    summary: 'Render a dashboard to PNG or PDF; the job and its file expire after 5 minutes',
    params: deploymentPath,
    body: StartDashboardExportInput,
    permission: { all: ['WorkbookEdit'] },
    response: DashboardExportJobResponse,
    failures: [
      noDashboard,
      { status: 403, when: 'the caller may not manage the dashboard’s workbook' },
      { status: 403, when: '`renderAs` is given but the caller is not an administrator' },
      { status: 403, when: 'the embed user of `renderAs` may not read the workbook' },
      { status: 404, when: 'the user of `renderAs` or the branch is unknown' },
      { status: 429, when: 'too many exports are running' },
    ],
  }),
  getDashboardExport: operation({
    id: 'getDashboardExport',
    group: 'E',
    method: 'GET',
    path: `${root}/{jobId}`,
    summary: 'Read the status of a rendering',
    params: jobPath,
    permission: { all: ['DeploymentRead'] },
    response: DashboardExport,
    failures: [noJob],
  }),
  downloadDashboardExport: operation({
    id: 'downloadDashboardExport',
    group: 'E',
    method: 'GET',
    path: `${root}/{jobId}/download`,
    summary: 'Read the rendered file',
    params: jobPath,
    permission: { all: ['DeploymentRead'] },
    response: z.custom<Uint8Array>((value) => value instanceof Uint8Array, 'must be bytes'),
    answers: 'bytes',
    failures: [
      noJob,
      { status: 409, when: 'the file is still being rendered' },
      { status: 422, when: 'the rendering failed' },
    ],
  }),
};
