/** Reads the model sources of a project from disk: bounded, without following links out of the folder. */

import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { throwIfAborted } from '../base/async.ts';

/** More files than this are not a data model; reading stops there. */
export const maximumModelFiles = 20_000;

const sourceExtensions = new Set(['.yml', '.yaml', '.js', '.jinja']);

/** Whether a path relative to the project folder is a source the platform compiles. Notes: “Model sources”. */
export function isModelSource(file: string, modelFolder: string): boolean {
  if (!isInModelFolder(file, modelFolder)) return false;
  return sourceExtensions.has(path.posix.extname(file).toLowerCase()) || file === joinModel(modelFolder, 'globals.py');
}

/** Whether the index takes a file: a model source, or the project's own file. */
export function isRead(file: string, modelFolder: string): boolean {
  return projectFiles.includes(file) || isModelSource(file, modelFolder);
}

export interface ModelSource {
  /** POSIX path relative to the project folder. */
  path: string;
  text: string;
}

/** The project's own file, on which problems of the project as a whole stand. */
export const projectFiles = ['cube.js', 'cube.py'];

/** Yields the project's own file and every source below its model folder; what is missing yields nothing. @throws CancelledError */
export async function* readModelFiles(
  projectFolder: string,
  modelFolder: string,
  signal?: AbortSignal,
): AsyncGenerator<ModelSource> {
  for (const file of projectFiles) {
    const text = await readFile(path.join(projectFolder, file), 'utf8').catch(() => undefined);
    if (text !== undefined) yield { path: file, text };
  }
  for await (const file of sourcesBelow(projectFolder, modelFolder, modelFolder, signal)) {
    yield { path: file, text: await readFile(path.join(projectFolder, file), 'utf8') };
  }
}

/** The sources on disk below `folder` (relative to the project folder); none where that is no folder with a model in it. */
export async function modelFilesBelow(projectFolder: string, modelFolder: string, folder: string): Promise<string[]> {
  const holdsModel = modelFolder.startsWith(`${folder}/`);
  if (!holdsModel && folder !== modelFolder && !isInModelFolder(folder, modelFolder)) return [];
  if (folder.split('/').some(isSkipped)) return [];
  const found: string[] = [];
  for await (const file of sourcesBelow(projectFolder, modelFolder, holdsModel ? modelFolder : folder)) {
    found.push(file);
  }
  return found;
}

/** Hidden folders and installed packages are no part of a model. */
function isSkipped(name: string): boolean {
  return name.startsWith('.') || name === 'node_modules';
}

async function* sourcesBelow(
  projectFolder: string,
  modelFolder: string,
  top: string,
  signal?: AbortSignal,
): AsyncGenerator<string> {
  const waiting = [top];
  let count = 0;
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    throwIfAborted(signal);
    let entries: import('node:fs').Dirent[];
    try {
      entries = await readdir(path.join(projectFolder, folder), { withFileTypes: true });
    } catch (failure) {
      if (/^(ENOENT|ENOTDIR)$/.test((failure as NodeJS.ErrnoException).code ?? '')) continue;
      throw failure;
    }
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (isSkipped(entry.name)) continue;
      const file = folder === '.' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) waiting.push(file);
      else if (entry.isFile() && isModelSource(file, modelFolder)) {
        if (++count > maximumModelFiles) return;
        yield file;
      }
    }
  }
}

function isInModelFolder(file: string, modelFolder: string): boolean {
  return modelFolder === '.' || file.startsWith(`${modelFolder}/`);
}

function joinModel(modelFolder: string, name: string): string {
  return modelFolder === '.' ? name : `${modelFolder}/${name}`;
}
