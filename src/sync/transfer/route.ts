/** Selects the one call that carries a set of changes, so that the branch is never a mix of old and new. */

import type { PushEntry } from '../plan/planTypes.ts';
import type { Hash, Tree } from '../plan/tree.ts';
import type { Write } from '../remote/guard.ts';

/** Up to this many files, with up to this many bytes in total, go in one write of text; more go in an upload. */
const smallFiles = 8;
const smallBytes = 256 * 1024;

export interface ReadFile {
  bytes: Uint8Array;
  hash: Hash;
}

export type Route = 'put' | 'remove' | 'rename' | 'upload';

export function routeOf(entries: readonly PushEntry[], files: ReadonlyMap<string, ReadFile>): Route {
  const changes = new Set(entries.map(({ change }) => change));
  if (changes.size === 1 && changes.has('delete')) return 'remove';
  if (changes.size === 1 && changes.has('rename')) return 'rename';
  if (changes.has('delete') || changes.has('rename')) return 'upload';
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

/** The branch's tree after an upload: the listed files with the targets applied. */
export function manifestOf(listed: Tree, targets: ReadonlyMap<string, Hash | undefined>): Map<string, Hash> {
  const manifest = new Map(listed);
  for (const [path, hash] of targets) {
    if (hash === undefined) manifest.delete(path);
    else manifest.set(path, hash);
  }
  return manifest;
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
