/** Finds data model projects of folders that are not bound to a deployment. They are analysed, too. */

import { access } from 'node:fs/promises';
import path from 'node:path';
import type { Binding } from '../binding.ts';

const projectMarkers = ['cube.js', 'cube.py'];

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
    const candidates = [...projectMarkers, `${modelFolder}/cubes`, `${modelFolder}/views`];
    for (const candidate of candidates) {
      if (await exists(path.join(folder, candidate))) {
        return { connectionId: '', deploymentId: '', projectFolder: folder, modelFolder };
      }
    }
    if (folder === workspaceFolder) break;
  }
  return undefined;
}

function isWithin(folder: string, file: string): boolean {
  const relative = path.relative(folder, file);
  return relative === '' || (!relative.startsWith('..') && !path.isAbsolute(relative));
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
