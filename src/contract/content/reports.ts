/** Reports of the workspace and their placements in spreadsheets. Spec: “Reports and workbooks”, group F, Limits. */

import * as z from 'zod/mini';
import { operation } from '../definition/operation.ts';
import { cursorPaging, listResponse, Timestamp, wholeNumber } from '../definition/shapes.ts';
import { deploymentPath } from '../deployments/deployments.ts';
import { FolderPath } from './folders.ts';
import { ReportSnapshot, ReportSnapshotInput } from './reportSnapshots.ts';

const text = z.nullish(z.string());
const userId = z.nullish(z.union([z.number(), z.string()]));
const sheetId = z.union([z.string().check(z.minLength(1)), z.int()]);
const named = z.string().check(z.minLength(1));

const ReportPlacement = z.looseObject({
  id: z.union([z.number(), z.string()]),
  /** The id of the spreadsheet. */
  workbookId: z.string(),
  /** `GOOGLE_SHEETS` or `EXCEL`. */
  host: text,
  sheetId: z.nullish(sheetId),
  sheetName: text,
  anchorCell: text,
  workbookName: text,
  resultLocation: text,
  endResultCell: text,
  placedAt: z.nullish(Timestamp),
  placedByUserId: userId,
  refreshedAt: z.nullish(Timestamp),
  refreshedByUserId: userId,
  /** The query of the report when the result was written. */
  queryChecksum: text,
  /** The client's fingerprint of the result, as the client sent it. */
  resultChecksum: text,
  /** `UP_TO_DATE`, `CHANGED` or `UNKNOWN`. */
  syncStatus: text,
});
export type ReportPlacement = z.output<typeof ReportPlacement>;

export const Report = z.looseObject({
  id: z.union([z.number(), z.string()]),
  publicId: z.string(),
  name: z.string(),
  title: text,
  folderId: z.nullish(z.number()),
  folderPath: FolderPath,
  canEdit: z.nullish(z.boolean()),
  canManage: z.nullish(z.boolean()),
  snapshot: z.nullish(ReportSnapshot),
  currentQueryChecksum: text,
  externalWorkbookPlacements: z.nullish(z.array(ReportPlacement)),
  createdAt: z.nullish(Timestamp),
  updatedAt: z.nullish(Timestamp),
  /** By the caller. */
  lastViewedAt: z.nullish(Timestamp),
});
export type Report = z.output<typeof Report>;

const ReportsListResponse = listResponse(Report);

const placementFields = {
  host: z.enum(['GOOGLE_SHEETS', 'EXCEL']),
  externalWorkbookId: named,
  sheetName: named,
  anchorCell: named,
  sheetId: z.optional(sheetId),
  workbookName: z.optional(z.string()),
  resultLocation: z.optional(z.string()),
  endResultCell: z.optional(z.string()),
  resultChecksum: z.optional(z.string()),
};

const ConnectReportToWorkbookInput = z.strictObject({
  ...placementFields,
  /** The placement whose address changes; by default the one at the address. */
  placementId: z.optional(z.int()),
  /** Corrects the address and keeps the stored fingerprint. */
  addressOnly: z.optional(z.boolean()),
});

const { externalWorkbookId, sheetName, anchorCell } = placementFields;
const address = {
  placementId: z.optional(z.int()),
  externalWorkbookId: z.optional(externalWorkbookId),
  sheetName: z.optional(sheetName),
  anchorCell: z.optional(anchorCell),
};
const DisconnectReportFromWorkbookInput = z.strictObject(address);

const RefreshReportInput = z.strictObject({
  ...address,
  sheetId: z.optional(sheetId),
  endResultCell: placementFields.endResultCell,
  resultChecksum: placementFields.resultChecksum,
});

