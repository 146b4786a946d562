/** Reads a project's model from disk for the command line, and says of every file it cannot read why. Knows nothing of what the files mean. */

import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isModelSource } from '../session/modelFiles.ts';

export interface SourceText {
  /** POSIX path relative to the project folder. */
  path: string;
  text: string;
}

export interface UnreadSource {
  path: string;
  /** 0-based position of what cannot be read; the start where the whole file cannot. */
  line: number;
  character: number;
  message: string;
}

export interface ModelText {
  /** `cube.js` or `cube.py`, where there is one: not compiled, but problems of the whole project stand there. */
  projectFiles: SourceText[];
  /** Sources and `globals.py`, by path. */
  sources: SourceText[];
  unread: UnreadSource[];
}

/** `modelFolder` is relative to `projectFolder`, `.` for that folder itself. Folders of dependencies and hidden ones are left out. */
export async function readModel(projectFolder: string, modelFolder: string): Promise<ModelText> {
  const found: ModelText = { projectFiles: [], sources: [], unread: [] };
  for (const path of ['cube.js', 'cube.py']) {
    const text = await readFile(join(projectFolder, path), 'utf8').catch(() => undefined);
    if (text !== undefined) found.projectFiles.push({ path, text });
  }
  await readFolder(projectFolder, modelFolder, modelFolder, found);
  const projectFiles = new Set(found.projectFiles.map(({ path }) => path));
  found.sources = found.sources.filter(({ path }) => !projectFiles.has(path));
  found.sources.sort((a, b) => (a.path < b.path ? -1 : 1));
  found.unread.sort((a, b) => (a.path < b.path ? -1 : 1));
  return found;
}

async function readFolder(root: string, folder: string, modelFolder: string, found: ModelText): Promise<void> {
  const unread = (path: string, message: string) => found.unread.push({ path, line: 0, character: 0, message });
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch((failure: unknown) => {
    unread(folder, `This folder cannot be read: ${reasonOf(failure)}.`);
    return [];
  });
  for (const entry of entries) {
    if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
    const path = folder === '.' ? entry.name : `${folder}/${entry.name}`;
    const isSource = isModelSource(path, modelFolder);
    if (entry.isDirectory()) await readFolder(root, path, modelFolder, found);
    else if (entry.isSymbolicLink()) {
      const message = await sayLink(join(root, path), isSource);
      if (message) unread(path, message);
    } else if (entry.isFile() && isSource) {
      try {
        addText(path, await readFile(join(root, path)), found);
      } catch (failure) {
        unread(path, `This file cannot be read: ${reasonOf(failure)}.`);
      }
    }
  }
}

function addText(path: string, bytes: Uint8Array, found: ModelText): void {
  try {
    found.sources.push({ path, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) });
  } catch {
    // Up to the first replacement the two decoders agree.
    const lines = new TextDecoder('utf-8')
      .decode(bytes)
      .split('\ufffd', 1)[0]!
      .split(/\r\n|\r|\n/);
    const place = { line: lines.length - 1, character: lines.at(-1)!.length };
    found.unread.push({ path, ...place, message: 'This file is not valid UTF-8. Save it as UTF-8.' });
  }
}

/** What to say of a link that might have been meant as part of the model; undefined for one that has nothing to do with it. */
async function sayLink(path: string, isSource: boolean): Promise<string | undefined> {
  const put = 'Put a copy in its place.';
  try {
    const target = await stat(path);
    if (!isSource && !target.isDirectory()) return undefined;
    return `Symbolic links are not part of a data model: they do not travel to the platform. ${put}`;
  } catch (failure) {
    const { code } = failure as NodeJS.ErrnoException;
    if (code === 'ELOOP') return `This symbolic link leads back to itself. ${put}`;
    if (!isSource) return undefined;
    return code === 'ENOENT'
      ? 'This symbolic link leads nowhere. Remove it.'
      : `This symbolic link cannot be followed: ${reasonOf(failure)}.`;
  }
}

function reasonOf(failure: unknown): string {
  const { code, message } = failure as NodeJS.ErrnoException;
  if (code === 'EACCES' || code === 'EPERM') return 'permission denied';
  return code ?? message;
}
