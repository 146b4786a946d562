/** dbt syncs: turn a dbt project or an uploaded manifest into cubes. Spec: group D, “dbt sync”; notes: “dbt sync”. */

import * as z from 'zod/mini';
import { operation } from '../definition/operation.ts';
import type { Permission } from '../definition/permissions.ts';
import { cursorPaging } from '../definition/shapes.ts';
import { deploymentPath } from '../deployments/deployments.ts';
import {
  DbtGeneratedFileContent,
  DbtSyncCancelResponse,
  DbtSyncGeneratedFilesListResponse,
  DbtSyncLogEntriesListResponse,
  DbtSyncLogEntry,
  DbtSyncResponse,
  DbtSyncResultResponse,
  DbtSyncRun,
  DbtSyncRunListResponse,
  DbtSyncStatusResponse,
  StartDbtSyncInput,
  syncStatuses,
  syncTriggers,
} from './syncSchemas.ts';

const root = '/api/v1/deployments/{deploymentId}/dbt-sync';
const jobPath = z.extend(deploymentPath, { syncJobId: z.string() });
const mayRead: Permission = { all: ['SchemaRead'] };
const mayStart: Permission = { all: ['SchemaUpdate', 'SchemaRead'] };
const unknownJob = { status: 404, when: 'the sync job is unknown' };

/** Limits: “dbt manifest upload size”. */
const largestManifestBody = 50 * 1024 * 1024;
/** Limits: “dbt history page size”. */
export const largestHistoryPage = 100;

export const dbtSyncOperations = {
  startDbtSync: operation({
    id: 'startDbtSync',
    group: 'D',
    method: 'POST',
    changes: 'resource',
    path: root,
    summary: 'Start a sync of the deployment’s dbt repository or of an uploaded manifest',
    params: deploymentPath,
    body: z.optional(StartDbtSyncInput),
    largestBody: largestManifestBody,
    permission: mayStart,
    response: DbtSyncResponse,
    failures: [
      { status: 400, when: '`ref` is empty, a commit SHA or not a valid name of a branch or tag' },
      { status: 400, when: '`ref` and `manifest` are both given' },
      { status: 400, when: '`source` contradicts `manifest`' },
      { status: 400, when: 'the manifest is another dbt artifact or of an unsupported version' },
      { status: 400, when: 'the deployment has no dbt repository' },
      { status: 404, when: 'the target branch is unknown' },
      { status: 413, when: 'the body is larger than 50 MiB' },
    ],
  }),
  listDbtSyncs: operation({
    id: 'listDbtSyncs',
    group: 'D',
    method: 'GET',
    path: root,
    summary: 'List the syncs of a deployment, newest first; a page has 100 runs at most',
    params: deploymentPath,
    query: z.strictObject({
      status: z.optional(z.enum(syncStatuses)),
      trigger: z.optional(z.enum(syncTriggers)),
      ...cursorPaging,
    }),
    permission: mayRead,
    response: DbtSyncRunListResponse,
    failures: [{ status: 400, when: '`status` or `trigger` is not a value of the filter, in its exact case' }],
    list: { item: DbtSyncRun, paging: ['cursor'] },
  }),
  getDbtSyncStatus: operation({
    id: 'getDbtSyncStatus',
    group: 'D',
    method: 'GET',
    path: `${root}/{syncJobId}`,
    summary: 'Read the phase and the progress of a sync',
    params: jobPath,
    permission: mayRead,
    response: DbtSyncStatusResponse,
    failures: [unknownJob],
  }),
  getDbtSyncResult: operation({
    id: 'getDbtSyncResult',
    group: 'D',
    method: 'GET',
    path: `${root}/{syncJobId}/result`,
    summary: 'Read what a completed sync generated',
    params: jobPath,
    permission: mayRead,
    response: DbtSyncResultResponse,
    failures: [unknownJob, { status: 409, when: 'the sync is still running or ended without a result' }],
  }),
  listDbtSyncLogs: operation({
    id: 'listDbtSyncLogs',
    group: 'D',
    method: 'GET',
    path: `${root}/{syncJobId}/logs`,
    summary: 'Read the log of a sync, in one page',
    params: jobPath,
    permission: mayRead,
    response: DbtSyncLogEntriesListResponse,
    failures: [unknownJob],
    list: { item: DbtSyncLogEntry, paging: [] },
  }),
  listDbtSyncFiles: operation({
    id: 'listDbtSyncFiles',
    group: 'D',
    method: 'GET',
    path: `${root}/{syncJobId}/generated-files`,
    summary: 'Read the files of a completed sync with the output `files`, for one hour',
    params: jobPath,
    query: z.strictObject(cursorPaging),
    permission: { all: ['DeploymentRead'] },
    response: DbtSyncGeneratedFilesListResponse,
    failures: [
      unknownJob,
      { status: 404, when: 'the sync committed to a branch' },
      { status: 404, when: 'the sync completed more than one hour ago' },
      { status: 404, when: 'the sync has not completed' },
    ],
    list: { item: DbtGeneratedFileContent, paging: ['cursor'] },
  }),
  cancelDbtSync: operation({
    id: 'cancelDbtSync',
    group: 'D',
    method: 'DELETE',
    changes: 'resource',
    path: `${root}/{syncJobId}`,
    summary: 'Cancel a running sync',
    params: jobPath,
    permission: mayStart,
    response: DbtSyncCancelResponse,
    failures: [unknownJob, { status: 409, when: 'the sync has ended' }],
  }),
};
