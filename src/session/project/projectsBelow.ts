/** Searches a folder for data model projects. */

import { access, readdir } from 'node:fs/promises';
import path from 'node:path';
import { throwIfAborted } from '../../base/async.ts';
import { projectFiles } from '../../model/source/modelSource.ts';

/** Folders of packages and build results, besides hidden ones. */
const excluded = new Set(['node_modules', 'bower_components', 'dist', 'out', 'build', 'target', 'venv']);
/** The search stops after this many folders. `findProject` finds the projects behind them when one of their files opens. */
const maximumFolders = 20_000;

/** Yields the absolute paths of project folders in and below `top`, the nearest first. @throws CancelledError */
export async function* projectsBelow(top: string, modelFolder: string, signal?: AbortSignal): AsyncGenerator<string> {
  const waiting = [top];
  for (let count = 0; count < Math.min(waiting.length, maximumFolders); count += 1) {
    throwIfAborted(signal);
    const folder = waiting[count]!;
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    const hasMarker = entries.some((entry) => entry.isFile() && projectFiles.includes(entry.name));
    const models = path.join(folder, modelFolder);
    const isProject =
      hasMarker || (await exists(path.join(models, 'cubes'))) || (await exists(path.join(models, 'views')));
    if (isProject) yield folder;
    for (const entry of entries) {
      const below = path.join(folder, entry.name);
      const isSkipped = entry.name.startsWith('.') || excluded.has(entry.name) || (isProject && below === models);
      if (entry.isDirectory() && !isSkipped) waiting.push(below);
    }
  }
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
