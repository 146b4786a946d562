/**
 * Watches the model folder of a project, also one that does not exist yet. The file watchers of editors do for other files; on
 * Linux they miss all changes in folders that were created together with the folder above them.
 */

import { posix } from 'node:path';
import { Batch } from '../base/async.ts';
import { type Disposable, Lifetime } from '../base/lifetime.ts';
import type { ProjectModel } from '../model/project/projectModel.ts';
import { isHiddenFile, isInModelFolder } from '../model/source/modelSource.ts';
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
  project: ProjectModel,
  changed: (paths: readonly string[]) => void,
  failed: (failure: unknown) => void,
): Disposable {
  const { projectFolder, modelFolder } = project.folder;
  const lifetime = new Lifetime();
  const since = Date.now() - coarseMs;
  const model = posix.normalize(modelFolder);
  const isInModel = (path: string) => path === model || isInModelFolder(path, model);
  const paths = lifetime.add(new Batch<string>(changed, diskChangeDelayMs));
  lifetime.add(
    watchFolder({
      // The folder above, because the watcher does not follow one that it watches and that is deleted and created again.
      folder: projectFolder,
      isRelevant: (path) => (isInModel(path) ? !isHiddenFile(path, model) : model.startsWith(`${path}/`)),
      // What changes before the watcher knows all folders is among the first ones.
      reportsFirst: true,
      onChange: (changedAt, path) => {
        if (isInModel(path) && (changedAt === undefined || changedAt >= since)) paths.add(path || '.');
      },
      onReady: () => {
        project.deletedFiles().then(
          (files) => {
            if (!lifetime.disposed) for (const file of files) paths.add(file);
          },
          () => {},
        );
      },
      onFailure: (failure) => {
        paths.add(model);
        failed(failure);
      },
    }),
  );
  return lifetime;
}
