/** Reads the data model of a project from disk for the command line, with a reason for every file that cannot be read. */

import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readStart } from '../../base/readStart.ts';
import { maximumLength, tooLargeMessage } from '../../model/source/limits.ts';
import { isModelSource, projectFiles } from '../../model/source/modelSource.ts';
import { maximumModelFiles, tooManyFilesMessage, unreadMessage, unreadReason } from '../../session/modelFiles.ts';

interface SourceText {
  /** POSIX path relative to the project folder. */
  path: string;
  text: string;
}

export interface UnreadSource {
  path: string;
  /** 0-based position of the part that cannot be read; the start of the file if that is all of it. */
  line: number;
  character: number;
  message: string;
}

export interface ModelText {
  /** The `cube.js` or `cube.py` of the project. Not compiled; problems of the whole project are shown on it. */
  projectFiles: SourceText[];
  /** Sources and `globals.py`, sorted by path. */
  sources: SourceText[];
  unread: UnreadSource[];
}

/** `modelFolder` is relative to `projectFolder`, `.` for that folder itself. Skips hidden folders and `node_modules`, stops at `limit` sources. */
export async function readModel(
  projectFolder: string,
  modelFolder: string,
  limit = maximumModelFiles,
): Promise<ModelText> {
  const found: ModelText = { projectFiles: [], sources: [], unread: [] };
  for (const path of projectFiles) {
    const text = await readFile(join(projectFolder, path), 'utf8').catch(() => undefined);
    if (text !== undefined) found.projectFiles.push({ path, text });
  }
  await readFolder(projectFolder, modelFolder, modelFolder, limit, found);
  if (found.sources.length > limit) {
    found.sources.pop();
    found.unread.push({ path: modelFolder, line: 0, character: 0, message: tooManyFilesMessage(limit) });
  }
  found.sources = found.sources.filter(({ path }) => !projectFiles.includes(path));
  found.sources.sort((a, b) => (a.path < b.path ? -1 : 1));
  found.unread.sort((a, b) => (a.path < b.path ? -1 : 1));
  return found;
}

async function readFolder(
  root: string,
  folder: string,
  modelFolder: string,
  limit: number,
  found: ModelText,
): Promise<void> {
  const addUnread = (path: string, message: string) => found.unread.push({ path, line: 0, character: 0, message });
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch((failure: unknown) => {
    addUnread(folder, unreadMessage('folder', failure));
    return [];
  });
  for (const entry of entries) {
    if (found.sources.length > limit) return;
    if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
    const path = folder === '.' ? entry.name : `${folder}/${entry.name}`;
    const isSource = isModelSource(path, modelFolder);
    if (entry.isDirectory()) await readFolder(root, path, modelFolder, limit, found);
    else if (entry.isSymbolicLink()) {
      const message = await linkMessage(join(root, path), isSource);
      if (message) addUnread(path, message);
    } else if (entry.isFile() && isSource) {
      try {
        addText(path, await readStart(join(root, path), maximumLength), found);
      } catch (failure) {
        addUnread(path, unreadMessage('file', failure));
      }
    }
  }
}

function addText(path: string, bytes: Uint8Array, found: ModelText): void {
  if (bytes.length > maximumLength) {
    found.unread.push({ path, line: 0, character: 0, message: tooLargeMessage });
    return;
  }
  try {
    found.sources.push({ path, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) });
  } catch {
    // A lenient decoder puts a replacement character at the first invalid byte.
    const lines = new TextDecoder('utf-8')
      .decode(bytes)
      .split('\ufffd', 1)[0]!
      .split(/\r\n|\r|\n/);
    const position = { line: lines.length - 1, character: lines.at(-1)!.length };
    found.unread.push({ path, ...position, message: 'This file is not valid UTF-8. Save it as UTF-8.' });
  }
}

/** The problem of a symbolic link that may be meant as part of the model; undefined for other links. */
async function linkMessage(path: string, isSource: boolean): Promise<string | undefined> {
  const action = 'Replace it with a copy.';
  try {
    const target = await stat(path);
    if (!isSource && !target.isDirectory()) return undefined;
    return `Symbolic links are not part of a data model, because they are not sent to the platform. ${action}`;
  } catch (failure) {
    const { code } = failure as NodeJS.ErrnoException;
    if (code === 'ELOOP') return `This symbolic link points to itself. ${action}`;
    if (!isSource) return undefined;
    return code === 'ENOENT'
      ? 'The target of this symbolic link does not exist. Remove the link.'
      : `This symbolic link cannot be followed: ${unreadReason(failure)}.`;
  }
}
