/** The tree of folders, from a list that may be incomplete. */

import type { Folder } from '../../contract/content/folders.ts';

/** The folders by the one that they are in. `null`: those at the top, and those whose parent is not loaded. */
export type FoldersByParent = ReadonlyMap<number | null, readonly Folder[]>;

export function foldersByParent(folders: readonly Folder[]): FoldersByParent {
  const known = new Set(folders.map(({ id }) => id));
  const byParent = new Map<number | null, Folder[]>();
  for (const folder of folders) {
    const parent = typeof folder.parentId === 'number' && known.has(folder.parentId) ? folder.parentId : null;
    const siblings = byParent.get(parent);
    if (siblings) siblings.push(folder);
    else byParent.set(parent, [folder]);
  }
  return byParent;
}

/** The folder and all folders below it. */
export function foldersBelow(folders: readonly Folder[], folderId: number): number[] {
  const byParent = foldersByParent(folders);
  const found = new Set([folderId]);
  // A set also visits what is added while it is read; a cycle ends.
  for (const id of found) for (const folder of byParent.get(id) ?? []) found.add(folder.id);
  return [...found];
}

/** Number of folders around a folder. */
export function depthOf(folders: readonly Folder[], folderId: number): number {
  const around = new Set<number>();
  const parentOf = (id: number) => folders.find((folder) => folder.id === id)?.parentId;
  for (let id = parentOf(folderId); typeof id === 'number' && !around.has(id); id = parentOf(id)) around.add(id);
  return around.size;
}

/** `Sales / Archive`; empty at the top. */
export function pathText({ folderPath }: Pick<Folder, 'folderPath'>): string {
  return (folderPath ?? []).map(({ name }) => name).join(' / ');
}
