/** The saved state of the workspace besides folders and workbooks: reports with their placements, notifications. Ids are those of `embedRecord`. */

import * as z from 'zod';
import { record } from '../../contract/definition/record.ts';

const Placement = z.object({
  id: z.number(),
  externalWorkbookId: z.string(),
  host: z.string(),
  sheetId: z.union([z.string(), z.number()]).nullable(),
  sheetName: z.string(),
  anchorCell: z.string(),
  workbookName: z.string().nullable(),
  resultLocation: z.string().nullable(),
  endResultCell: z.string().nullable(),
  placedAt: z.string(),
  placedByUserId: z.number(),
  refreshedAt: z.string().nullable(),
  refreshedByUserId: z.number().nullable(),
  /** Null: no result was written. */
  queryChecksum: z.string().nullable(),
  resultChecksum: z.string().nullable(),
});
export type PlacementRecord = z.output<typeof Placement>;

const Report = z.object({
  id: z.number(),
  deploymentId: z.number(),
  publicId: z.string(),
  name: z.string(),
  title: z.string().nullable(),
  /** Null: of an embed user. */
  ownerId: z.number().nullable(),
  folderId: z.number().nullable(),
  /** False: only for the owner and administrators. */
  shared: z.boolean(),
  snapshot: z.nullable(record(z.string(), z.unknown())),
  placements: z.array(Placement),
  /** When each user viewed it last. */
  views: z.array(z.object({ userId: z.number(), at: z.string() })),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type ReportRecord = z.output<typeof Report>;

/** A user of the platform, a viewer, or an address. */
const Recipient = z.union([
  z.object({ userId: z.number() }),
  z.object({ embedUserId: z.number() }),
  z.object({ email: z.string() }),
]);
export type RecipientRecord = z.output<typeof Recipient>;

const jsonObject = record(z.string(), z.unknown());

const Notification = z.object({
  id: z.number(),
  ownerId: z.number(),
  dashboardPublicId: z.string(),
  recipients: z.array(Recipient),
  filters: z.array(z.unknown()),
  timeGrains: jsonObject,
  memberSwitchers: jsonObject,
  notificationAiSummary: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type NotificationRecord = z.output<typeof Notification>;

export const ContentRecord = z.object({
  reports: z.array(Report),
  notifications: z.array(Notification).default(() => []),
});

export function emptyContentRecord(): z.output<typeof ContentRecord> {
  return { reports: [], notifications: [] };
}
