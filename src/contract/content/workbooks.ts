/** Workbooks of the workspace with their dashboards. Spec: “Reports and workbooks”, group F, “Other name rules”. */

import * as z from 'zod/mini';
import { operation } from '../definition/operation.ts';
import { Timestamp, wholeNumber } from '../definition/shapes.ts';
import { deploymentPath } from '../deployments/deployments.ts';
import { Dashboard, DashboardDraftInput, PublishDashboardInput, PublishedAiWidgetThread } from './dashboards.ts';
import { FolderPath } from './folders.ts';

const text = z.nullish(z.string());
const named = z.string().check(z.minLength(1), z.maxLength(255));

export const Workbook = z.looseObject({
  id: z.union([z.number(), z.string()]),
  slug: z.string(),
  name: z.string(),
  /** The owner. */
  user: z.nullish(z.looseObject({ id: z.union([z.number(), z.string()]), username: text, email: text })),
  folderId: z.nullish(z.number()),
  folderPath: FolderPath,
  shared: z.nullish(z.boolean()),
  canEdit: z.nullish(z.boolean()),
  /** The published one. */
  dashboard: z.nullish(Dashboard),
  dashboardDraft: z.nullish(Dashboard),
  createdAt: z.nullish(Timestamp),
  updatedAt: z.nullish(Timestamp),
});
export type Workbook = z.output<typeof Workbook>;

/** Fields that are left out keep their values. A new workbook is named as its slug by default. */
const UpsertWorkbookInput = z.strictObject({
  name: z.optional(named),
  folderId: z.nullish(z.int()),
  /** False: only for its owner and administrators. */
  shared: z.optional(z.boolean()),
  /** Publishes the dashboard. */
  dashboard: z.optional(PublishDashboardInput),
  /** Null removes the draft. */
  dashboardDraft: z.nullish(DashboardDraftInput),
});

/** `shared`: whether the copy is for other users too. */
const DuplicateWorkbookInput = z.strictObject({ shared: z.optional(z.boolean()) });

const UpdatePublishedAiWidgetThreadInput = z.strictObject({
  widgetId: named,
  threadId: named,
  checksum: z.optional(z.string()),
});

const root = '/api/v1/deployments/{deploymentId}/workbooks';
const workbookPath = z.extend(deploymentPath, { workbookId: wholeNumber });

const noWorkbook = { status: 404, when: 'the deployment has no such workbook' };
const notEditor = { status: 403, when: 'the caller lacks edit access to the workbook' };

/** By the names of the specification, for the OpenAPI document. */
export const workbookSchemas = {
  DuplicateWorkbookInput,
  UpdatePublishedAiWidgetThreadInput,
  UpsertWorkbookInput,
  Workbook,
};

export const workbookOperations = {
  upsertWorkbook: operation({
    id: 'upsertWorkbook',
    group: 'F',
    method: 'PUT',
    changes: 'resource',
    path: `${root}/by-slug/{slug}`,
    summary: 'Create or change the workbook with a slug, its dashboard and its draft',
    params: z.extend(deploymentPath, { slug: named }),
    body: UpsertWorkbookInput,
    response: Workbook,
    idempotent: true,
    permission: { all: ['WorkbookEdit'] },
    failures: [
      { status: 400, when: 'a widget of a published dashboard has no id' },
      { status: 400, when: 'two widgets have the same id' },
      notEditor,
      { status: 404, when: 'the folder is unknown' },
    ],
  }),
  duplicateWorkbook: operation({
    id: 'duplicateWorkbook',
    group: 'F',
    method: 'POST',
    changes: 'resource',
    path: `${root}/{workbookId}/duplicate`,
    summary: 'Copy a workbook for the caller; its dashboard becomes a draft',
    params: workbookPath,
    body: z.optional(DuplicateWorkbookInput),
    response: Workbook,
    permission: { all: ['WorkbookEdit'] },
    failures: [{ status: 403, when: 'the caller may not read the workbook' }, noWorkbook],
  }),
  setAiWidgetThread: operation({
    id: 'setAiWidgetThread',
    group: 'F',
    method: 'POST',
    changes: 'resource',
    path: `${root}/{workbookId}/dashboard/ai-widget-thread`,
    summary: 'Store the id of the thread that wrote a widget’s AI summary, and its checksum',
    params: workbookPath,
    body: UpdatePublishedAiWidgetThreadInput,
    response: PublishedAiWidgetThread,
    idempotent: true,
    permission: { all: ['WorkbookEdit'] },
    failures: [
      notEditor,
      noWorkbook,
      { status: 404, when: 'the workbook has no published dashboard' },
      { status: 404, when: 'the dashboard has no such widget' },
    ],
  }),
};
