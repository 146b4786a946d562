/** The folders of a model: their colors, and which of them are shown as one box. */

import type { MapGraph } from '../../contract/messages/mapChannel.ts';

export interface FolderInfo {
  folder: string;
  tint: number;
  cubes: number;
  views: number;
}

const tints = 8;

/** A model with more cubes and views starts with its folders. */
const maxOpenNodes = 80;

/** Sorted by name, so that a folder keeps its color. */
export function foldersOf({ nodes }: MapGraph): FolderInfo[] {
  const found = new Map<string, FolderInfo>();
  for (const { folder, kind } of nodes) {
    const info = found.get(folder) ?? { folder, tint: 0, cubes: 0, views: 0 };
    info[kind === 'view' ? 'views' : 'cubes'] += 1;
    found.set(folder, info);
  }
  const sorted = [...found.values()].sort((a, b) => (a.folder < b.folder ? -1 : 1));
  return sorted.map((info, at) => ({ ...info, tint: at % tints }));
}

/** The folders to collapse if the user has chosen none: the largest ones, until the rest fits. */
export function collapsedAtFirst(folders: readonly FolderInfo[]): string[] {
  const size = ({ cubes, views }: FolderInfo) => cubes + views;
  let open = folders.reduce((sum, one) => sum + size(one), 0);
  const collapsed: string[] = [];
  for (const one of [...folders].sort((a, b) => size(b) - size(a))) {
    if (open <= maxOpenNodes) break;
    open -= size(one);
    collapsed.push(one.folder);
  }
  return collapsed;
}
