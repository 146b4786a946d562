/** The saved state of the workspace besides folders and workbooks: reports with their placements. Ids are those of `embedRecord`. */

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
  ownerId: z.number(),
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

export const ContentRecord = z.object({ reports: z.array(Report) });

export function emptyContentRecord(): z.output<typeof ContentRecord> {
  return { reports: [] };
}
