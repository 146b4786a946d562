/** Which rows can be moved, and where to. */

import type { BulkItem } from './bulkTexts.ts';
import type { ContentRow } from './contentRow.ts';

/** The different items of rows that can be moved and deleted. A report may have two rows. */
export function bulkItems(rows: readonly ContentRow[]): BulkItem[] {
  const items = new Map<string, BulkItem>();
  for (const { item } of rows) {
    if (item?.object) items.set(`${item.object.type} ${item.object.id}`, { name: item.name, object: item.object });
  }
  return [...items.values()];
}

/** Without rows that are in the folder already, and without the folder itself. */
export function movable(rows: readonly ContentRow[], folderId: number | null): ContentRow[] {
  return rows.filter(({ item }) => {
    const isTarget = item?.object?.type === 'FOLDER' && item.object.id === folderId;
    return item?.object !== undefined && !isTarget && item.folderId !== folderId;
  });
}

/** The folder of a row to drop on: null for the top of the workspace, undefined if nothing can be dropped there. */
export function dropFolder(row: ContentRow | undefined): number | null | undefined {
  if (row?.context.includes(';root;')) return null;
  const { object, folderId } = row?.item ?? {};
  return object?.type === 'FOLDER' ? object.id : object?.type === 'REPORT' ? folderId : undefined;
}
