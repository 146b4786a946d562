/** The only reader of a project's files. It follows no symbolic links, and says why it could not read a file. */

import {
  closeSync,
  constants,
  type Dirent,
  fstatSync,
  openSync,
  readdirSync,
  readFile,
  readFileSync,
  type Stats,
} from 'node:fs';
import { lstat, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Slices, throwIfAborted } from '../../base/async.ts';
import { documentKind } from '../documents/documentKind.ts';
import { maximumLength, tooLargeMessage, unreadProblem } from '../source/limits.ts';
import {
  isGlobals,
  isHiddenFile,
  isInModelFolder,
  isModelSource,
  projectFiles,
  rulesFileName,
} from '../source/modelSource.ts';
import type { TextProblem } from '../source/problem.ts';
import { isProject, isSkippedFolder, type ProjectFolder } from './findProject.ts';

/** A file of a project; or a link or folder that is not read and may contain files of the project. */
export interface ProjectFile {
  what: 'file' | 'link' | 'folder';
  /** POSIX, relative to the project folder. */
  path: string;
  /** Empty if it is not known. Invalid bytes of a text that is not UTF-8 are replaced. */
  text: string;
  /** Why it is not read. */
  unread?: TextProblem;
}

/** The files at the top of a project that are not compiled. */
const topFiles: readonly string[] = [...projectFiles, rulesFileName];

/** The model: project files, the file of rules, sources and `globals.py`. The documents: queries and tests. */
export type ProjectPart = 'model' | 'documents';

/** How long reading may block the thread, in milliseconds. */
const sliceMs = 6;
/** Larger files are read asynchronously. */
const largeBytes = 256 * 1024;
const readLarge = promisify(readFile) as (file: number) => Promise<Buffer>;

/** Reading stops after this many files or folders: a larger project folder is the wrong one. */
const maximumFiles = 20_000;

/** The part of the project that a file belongs to by its name and place. */
export function partOf(path: string, modelFolder: string): ProjectPart | undefined {
  if (topFiles.includes(path)) return 'model';
  if (isInModelFolder(path, modelFolder)) {
    const isSource = isModelSource(path, modelFolder) || isGlobals(path);
    return isSource && !isHiddenFile(path, modelFolder) ? 'model' : undefined;
  }
  return documentKind(path, modelFolder) === undefined ? undefined : 'documents';
}

/** Yields all files of a part of the project. @throws CancelledError */
export async function* readProject(
  folder: ProjectFolder,
  part: ProjectPart,
  { signal, limit = maximumFiles }: { signal?: AbortSignal | undefined; limit?: number } = {},
): AsyncGenerator<ProjectFile> {
  if (part === 'model') for (const path of topFiles) yield* readProjectPath(folder, part, path);
  yield* readFolder(folder, part === 'model' ? folder.modelFolder : '.', { part, signal, limit });
}

/** Yields the file at `path`, or the files in the folder, that are of that part. Nothing if they do not exist. */
export async function* readProjectPath(
  folder: ProjectFolder,
  part: ProjectPart,
  path: string,
): AsyncGenerator<ProjectFile> {
  const { projectFolder, modelFolder } = folder;
  if (part === 'model' && `${modelFolder}/`.startsWith(`${path}/`)) {
    yield* readFolder(folder, modelFolder, { part, limit: maximumFiles });
    return;
  }
  if (!mayContain(path, part, modelFolder)) return;
  const names = path.split('/');
  const followed = part === 'model' && modelFolder !== '.' ? modelFolder.split('/').length : 0;
  for (let depth = followed + 1; depth < names.length; depth += 1) {
    // The link is the problem, not the files behind it.
    const parent = join(projectFolder, ...names.slice(0, depth));
    if (!(await lstat(parent).catch(() => undefined))?.isDirectory()) return;
    if (part === 'documents' && (await isProject(parent, modelFolder))) return;
  }
  const found = await lstat(join(projectFolder, path)).catch((failure) => (isMissing(failure) ? undefined : null));
  if (found === undefined) return;
  if (found?.isDirectory()) yield* readFolder(folder, path, { part, limit: maximumFiles });
  else if (found?.isSymbolicLink()) yield* readLink(folder, path, part);
  else if ((!found || found.isFile()) && partOf(path, modelFolder) === part) yield* readProjectFile(folder, path);
}

/** Whether files of that part may be at or below a path. */
function mayContain(path: string, part: ProjectPart, modelFolder: string): boolean {
  if (topFiles.includes(path)) return part === 'model';
  if (part === 'model') return isInModelFolder(path, modelFolder) && !isHiddenFile(path, modelFolder);
  const isModel = path === modelFolder || isInModelFolder(path, modelFolder);
  return !isModel && !path.split('/').some(isSkippedFolder);
}

interface Walk {
  part: ProjectPart;
  signal?: AbortSignal | undefined;
  limit: number;
}

