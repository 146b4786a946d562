/** Deletes or moves many items of a workspace, a part at a time, so that it can be stopped and shows its progress. Spec: group F. */

import { CancelledError } from '../../base/errors.ts';
import type { WorkspaceBulkFailure, WorkspaceObject } from '../../contract/content/workspace.ts';

export interface BulkFailure {
  object: WorkspaceObject;
  /** The platform's text, or the failure of the whole request. */
  reason: unknown;
}

export interface BulkResult {
  done: WorkspaceObject[];
  failures: BulkFailure[];
}

interface BulkOptions {
  /** Takes effect between two requests, so that the result of each one is known. */
  signal?: AbortSignal | undefined;
  onProgress?: ((sent: number) => void) | undefined;
}

const chunkSize = 50;

/**
 * Sends the objects in order.
 * @param send one request; resolves with the items that stay as they are
 * @throws the failure of the first request; of a later one, it is the reason of every item that was left
 */
export async function changeInBulk(
  objects: readonly WorkspaceObject[],
  send: (chunk: WorkspaceObject[]) => Promise<readonly WorkspaceBulkFailure[]>,
  { signal, onProgress }: BulkOptions = {},
): Promise<BulkResult> {
  const result: BulkResult = { done: [], failures: [] };
  for (let sent = 0; sent < objects.length; sent += chunkSize) {
    const chunk = objects.slice(sent, sent + chunkSize);
    try {
      if (signal?.aborted) throw new CancelledError();
      const refused = new Map((await send(chunk)).map((failure) => [keyOf(failure), failure.error]));
      for (const object of chunk) {
        const reason = refused.get(keyOf(object));
        if (reason === undefined) result.done.push(object);
        else result.failures.push({ object, reason });
      }
      onProgress?.(Math.min(sent + chunkSize, objects.length));
    } catch (reason) {
      if (sent === 0) throw reason;
      result.failures.push(...objects.slice(sent).map((object) => ({ object, reason })));
      break;
    }
  }
  return result;
}

export function keyOf({ type, id }: { type: string; id: number | string }): string {
  return `${type} ${id}`;
}

/** The content of a folder comes before the folder, which would take it along. @param depthOf number of folders around a folder */
export function deletionOrder(
  objects: readonly WorkspaceObject[],
  depthOf: (folderId: number) => number,
): WorkspaceObject[] {
  const rank = ({ type, id }: WorkspaceObject) => (type === 'FOLDER' ? depthOf(id) : Number.MAX_SAFE_INTEGER);
  return objects.toSorted((a, b) => rank(b) - rank(a));
}
