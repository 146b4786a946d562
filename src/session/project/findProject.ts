/** Finds data model projects of folders that are not bound to a deployment. They are analysed, too. */

import { access } from 'node:fs/promises';
import path from 'node:path';
import { projectFiles } from '../../model/source/modelSource.ts';
import type { Binding } from '../binding.ts';

/**
 * The project that holds a file: the nearest folder up to the workspace folder with a `cube.js` or `cube.py`, or with
 * `cubes` or `views` in its model folder. Foreign YAML and JavaScript belong to none.
 */
export async function findProject(
  file: string,
  workspaceFolder: string,
  modelFolder: string,
): Promise<Binding | undefined> {
  for (let folder = path.dirname(file); isWithin(workspaceFolder, folder); folder = path.dirname(folder)) {
    if (!isWithin(path.join(folder, modelFolder), file)) {
      if (folder === workspaceFolder) break;
      continue;
    }
    if (await isProject(folder, modelFolder)) {
      return { connectionId: '', deploymentId: '', projectFolder: folder, modelFolder };
    }
    if (folder === workspaceFolder) break;
  }
  return undefined;
}

/** Whether a folder has a project file, or `cubes` or `views` in its model folder. */
export async function isProject(folder: string, modelFolder: string): Promise<boolean> {
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
