/** Several items of a workspace at once. Spec: group F, Errors 8. */

import type { WorkspaceBulkFailure, WorkspaceObject } from '../../../contract/content/workspace.ts';
import { requireFolder } from '../../content/folders.ts';
import { deleteItem, inDeletionOrder, moveItem } from '../../content/workspace.ts';
import { HttpFailure } from '../../records/httpFailure.ts';
import type { Handlers } from '../definition/handler.ts';

export const workspaceHandlers: Pick<Handlers, 'bulkDeleteWorkspace' | 'bulkMoveWorkspace'> = {
  bulkDeleteWorkspace: async ({ platform, deployment, caller, body }) => {
    const ordered = inDeletionOrder(platform, body.items);
    const result = performEach(ordered, (item) => deleteItem(platform, deployment, caller, item));
    await platform.save();
    return result;
  },

  bulkMoveWorkspace: async ({ platform, deployment, caller, body: { items, folderId } }) => {
    if (folderId !== null) requireFolder(platform, deployment, folderId);
    const result = performEach(items, (item) => moveItem(platform, deployment, caller, { ...item, folderId }));
    await platform.save();
    return result;
  },
};

/** An item that fails does not stop the others. */
function performEach(items: readonly WorkspaceObject[], perform: (item: WorkspaceObject) => void) {
  const succeeded: WorkspaceObject[] = [];
  const failures: WorkspaceBulkFailure[] = [];
  const different = new Map(items.map((item) => [`${item.type} ${item.id}`, item])).values();
  for (const item of different) {
    try {
      perform(item);
      succeeded.push(item);
    } catch (failure) {
      if (!(failure instanceof HttpFailure)) throw failure;
      failures.push({ ...item, error: failure.message });
    }
  }
  return { succeeded, failures };
}
