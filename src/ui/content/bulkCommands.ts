/** Moves and deletes several items of a workspace: asks, shows the progress, and names each item that stays. */

import * as vscode from 'vscode';
import { CancelledError, isCancellation, UserError } from '../../base/errors.ts';
import type { WorkspaceBulkFailure, WorkspaceObject } from '../../contract/content/workspace.ts';
import { type BulkResult, changeInBulk, deletionOrder } from '../../session/content/bulkChange.ts';
import { ContentChanges } from '../../session/content/contentChanges.ts';
import type { DeploymentContent } from '../../session/content/deploymentContent.ts';
import { depthOf, pathText } from '../../session/content/folderTree.ts';
import { errorText } from '../shell/errorText.ts';
import { confirm, showError, showStatus, withProgress } from '../shell/notifications.ts';
import { offerSignIn } from '../shell/offerSignIn.ts';
import { pickItem } from '../shell/quickInput.ts';
import { withSlowProgress } from '../shell/slowProgress.ts';
import { rowId } from '../tree/row.ts';
import {
  type BulkItem,
  bulkItems,
  countOfItems,
  deleteDetail,
  dropFolder,
  type FolderContent,
  failuresText,
  itemText,
  maxCounted,
  movable,
} from './bulkItems.ts';
import type { ContentContext } from './contentContext.ts';
import type { ContentRow } from './contentRow.ts';

export async function deleteItems(context: ContentContext, rows: readonly ContentRow[]): Promise<void> {
  const { l10n } = vscode;
  const items = bulkItems(rows);
  if (items.length === 0) return;
  const { content, changes } = await open(context, rows);
  const folderIds = items.flatMap(({ object: { type, id } }) => (type === 'FOLDER' ? [id] : []));
  const inside = new Map<number, FolderContent>();
  if (folderIds.length > 0) {
    await withSlowProgress(l10n.t('Reading what the folders hold'), async (signal) => {
      const folders = await content.folders.all();
      for (const id of folderIds) inside.set(id, await changes.countInside(folders, id, maxCounted, signal));
    });
  }
  const question =
    items.length === 1 ? l10n.t('Delete “{0}”?', items[0]!.name) : l10n.t('Delete {0} items?', items.length);
  if (!(await confirm(question, deleteDetail(items, inside, l10n), l10n.t('Delete')))) throw new CancelledError();
  const order = deletionOrder(
    items.map(({ object }) => object),
    (id) => depthOf(content.folders.value.items, id),
  );
  const running = l10n.t('Deleting {0}', countOfItems(items.length, l10n));
  const result = await change(content, order, running, (chunk) => changes.delete(chunk));
  const workbookIds = result.done.flatMap(({ type, id }) => (type === 'WORKBOOK' ? [id] : []));
  await context.model.forgetCopies(rows[0]!.target, workbookIds);
  await report(context, items, result, {
    done: (count) => l10n.t('Deleted {0}', countOfItems(count, l10n)),
    failed: (count) => l10n.t('{0} of {1} could not be deleted.', count, countOfItems(items.length, l10n)),
  });
}

/** To a folder that the user picks. */
export async function moveItems(context: ContentContext, rows: readonly ContentRow[]): Promise<void> {
  const { l10n } = vscode;
  if (bulkItems(rows).length === 0) return;
  const { content } = await open(context, rows);
  const top = { icon: 'home', label: l10n.t('Top of the Workspace'), description: '', id: null as number | null };
  const picks = content.folders.all().then((folders) => [
    top,
    ...folders.map((folder) => ({
      icon: 'folder',
      label: folder.name,
      description: pathText(folder),
      id: folder.id as number | null,
    })),
  ]);
  const title = l10n.t('Move {0}', countOfItems(bulkItems(rows).length, l10n));
  const options = { title, placeHolder: l10n.t('Select a folder'), matchOnDescription: true };
  const picked = await pickItem(picks, options);
  if (!picked) throw new CancelledError();
  await move(context, rows, picked.id);
}

