/** Reads the model sources of a project from disk, without following links out of the folder. */

import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { throwIfAborted } from '../base/async.ts';
import { readStart } from '../base/readStart.ts';
import { maximumLength } from '../model/source/limits.ts';
import { isInModelFolder, isModelSource, projectFiles } from '../model/source/modelSource.ts';

/** Reading stops after this many files: a larger folder is not a data model. */
export const maximumModelFiles = 20_000;

/** The problem of a model folder with more files. */
export function tooManyFilesMessage(limit: number): string {
  const most = limit.toLocaleString('en-US');
  return `This folder has more than ${most} model files, so only ${most} of them are read, and what the others define is not known. Choose the folder that contains the model.`;
}

/** Whether the model index contains a file: a source or a project file. */
export function isIndexed(file: string, modelFolder: string): boolean {
  return projectFiles.includes(file) || isModelSource(file, modelFolder);
}

/** The text of a file by its absolute path; undefined if there is no such file. A text that is too large for a source is cut, and still too large. */
export async function readText(file: string): Promise<string | undefined> {
  try {
    return (await readStart(file, maximumLength)).toString();
  } catch (failure) {
    if (/^(ENOENT|ENOTDIR|EISDIR)$/.test((failure as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw failure;
  }
}

interface ModelSource {
  /** POSIX path relative to the project folder. */
  path: string;
  text: string;
  /** Why the file, or the folder at this path, cannot be read. */
  unread?: string;
}

/** Yields the project files and the sources below the model folder, up to `limit`; skips missing files. @throws CancelledError */
export async function* readModelFiles(
  projectFolder: string,
  modelFolder: string,
  signal?: AbortSignal,
  limit = maximumModelFiles,
): AsyncGenerator<ModelSource> {
  for (const file of projectFiles) {
    const text = await readFile(path.join(projectFolder, file), 'utf8').catch(() => undefined);
    if (text !== undefined) yield { path: file, text };
  }
  for await (const { path: file, unread } of sourcesBelow(projectFolder, modelFolder, modelFolder, limit, signal)) {
    if (unread !== undefined) yield { path: file, text: '', unread };
    else {
      const source = await readSource(projectFolder, file);
      if (source) yield source;
    }
  }
}

/** Undefined for a file that does not exist. */
async function readSource(projectFolder: string, file: string): Promise<ModelSource | undefined> {
  try {
    return { path: file, text: (await readStart(path.join(projectFolder, file), maximumLength)).toString() };
  } catch (failure) {
    return isMissing(failure) ? undefined : { path: file, text: '', unread: unreadMessage('file', failure) };
  }
}

/** The message of the problem on a file or folder that cannot be read. */
export function unreadMessage(what: 'file' | 'folder', failure: unknown): string {
  return `This ${what} cannot be read: ${unreadReason(failure)}.`;
}

export function unreadReason(failure: unknown): string {
  const { code, message } = failure as NodeJS.ErrnoException;
  if (code === 'EACCES' || code === 'EPERM') return 'permission denied';
  return code ?? message;
}

export function isMissing(failure: unknown): boolean {
  return /^(ENOENT|ENOTDIR)$/.test((failure as NodeJS.ErrnoException).code ?? '');
}

/** The sources on disk below `folder` (relative to the project folder); empty when it is not a folder with sources. */
export async function modelFilesBelow(projectFolder: string, modelFolder: string, folder: string): Promise<string[]> {
  const containsModel = modelFolder.startsWith(`${folder}/`);
  if (!containsModel && folder !== modelFolder && !isInModelFolder(folder, modelFolder)) return [];
  if (folder.split('/').some(isSkipped)) return [];
  const found: string[] = [];
  const sources = sourcesBelow(projectFolder, modelFolder, containsModel ? modelFolder : folder, maximumModelFiles);
  for await (const { path: file, unread } of sources) if (unread === undefined) found.push(file);
  return found;
}

/** Hidden folders and installed packages are not part of a model. */
function isSkipped(name: string): boolean {
  return name.startsWith('.') || name === 'node_modules';
}

async function* sourcesBelow(
  projectFolder: string,
  modelFolder: string,
  top: string,
  limit: number,
  signal?: AbortSignal,
): AsyncGenerator<Omit<ModelSource, 'text'>> {
  const waiting = [top];
  let count = 0;
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    throwIfAborted(signal);
    let entries: import('node:fs').Dirent[];
    try {
      entries = await readdir(path.join(projectFolder, folder), { withFileTypes: true });
    } catch (failure) {
      if (!isMissing(failure)) yield { path: folder, unread: unreadMessage('folder', failure) };
      continue;
    }
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (isSkipped(entry.name)) continue;
      const file = folder === '.' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) waiting.push(file);
      else if (entry.isFile() && isModelSource(file, modelFolder)) {
        if (++count > limit) {
          yield { path: modelFolder, unread: tooManyFilesMessage(limit) };
          return;
        }
        yield { path: file };
      }
    }
  }
}
