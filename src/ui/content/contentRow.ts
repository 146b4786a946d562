/** A row of the Content view. */

import type { Notification } from '../../contract/content/notifications.ts';
import type { Report, ReportPlacement } from '../../contract/content/reports.ts';
import type { WorkspaceObject } from '../../contract/content/workspace.ts';
import type { Row } from '../tree/row.ts';

/** A list that a row loads. */
export type ContentList =
  | { name: 'folders' | 'tenants' }
  | { name: 'reports'; folderId?: number }
  | { name: 'workbooks'; tenant: string }
  | { name: 'notifications'; publicId: string };

/** The item that the commands of a row act on. */
export interface ContentItem {
  /** The text that is copied as its id. */
  id: string;
  name: string;
  /** For requests about several items; undefined for what cannot be moved or deleted. */
  object?: WorkspaceObject;
  /** The folder that it is in; null: at the top; undefined: unknown. */
  folderId?: number | null;
  /** Undefined for a workbook that is known by its id only. */
  slug?: string;
  report?: Report;
  placement?: ReportPlacement;
  notification?: Notification;
}

export interface ContentRow extends Row<ContentList> {
  item?: ContentItem;
  children: readonly ContentRow[];
}