/** Asks first, because a drag can happen by accident. */
export async function dropRows(
  context: ContentContext,
  row: ContentRow | undefined,
  dragged: readonly ContentRow[],
): Promise<void> {
  const { l10n } = vscode;
  const folderId = dropFolder(row);
  if (!row || folderId === undefined) return;
  const rows = movable(dragged, folderId);
  const items = bulkItems(rows);
  if (items.length === 0) return;
  if (rows.some(({ target }) => rowId(target) !== rowId(row.target))) throw severalDeployments();
  const where = row.item?.object?.type === 'FOLDER' ? row.item.name : undefined;
  const question =
    where === undefined
      ? l10n.t('Move {0} to this place?', countOfItems(items.length, l10n))
      : l10n.t('Move {0} to “{1}”?', countOfItems(items.length, l10n), where);
  const detail = [
    ...items.slice(0, 15).map((item) => itemText(item, l10n)),
    ...(items.every(({ object }) => object.type === 'REPORT')
      ? []
      : ['', l10n.t('Embed tenants may have access to workbooks by their folder.')]),
  ].join('\n');
  if (!(await confirm(question, detail, l10n.t('Move')))) throw new CancelledError();
  await move(context, rows, folderId);
}

async function move(context: ContentContext, rows: readonly ContentRow[], folderId: number | null): Promise<void> {
  const { l10n } = vscode;
  const items = bulkItems(movable(rows, folderId));
  if (items.length === 0) return showStatus(l10n.t('Everything is in this folder already'));
  const { content, changes } = await open(context, rows);
  const order = items.map(({ object }) => object);
  const running = l10n.t('Moving {0}', countOfItems(items.length, l10n));
  const result = await change(content, order, running, (chunk) => changes.move(chunk, folderId));
  await report(context, items, result, {
    done: (count) => l10n.t('Moved {0}', countOfItems(count, l10n)),
    failed: (count) => l10n.t('{0} of {1} could not be moved.', count, countOfItems(items.length, l10n)),
  });
}

/** Loads the changed lists again, also after a failure. @throws as `changeInBulk` does */
function change(
  content: DeploymentContent,
  order: readonly WorkspaceObject[],
  title: string,
  send: (chunk: WorkspaceObject[]) => Promise<readonly WorkspaceBulkFailure[]>,
): Promise<BulkResult> {
  return withProgress(title, (signal, progress) =>
    changeInBulk(order, send, {
      signal,
      onProgress: (sent) => progress(vscode.l10n.t('{0} of {1}', sent, order.length)),
    }),
  ).finally(() => content.reload([...new Set(order.map(({ type }) => type))]));
}

async function report(
  { app, show }: ContentContext,
  items: readonly BulkItem[],
  { done, failures }: BulkResult,
  texts: Record<'done' | 'failed', (count: number) => string>,
): Promise<void> {
  const { l10n } = vscode;
  if (failures.length === 0) return showStatus(texts.done(done.length));
  for (const { reason } of failures) offerSignIn(reason, app);
  const showDetails = l10n.t('Show Details');
  const title = texts.failed(failures.length);
  if ((await showError(title, showDetails)) !== showDetails) return;
  const explain = (failure: unknown) =>
    isCancellation(failure) ? l10n.t('You cancelled before it was sent.') : errorText(failure, l10n);
  await show(`${l10n.t('Failed items')}.txt`, failuresText(title, items, failures, l10n, explain));
}

async function open({ model }: ContentContext, rows: readonly ContentRow[]) {
  const { target } = rows[0]!;
  if (rows.some((row) => rowId(row.target) !== rowId(target))) throw severalDeployments();
  const content = await model.contentOf(target);
  return { content, changes: new ContentChanges(content.platform, target.deploymentId ?? '') };
}

function severalDeployments(): UserError {
  return new UserError(vscode.l10n.t('The items belong to several deployments.'), {
    action: vscode.l10n.t('Select items of one deployment.'),
  });
}
