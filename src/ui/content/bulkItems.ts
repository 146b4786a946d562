/** Several items at once: which of them can move and where to, what a deletion takes along, and which stayed and why. */

import type { WorkspaceObject } from '../../contract/content/workspace.ts';
import { type BulkFailure, keyOf } from '../../session/content/bulkChange.ts';
import type { Localizer } from '../shell/localizer.ts';
import type { ContentRow } from './contentRow.ts';

/** An item that several requests name. */
export interface BulkItem {
  name: string;
  object: WorkspaceObject;
}

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

/** The content of a folder as far as the platform lists it. */
export interface FolderContent {
  folders: number;
  reports: number;
}

const maxNamed = 15;
/** Reports are counted up to this number. */
export const maxCounted = 1_000;

export function countOfItems(count: number, l10n: Localizer): string {
  return count === 1 ? l10n.t('1 item') : l10n.t('{0} items', count);
}

export function itemText({ name, object: { type } }: BulkItem, l10n: Localizer): string {
  if (type === 'FOLDER') return l10n.t('Folder “{0}”', name);
  return type === 'REPORT' ? l10n.t('Report “{0}”', name) : l10n.t('Workbook “{0}”', name);
}

/** @param inside by the id of the folder */
export function deleteDetail(
  items: readonly BulkItem[],
  inside: ReadonlyMap<number, FolderContent>,
  l10n: Localizer,
): string {
  const lines = items.slice(0, maxNamed).map((item) => {
    const content = item.object.type === 'FOLDER' ? inside.get(item.object.id) : undefined;
    return content ? `${itemText(item, l10n)}: ${folderText(content, l10n)}` : itemText(item, l10n);
  });
  if (items.length > maxNamed) lines.push(l10n.t('and {0} more', items.length - maxNamed));
  const notes = [
    inside.size > 0 &&
      l10n.t('What a folder holds is deleted with it, also its workbooks, which the platform does not list.'),
    l10n.t('You cannot undo this.'),
  ];
  return [lines.join('\n'), ...notes].filter(Boolean).join('\n\n');
}

function folderText({ folders, reports }: FolderContent, l10n: Localizer): string {
  const folderCount = folders === 1 ? l10n.t('1 folder') : l10n.t('{0} folders', folders);
  const reportCount =
    reports >= maxCounted
      ? l10n.t('{0} reports or more', maxCounted)
      : reports === 1
        ? l10n.t('1 report')
        : l10n.t('{0} reports', reports);
  return `${folderCount}, ${reportCount}`;
}

/** The items of one reason under the reason. @param explain the text of a failed request */
export function failuresText(
  title: string,
  items: readonly BulkItem[],
  failures: readonly BulkFailure[],
  l10n: Localizer,
  explain: (failure: unknown) => string,
): string {
  const known = new Map(items.map((item) => [keyOf(item.object), item]));
  const byReason = new Map<string, string[]>();
  for (const { object, reason } of failures) {
    const text = typeof reason === 'string' ? reason : explain(reason);
    const item = known.get(keyOf(object)) ?? { name: String(object.id), object };
    byReason.set(text, [...(byReason.get(text) ?? []), itemText(item, l10n)]);
  }
  const parts = [...byReason].map(([reason, names]) => [reason, ...names.map((name) => `  ${name}`)].join('\n'));
  return `${[title, ...parts].join('\n\n')}\n`;
}
