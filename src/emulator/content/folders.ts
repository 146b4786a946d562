/** Folders of a workspace. Spec: group F. */

import type { LiveDeployment } from '../platform/liveDeployment.ts';
import type { Platform } from '../platform/platform.ts';
import type { FolderRecord } from '../records/embedRecord.ts';
import { HttpFailure } from '../records/httpFailure.ts';

export function foldersOf(platform: Platform, { record }: LiveDeployment): FolderRecord[] {
  return platform.record.embed.folders.filter(({ deploymentId }) => deploymentId === record.id);
}

/** @throws HttpFailure 404, also for a folder of another deployment */
export function requireFolder(platform: Platform, deployment: LiveDeployment, id: number): FolderRecord {
  const folder = foldersOf(platform, deployment).find((entry) => entry.id === id);
  if (!folder) throw new HttpFailure(404, `Folder ${id} not found`);
  return folder;
}

/** The folder with this id and those around it, outermost first. */
export function foldersAround({ record: { embed } }: Platform, id: number | null): FolderRecord[] {
  const path: FolderRecord[] = [];
  for (let next = id; next !== null; ) {
    const folder = embed.folders.find((entry) => entry.id === next);
    if (!folder) break;
    path.unshift(folder);
    next = folder.parentId;
  }
  return path;
}

/** As responses show it. */
export function folderPathOf(platform: Platform, id: number | null): { id: number; name: string }[] {
  return foldersAround(platform, id).map(({ id, name }) => ({ id, name }));
}
