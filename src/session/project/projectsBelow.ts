/** Searches a folder for data model projects. */

import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { throwIfAborted } from '../../base/async.ts';
import { isSkippedFolder } from '../../model/project/readProject.ts';
import { isProject } from './findProject.ts';

/** The search stops after this many folders. `findProject` finds the projects behind them when one of their files opens. */
const maximumFolders = 20_000;

/** Yields the absolute paths of project folders in and below `top`, the nearest first. @throws CancelledError */
export async function* projectsBelow(top: string, modelFolder: string, signal?: AbortSignal): AsyncGenerator<string> {
  const waiting = [top];
  for (let count = 0; count < Math.min(waiting.length, maximumFolders); count += 1) {
    throwIfAborted(signal);
    const folder = waiting[count]!;
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    const models = path.join(folder, modelFolder);
    const isFound = await isProject(folder, modelFolder);
    if (isFound) yield folder;
    for (const entry of entries) {
      const below = path.join(folder, entry.name);
      const isSkipped = isSkippedFolder(entry.name) || (isFound && below === models);
      if (entry.isDirectory() && !isSkipped) waiting.push(below);
    }
  }
}