const longName = z.string().check(z.maxLength(255));
/** Fields that are left out keep their values. */
const UpsertReportInput = z.strictObject({
  name: z.optional(longName.check(z.minLength(1))),
  title: z.nullish(longName),
  folderId: z.nullish(z.int()),
  /** False: only for its owner and administrators. */
  shared: z.optional(z.boolean()),
  snapshot: z.optional(ReportSnapshotInput),
});

const root = '/api/v1/deployments/{deploymentId}/reports';
const placement = `${root}/{reportId}/connect-workbook`;
const reportPath = z.extend(deploymentPath, { reportId: wholeNumber });
const onPlacement = { group: 'F', params: reportPath, response: Report } as const;
const read = { permission: { all: ['DeploymentRead'] } } as const;

const noReport = { status: 404, when: 'the deployment has no such report' };
const noPlacement = { status: 404, when: 'the report has no such placement' };
const notReader = { status: 403, when: 'the caller may not read the report' };
const noAddress = { status: 400, when: 'neither `placementId` nor a whole address is given, or both are' };

/** By the names of the specification, for the OpenAPI document. */
export const reportSchemas = {
  ConnectReportToWorkbookInput,
  DisconnectReportFromWorkbookInput,
  RefreshReportInput,
  Report,
  ReportPlacement,
  ReportsListResponse,
  UpsertReportInput,
};

export const reportOperations = {
  listReports: operation({
    id: 'listReports',
    group: 'F',
    method: 'GET',
    path: root,
    summary: 'List the reports that the caller may read',
    params: deploymentPath,
    query: z.strictObject({
      /** Part of the name or title, in any case. */
      search: z.optional(z.string()),
      folderId: z.optional(wholeNumber),
      externalWorkbookId: z.optional(z.string()),
      sortBy: z.optional(z.enum(['createdAt', 'updatedAt', 'lastViewedAt', 'name'])),
      ...cursorPaging,
    }),
    response: ReportsListResponse,
    list: { item: Report, paging: ['cursor'] },
    failures: [{ status: 400, when: '`after` is given and the list is sorted by `lastViewedAt`' }],
    ...read,
  }),
  upsertReport: operation({
    id: 'upsertReport',
    group: 'F',
    method: 'PUT',
    changes: 'resource',
    path: `${root}/by-public-id/{publicId}`,
    summary: 'Create or change the report with a public id',
    params: z.extend(deploymentPath, { publicId: named }),
    body: UpsertReportInput,
    response: Report,
    idempotent: true,
    permission: { all: ['WorkbookEdit'] },
    failures: [
      { status: 400, when: 'the `name` or `title` is longer than 255 characters' },
      { status: 400, when: 'a new report has no name' },
      { status: 403, when: 'the caller lacks edit access to the report' },
      { status: 404, when: 'the folder is unknown' },
    ],
  }),
  connectReport: operation({
    id: 'connectReport',
    method: 'PUT',
    changes: 'resource',
    path: placement,
    summary: 'Record where a spreadsheet shows a report',
    body: ConnectReportToWorkbookInput,
    idempotent: true,
    failures: [notReader, noReport, noPlacement],
    ...onPlacement,
    ...read,
  }),
  disconnectReport: operation({
    id: 'disconnectReport',
    method: 'DELETE',
    changes: 'resource',
    path: placement,
    summary: 'Forget where a spreadsheet shows a report',
    body: DisconnectReportFromWorkbookInput,
    failures: [noAddress, notReader, noReport, noPlacement],
    ...onPlacement,
    ...read,
  }),
  refreshReport: operation({
    id: 'refreshReport',
    method: 'PUT',
    changes: 'resource',
    path: `${root}/{reportId}/refresh`,
    summary: 'Record that a spreadsheet shows the report’s current result',
    body: RefreshReportInput,
    idempotent: true,
    failures: [
      noAddress,
      { status: 400, when: 'the address is that of several placements' },
      notReader,
      noReport,
      noPlacement,
    ],
    ...onPlacement,
    ...read,
  }),
};
