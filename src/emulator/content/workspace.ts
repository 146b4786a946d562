/** The items of a workspace, whatever their type: found, deleted with what they hold, and moved. Spec: group F. */

import type { WorkspaceObject } from '../../contract/content/workspace.ts';
import type { LiveDeployment } from '../platform/liveDeployment.ts';
import type { Caller, Platform } from '../platform/platform.ts';
import { removeContent } from '../platform/removeContent.ts';
import type { ReportRecord } from '../records/contentRecord.ts';
import type { FolderRecord, WorkbookRecord } from '../records/embedRecord.ts';
import { HttpFailure } from '../records/httpFailure.ts';
import { foldersAround, foldersOf } from './folders.ts';
import { reportsOf } from './reports.ts';
import { canEdit } from './workbooks.ts';

type Item =
  | { type: 'FOLDER'; record: FolderRecord }
  | { type: 'WORKBOOK'; record: WorkbookRecord }
  | { type: 'REPORT'; record: ReportRecord };

function itemsOf(platform: Platform, deployment: LiveDeployment): Item[] {
  const { workbooks } = platform.record.embed;
  return [
    ...foldersOf(platform, deployment).map((record) => ({ type: 'FOLDER' as const, record })),
    ...workbooks
      .filter(({ deploymentId }) => deploymentId === deployment.record.id)
      .map((record) => ({ type: 'WORKBOOK' as const, record })),
    ...reportsOf(platform, deployment).map((record) => ({ type: 'REPORT' as const, record })),
  ];
}

/** @throws HttpFailure 403, 404 */
function requireEditable(items: readonly Item[], caller: Caller, { type, id }: WorkspaceObject): Item {
  const item = items.find((entry) => entry.type === type && entry.record.id === id);
  if (!item) throw new HttpFailure(404, `${describe({ type, id })} not found`);
  if (!canEdit(caller, item.record)) throw new HttpFailure(403, `You need edit access to ${describe({ type, id })}`);
  return item;
}

function describe({ type, id }: WorkspaceObject): string {
  return `${type.toLowerCase()} ${id}`;
}

/** The content of a folder comes before the folder, which would take it along. */
export function inDeletionOrder(platform: Platform, objects: readonly WorkspaceObject[]): WorkspaceObject[] {
  const depthOf = ({ type, id }: WorkspaceObject) =>
    type === 'FOLDER' ? foldersAround(platform, id).length : Number.MAX_SAFE_INTEGER;
  return objects.toSorted((a, b) => depthOf(b) - depthOf(a));
}

/** With all that a folder holds. @throws HttpFailure 403, also for an item in the folder; 404 */
export function deleteItem(
  platform: Platform,
  deployment: LiveDeployment,
  caller: Caller,
  object: WorkspaceObject,
): void {
  const items = itemsOf(platform, deployment);
  const item = requireEditable(items, caller, object);
  const folderOf = (entry: Item) => (entry.type === 'FOLDER' ? entry.record.parentId : entry.record.folderId);
  const isInside = (entry: Item) =>
    item.type === 'FOLDER' && foldersAround(platform, folderOf(entry)).includes(item.record);
  const removed = [item, ...items.filter(isInside)];
  const kept = removed.find(({ record }) => !canEdit(caller, record));
  if (kept) {
    const inside = describe({ type: kept.type, id: kept.record.id });
    throw new HttpFailure(403, `You need edit access to ${inside} in ${describe(object)}`);
  }
  const records = new Set<object>(removed.map(({ record }) => record));
  removeContent(platform.record, (record) => records.has(record));
}

/** @throws HttpFailure 400 for a folder that would be in itself; 403, 404 */
export function moveItem(
  platform: Platform,
  deployment: LiveDeployment,
  caller: Caller,
  { folderId, ...object }: WorkspaceObject & { folderId: number | null },
): void {
  const item = requireEditable(itemsOf(platform, deployment), caller, object);
  if (item.type !== 'FOLDER') {
    item.record.folderId = folderId;
    return;
  }
  if (foldersAround(platform, folderId).includes(item.record)) {
    throw new HttpFailure(400, `${describe(object)} cannot be moved into itself`);
  }
  item.record.parentId = folderId;
}
