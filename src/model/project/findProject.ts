/** Finds the data model projects of a folder. Those that are not bound to a deployment are analysed, too. */

import { access, readdir } from 'node:fs/promises';
import path from 'node:path';
import { throwIfAborted } from '../../base/async.ts';
import { projectFiles } from '../source/modelSource.ts';
import { isSkippedFolder, type ProjectFolder } from './readProject.ts';

/** The search stops after this many folders. `findProject` finds the projects behind them when one of their files opens. */
const maximumFolders = 20_000;

/**
 * The project that holds a file: the nearest folder up to the workspace folder with a `cube.js` or `cube.py`, or with
 * `cubes` or `views` in its model folder. Foreign YAML and JavaScript belong to none.
 */
export async function findProject(
  file: string,
  workspaceFolder: string,
  modelFolder: string,
): Promise<ProjectFolder | undefined> {
  for (let folder = path.dirname(file); isWithin(workspaceFolder, folder); folder = path.dirname(folder)) {
    if (!isWithin(path.join(folder, modelFolder), file)) {
      if (folder === workspaceFolder) break;
      continue;
    }
    if (await isProject(folder, modelFolder)) return { projectFolder: folder, modelFolder };
    if (folder === workspaceFolder) break;
  }
  return undefined;
}

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
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const below = path.join(folder, entry.name);
      const isSkipped = isSkippedFolder(entry.name) || (isFound && below === models);
      if (entry.isDirectory() && !isSkipped) waiting.push(below);
    }
  }
}

/** Whether a folder has a project file, or `cubes` or `views` in its model folder. */
async function isProject(folder: string, modelFolder: string): Promise<boolean> {
  for (const marker of [...projectFiles, `${modelFolder}/cubes`, `${modelFolder}/views`]) {
    if (await exists(path.join(folder, marker))) return true;
  }
  return false;
}

/** Whether an absolute path is a folder or something in it. */
export function isWithin(folder: string, file: string): boolean {
  const relative = path.relative(folder, file);
  return relative === '' || (!relative.startsWith('..') && !path.isAbsolute(relative));
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
