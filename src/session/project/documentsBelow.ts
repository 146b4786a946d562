/** Finds the query and test documents of a project. */

import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { throwIfAborted } from '../../base/async.ts';
import { documentKind, maxDocuments } from '../../model/documents/documentKind.ts';
import { isSkippedFolder } from './projectsBelow.ts';

/** The search stops after this many folders. */
const maximumFolders = 2_000;

/** Paths relative to the project folder. Skips the model folder, hidden folders and packages. @throws CancelledError */
export async function documentsBelow(
  projectFolder: string,
  modelFolder: string,
  signal?: AbortSignal,
): Promise<string[]> {
  const waiting = [''];
  const found: string[] = [];
  for (let count = 0; count < Math.min(waiting.length, maximumFolders); count += 1) {
    throwIfAborted(signal);
    const folder = waiting[count]!;
    const entries = await readdir(path.join(projectFolder, folder), { withFileTypes: true }).catch(() => []);
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const below = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory() && below !== modelFolder && !isSkippedFolder(entry.name)) waiting.push(below);
      if (!entry.isFile() || documentKind(below, modelFolder) === undefined) continue;
      if (found.length >= maxDocuments) return found;
      found.push(below);
    }
  }
  return found;
}
