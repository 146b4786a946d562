/** What a project folder is, and the search for them. Those that are not bound to a deployment are analysed, too. */

import { open, readdir } from 'node:fs/promises';
import path from 'node:path';
import { throwIfAborted } from '../../base/async.ts';
import { projectFiles } from '../source/modelSource.ts';

export interface ProjectFolder {
  /** Absolute path. */
  projectFolder: string;
  /** Relative to the project folder, POSIX; `.` is the project folder itself. */
  modelFolder: string;
}

/** The search stops after this many folders. `findProject` finds the projects behind them when one of their files opens. */
const maximumFolders = 20_000;

/** How many sources of a model folder without `cubes` and `views` are read to learn whether they are those of a model. */
const maximumSources = 100;

/** How many folders in such a model folder are searched for sources. */
const maximumSourceFolders = 100;

/** How much of each source is read. */
const headBytes = 64 * 1024;

/** Folders of packages and build results. They contain no projects, and no documents of a project. */
const excluded = new Set(['node_modules', 'bower_components', 'dist', 'out', 'build', 'target', 'venv']);

export function isSkippedFolder(name: string): boolean {
  return name.startsWith('.') || excluded.has(name);
}

/**
 * The project that holds a file: the nearest project folder up to the workspace folder. Foreign YAML and JavaScript
 * belong to none.
 */
export async function findProject(
  file: string,
  workspaceFolder: string,
  modelFolder: string,
): Promise<ProjectFolder | undefined> {
  let found: string | undefined;
  for (let folder = path.dirname(file); isWithin(workspaceFolder, folder); folder = path.dirname(folder)) {
    const models = path.join(folder, modelFolder);
    // A model contains no project, so that an outer project can have the file after all.
    const isCandidate = found === undefined || isWithin(models, found);
    if (isCandidate && isWithin(models, file) && (await isProject(folder, modelFolder))) found = folder;
    if (folder === path.dirname(folder)) break;
  }
  return found === undefined ? undefined : { projectFolder: found, modelFolder };
}

/** Yields the absolute paths of project folders in and below `top`, the nearest first. @throws CancelledError */
export async function* projectsBelow(top: string, modelFolder: string, signal?: AbortSignal): AsyncGenerator<string> {
  const waiting = [top];
  for (let count = 0; count < Math.min(waiting.length, maximumFolders); count += 1) {
    throwIfAborted(signal);
    const folder = waiting[count]!;
    const models = path.join(folder, modelFolder);
    const isFound = await isProject(folder, modelFolder);
    if (isFound) yield folder;
    for (const entry of await entriesOf(folder)) {
      const below = path.join(folder, entry.name);
      const isSkipped = isSkippedFolder(entry.name) || (isFound && isWithin(models, below));
      if (entry.isDirectory() && !isSkipped) waiting.push(below);
    }
  }
}

/**
 * Whether a folder is a project: it has `cube.js` or `cube.py`, its model folder has a folder `cubes` or `views`, or a
 * source in its model folder defines cubes or views.
 */
export async function isProject(folder: string, modelFolder: string): Promise<boolean> {
  const names = (await entriesOf(folder)).map(({ name }) => name);
  if (projectFiles.some((name) => names.includes(name))) return true;
  if (modelFolder !== '.' && !names.includes(modelFolder.split('/')[0]!)) return false;
  return isModel(path.join(folder, modelFolder), modelFolder === '.' ? 1 : maximumSourceFolders);
}

async function isModel(models: string, folderLimit: number): Promise<boolean> {
  const waiting = [models];
  let read = 0;
  for (let count = 0; count < Math.min(waiting.length, folderLimit); count += 1) {
    const folder = waiting[count]!;
    const entries = await entriesOf(folder);
    if (count === 0 && entries.some(({ name }) => name === 'cubes' || name === 'views')) return true;
    for (const entry of entries) {
      if (entry.isDirectory() && !isSkippedFolder(entry.name)) waiting.push(path.join(folder, entry.name));
      if (!entry.isFile() || definitions(entry.name) === undefined) continue;
      if (read >= maximumSources) return false;
      read += 1;
      if (definitions(entry.name)!.test(await headOf(path.join(folder, entry.name)))) return true;
    }
  }
  return false;
}

/** What the text of a file of this name contains if it defines cubes or views; undefined for a file that is not a source. */
function definitions(name: string): RegExp | undefined {
  if (/\.(ya?ml|jinja)$/.test(name)) return /^(?:cubes|views)[ \t]*:/m;
  return name.endsWith('.js') ? /^(?:cube|view)\s*\(\s*([`'"])\w+\1\s*,\s*\{/m : undefined;
}

/** The first part of a text; nothing of a file that cannot be read. */
async function headOf(file: string): Promise<string> {
  const handle = await open(file).catch(() => undefined);
  try {
    const { buffer, bytesRead } = (await handle?.read({ buffer: Buffer.alloc(headBytes) })) ?? {};
    return buffer?.toString('utf8', 0, bytesRead) ?? '';
  } catch {
    return '';
  } finally {
    await handle?.close();
  }
}

/** Sorted by name; nothing of a folder that cannot be read. */
async function entriesOf(folder: string) {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Whether an absolute path is a folder or something in it. */
export function isWithin(folder: string, file: string): boolean {
  const relative = path.relative(folder, file);
  return relative === '' || (!relative.startsWith('..') && !path.isAbsolute(relative));
}
