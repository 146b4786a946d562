/** A row of the Content view, and the rows that every list has. */

import type { Notification } from '../../contract/content/notifications.ts';
import type { Report, ReportPlacement } from '../../contract/content/reports.ts';
import type { WorkspaceObject } from '../../contract/content/workspace.ts';
import type { Loaded } from '../../session/lazyList.ts';
import type { Localizer } from '../shell/localizer.ts';
import { failureRow, type Row } from '../tree/row.ts';

/** A list that a row loads. */
export type ContentList =
  | { name: 'folders' | 'tenants' }
  | { name: 'reports'; folderId?: number }
  | { name: 'workbooks'; tenant: string }
  | { name: 'notifications'; publicId: string };

/** What the commands of a row act on. */
export interface ContentItem {
  /** What is copied as its id. */
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

export interface ContentRow extends Omit<Row, 'kind' | 'list' | 'children'> {
  kind:
    | 'deployment'
    | 'group'
    | 'folder'
    | 'report'
    | 'placement'
    | 'tenant'
    | 'workbook'
    | 'dashboard'
    | 'notification'
    | 'more'
    | 'failure'
    | 'empty';
  list?: ContentList;
  item?: ContentItem;
  children: readonly ContentRow[];
}

/** The rows of a list, followed by an error row, “Load more”, or a row for an empty list. */
export function pageRows<T>(
  parent: Pick<ContentRow, 'id' | 'target'>,
  list: ContentList,
  loaded: Loaded<T> | undefined,
  l10n: Localizer,
  { rows, empty }: { rows: readonly ContentRow[]; empty: string },
): ContentRow[] {
  const { target } = parent;
  const tail = { list, target, expand: 'never', children: [] } as const;
  if (loaded?.phase === 'failed') return [...rows, failedRow(parent, loaded.failure, l10n, list)];
  if (loaded?.hasMore) {
    const loading = loaded.phase === 'loading';
    const label = loading ? l10n.t('Loading…') : l10n.t('Load more');
    const icon = loading ? 'loading~spin' : 'ellipsis';
    const command = 'dataModel.content.loadMore';
    return [...rows, { ...tail, id: `${parent.id}/more`, kind: 'more', label, icon, context: ';more;', command }];
  }
  if (rows.length > 0 || loaded?.phase !== 'ready') return [...rows];
  return [{ ...tail, id: `${parent.id}/empty`, kind: 'empty', label: empty, context: '' }];
}

/** Shows an error in place of the rows. Selecting the row tries again, or signs in. */
export function failedRow(
  { id, target }: Pick<ContentRow, 'id' | 'target'>,
  failure: unknown,
  l10n: Localizer,
  list?: ContentList,
): ContentRow {
  const { list: _, command, ...row } = failureRow(`${id}/failure`, target, failure, l10n);
  return {
    ...row,
    kind: 'failure',
    command: command === 'dataModel.deployments.refresh' ? 'dataModel.content.refresh' : command!,
    ...(list && { list }),
    children: [],
  };
}
