/** The model folder of a project, which a command can name. */

import { stat } from 'node:fs/promises';
import { posix, resolve } from 'node:path';
import { UserError } from '../../base/errors.ts';
import { isProject } from '../../model/project/findProject.ts';
import { requireProject } from './requireProject.ts';

/** Relative to the project, which can be the model folder itself. @throws UserError */
export async function modelFolderOf(projectFolder: string, requested?: string): Promise<string> {
  await requireFolder(projectFolder);
  if (requested !== undefined) return requestedFolder(projectFolder, requested);
  if (!(await isProject(projectFolder, '.'))) await requireProject(projectFolder, 'model');
  return (await isFolder(resolve(projectFolder, 'model'))) ? 'model' : '.';
}

/** @throws UserError */
export async function requireFolder(folder: string): Promise<void> {
  if (!(await isFolder(folder))) throw new UserError(`There is no folder ${folder}.`);
}

async function requestedFolder(projectFolder: string, requested: string): Promise<string> {
  const folder = posix.normalize(requested.replaceAll('\\', '/')).replace(/\/+$/, '');
  if (folder === '' || folder.startsWith('/') || /^[a-z]:/i.test(folder) || folder.split('/').includes('..')) {
    throw new UserError(`--model-folder must be a path inside the project, not “${requested}”.`);
  }
  if (await isFolder(resolve(projectFolder, folder))) return folder;
  throw new UserError(`There is no folder ${folder} in ${projectFolder}.`);
}

export function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
