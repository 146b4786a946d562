/** Divides a push into steps, and selects the one call that carries each step. */

import type { Hash } from '../../base/hash.ts';
import type { PushEntry } from '../plan/planTypes.ts';
import { foldersOf } from '../plan/tree.ts';
import type { Write } from '../remote/guard.ts';

/** Up to this many files, with up to this many bytes in total, go in one write of text; more go in an upload. */
const smallFiles = 8;
const smallBytes = 256 * 1024;

export interface ReadFile {
  bytes: Uint8Array;
  hash: Hash;
}

export type Route = 'put' | 'remove' | 'rename' | 'upload';

/**
 * An upload names the whole branch, and the platform refuses it when any other file has just changed. `inPieces` avoids it with steps
 * of a few files.
 *
 * The steps of a push, each of one route: contents first, so that a file that moved with changes is never missing, then renames
 * and deletions by name. Only a file in the place of a new folder, or the reverse, is deleted before them.
 */
export function pushSteps(entries: readonly PushEntry[], inPieces = false): PushEntry[][] {
  const written = new Set(entries.filter(({ change }) => change !== 'delete').map(({ path }) => path));
  const folders = new Set([...written].flatMap(foldersOf));
  const isInTheWay = (path: string) => folders.has(path) || foldersOf(path).some((folder) => written.has(folder));
  const clearing: PushEntry[] = [];
  const contents: PushEntry[] = [];
  const renames: PushEntry[] = [];
  const deletions: PushEntry[] = [];
  for (const entry of entries) {
    const { change, path, from, local } = entry;
    if (change === 'delete') (isInTheWay(path) ? clearing : deletions).push(entry);
    else if (from === undefined) contents.push(entry);
    else if (!isInTheWay(from)) renames.push(entry);
    else {
      clearing.push({ kind: 'push', change: 'delete', path: from, base: local, local: undefined, remote: local });
      const { from: _, ...added } = entry;
      contents.push({ ...added, change: 'add' });
    }
  }
  const contentSteps = inPieces ? piecesOf(contents) : [contents];
  return [clearing, ...contentSteps, renames, deletions].filter((step) => step.length > 0);
}

function piecesOf(entries: readonly PushEntry[]): PushEntry[][] {
  const count = Math.ceil(entries.length / smallFiles);
  return Array.from({ length: count }, (_, at) => entries.slice(at * smallFiles, (at + 1) * smallFiles));
}

/** The route of one step. */
export function routeOf([first]: readonly PushEntry[], files: ReadonlyMap<string, ReadFile>): Route {
  if (first?.change === 'delete') return 'remove';
  if (first?.change === 'rename') return 'rename';
  let bytes = 0;
  for (const file of files.values()) bytes += file.bytes.length;
  const small = files.size <= smallFiles && bytes < smallBytes;
  return small && [...files.values()].every((file) => textOf(file.bytes) !== undefined) ? 'put' : 'upload';
}

/** Whether the entries need an upload whatever their content is; known before any file is read. */
export function needsUpload(entries: readonly PushEntry[]): boolean {
  return entries.filter(({ change }) => change === 'add' || change === 'edit').length > smallFiles;
}

/** The text of UTF-8 bytes; undefined when the text would not give the same bytes back. */
function textOf(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
  return Buffer.compare(Buffer.from(text, 'utf8'), bytes) === 0 ? text : undefined;
}

/** The write of every route except an upload. */
export function directWrite(
  route: Exclude<Route, 'upload'>,
  entries: readonly PushEntry[],
  files: ReadonlyMap<string, ReadFile>,
): Write {
  if (route === 'remove') return { kind: 'remove', paths: entries.map(({ path }) => path) };
  if (route === 'rename')
    return { kind: 'rename', moves: entries.map(({ path, from }) => ({ path: from!, newPath: path })) };
  return { kind: 'put', files: entries.map(({ path }) => ({ path, content: textOf(files.get(path)!.bytes)! })) };
}

/** The version of every changed path after the write; undefined: no file. */
export function targetsOf(entries: readonly PushEntry[], files: ReadonlyMap<string, ReadFile>) {
  const targets = new Map<string, Hash | undefined>();
  for (const { path, from, change } of entries) {
    if (from !== undefined) targets.set(from, undefined);
    targets.set(path, change === 'delete' ? undefined : files.get(path)!.hash);
  }
  return targets;
}

/** The branch's version of every changed path in the plan. */
export function expectedOf(entries: readonly PushEntry[]): Map<string, Hash | undefined> {
  const expected = new Map<string, Hash | undefined>();
  for (const { path, from, remote, local } of entries) {
    expected.set(path, remote);
    // The content of a rename is unchanged, so the old path has the same hash.
    if (from !== undefined) expected.set(from, local);
  }
  return expected;
}
