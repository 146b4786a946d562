/**
 * Watches the model folder of a project, also one that does not exist yet. The file watchers of editors do for other files; on
 * Linux they miss all changes in folders that were created together with the folder above them.
 */

import { join, posix } from 'node:path';
import { Batch } from '../base/async.ts';
import { type Disposable, Lifetime } from '../base/lifetime.ts';
import type { ProjectFolder } from '../model/project/findProject.ts';
import { isHidden } from '../model/project/readProject.ts';
import { watchFolder } from '../sync/local/watchFolder.ts';

/** Delay after the first change, in milliseconds. A git checkout changes many files in a row. */
export const diskChangeDelayMs = 300;
/** How far a disk's clock may be behind. */
const coarseMs = 100;

/**
 * Reports the files and folders (relative to the project folder, POSIX) that were created, changed or deleted since the call.
 * @param failed the watcher failed; the whole folder is reported, because changes may have been missed
 */
export function watchModel(
  { projectFolder, modelFolder }: ProjectFolder,
  changed: (paths: readonly string[]) => void,
  failed: (failure: unknown) => void,
): Disposable {
  const lifetime = new Lifetime();
  const since = Date.now() - coarseMs;
  const inProject = (path: string) => posix.join(modelFolder, path);
  const paths = lifetime.add(new Batch<string>(changed, diskChangeDelayMs));
  lifetime.add(
    watchFolder({
      folder: join(projectFolder, modelFolder),
      isRelevant: (path) => !isHidden(inProject(path), modelFolder),
      // What changes before the watcher knows all folders is among the first ones.
      reportsFirst: true,
      onChange: (changedAt, path) => {
        if (changedAt === undefined || changedAt >= since) paths.add(inProject(path));
      },
      onFailure: (failure) => {
        paths.add(modelFolder);
        failed(failure);
      },
    }),
  );
  return lifetime;
}