async function* readFolder(folder: ProjectFolder, top: string, walk: Walk): AsyncGenerator<ProjectFile> {
  const { projectFolder, modelFolder } = folder;
  const { part, signal, limit } = walk;
  const waiting = [top];
  const slices = new Slices(sliceMs, signal);
  let count = 0;
  for (const current of waiting) {
    throwIfAborted(signal);
    await slices.next();
    // A project in this one has its own documents.
    if (part === 'documents' && current !== '.' && (await isProject(join(projectFolder, current), modelFolder)))
      continue;
    let entries: Dirent[];
    try {
      entries = readdirSync(join(projectFolder, current), { withFileTypes: true });
    } catch (failure) {
      if (!isMissing(failure) || hasUnknownBytes(current))
        yield unread('folder', current, unreadMessage('folder', failure));
      continue;
    }
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = current === '.' ? entry.name : `${current}/${entry.name}`;
      if (topFiles.includes(path)) continue;
      if (entry.isDirectory()) {
        if (mayContain(path, part, modelFolder)) waiting.push(path);
      } else if (entry.isSymbolicLink()) {
        if (mayContain(path, part, modelFolder)) yield* readLink(folder, path, part);
      } else if (entry.isFile() && partOf(path, modelFolder) === part) {
        count += 1;
        await slices.next();
        if (count <= limit) yield* readProjectFile(folder, path);
      }
      if (count <= limit && waiting.length <= limit) continue;
      yield unread('folder', part === 'model' ? modelFolder : '', tooManyMessage(part, limit));
      return;
    }
  }
}

/** Nothing if there is no such file. The caller knows that it is not a link. */
async function* readProjectFile({ projectFolder }: ProjectFolder, path: string): AsyncGenerator<ProjectFile> {
  try {
    yield decoded(path, await readBytes(join(projectFolder, path)));
  } catch (failure) {
    if (!isMissing(failure) || hasUnknownBytes(path)) yield unread('file', path, unreadMessage('file', failure));
  }
}

/** Undefined if the file is too large. A promise for each step takes ten times as long as a small file itself. */
async function readBytes(path: string): Promise<Uint8Array | undefined> {
  // What replaced the file since it was listed must not block the thread.
  const file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    const { size } = fstatSync(file);
    if (size > maximumLength) return undefined;
    const bytes: Buffer = size > largeBytes ? await readLarge(file) : readFileSync(file);
    return bytes.length <= maximumLength ? bytes : undefined;
  } finally {
    closeSync(file);
  }
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder('utf-8', { ignoreBOM: true });

function decoded(path: string, bytes: Uint8Array | undefined): ProjectFile {
  if (!bytes) return unread('file', path, tooLargeMessage);
  try {
    return { what: 'file', path, text: strict.decode(bytes) };
  } catch {
    const text = lenient.decode(bytes);
    // A valid replacement character in the text is as good a place as the first invalid byte.
    const start = text.indexOf('\ufffd');
    const message = 'This file is not valid UTF-8. Save it as UTF-8.';
    return { what: 'file', path, text, unread: unreadProblem(message, start) };
  }
}

/** Nothing for a link that cannot stand for a file of that part. */
async function* readLink(
  { projectFolder, modelFolder }: ProjectFolder,
  path: string,
  part: ProjectPart,
): AsyncGenerator<ProjectFile> {
  const isNamed = partOf(path, modelFolder) === part;
  const target = await stat(join(projectFolder, path)).catch((failure: NodeJS.ErrnoException) => failure);
  const isLoop = target instanceof Error && target.code === 'ELOOP';
  const isFolder = !(target instanceof Error) && target.isDirectory();
  // Documents are optional, so a linked folder outside of the model is not a problem.
  if (!isNamed && (part === 'documents' || !(isLoop || isFolder))) return;
  yield unread('link', path, linkMessage(target));
}

/** @param target what the link leads to, or why it cannot be followed */
function linkMessage(target: Stats | NodeJS.ErrnoException): string {
  const action = 'Replace it with a copy.';
  if (!(target instanceof Error)) {
    return `Symbolic links are not part of a data model, because they are not sent to the platform. ${action}`;
  }
  if (target.code === 'ELOOP') return `This symbolic link points to itself. ${action}`;
  return target.code === 'ENOENT'
    ? 'The target of this symbolic link does not exist. Remove the link.'
    : `This symbolic link cannot be followed: ${unreadReason(target)}.`;
}

function unread(what: ProjectFile['what'], path: string, message: string): ProjectFile {
  return { what, path, text: '', unread: unreadProblem(message) };
}

function tooManyMessage(part: ProjectPart, limit: number): string {
  const most = limit.toLocaleString('en-US');
  return part === 'model'
    ? `This folder has more than ${most} model files, so only ${most} of them are read, and what the others define is not known. Choose the folder that contains the model.`
    : `This folder has more than ${most} query and test documents or folders, so only a part of them is read.`;
}

function unreadMessage(what: 'file' | 'folder', failure: unknown): string {
  return `This ${what} cannot be read: ${unreadReason(failure)}.`;
}

function unreadReason(failure: unknown): string {
  const { code, message } = failure as NodeJS.ErrnoException;
  if (code === 'EACCES' || code === 'EPERM') return 'permission denied';
  if (code === 'ENOENT') return 'its name is not valid UTF-8';
  return code ?? message;
}

/** A listed name that is not UTF-8: no file can be opened by it. */
function hasUnknownBytes(path: string): boolean {
  return path.includes('\ufffd');
}

function isMissing(failure: unknown): boolean {
  return /^(ENOENT|ENOTDIR)$/.test((failure as NodeJS.ErrnoException).code ?? '');
}
