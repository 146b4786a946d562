/** Which call carries a set of changes: always one, so that the branch is old or new and never a mix. Pure. */

import type { PushEntry } from '../plan/planTypes.ts';
import type { Hash, Tree } from '../plan/tree.ts';
import type { Write } from '../remote/guard.ts';

/** Up to so many files, together up to so many bytes, go in one write of text; more go in an upload. */
export const smallFiles = 8;
export const smallBytes = 256 * 1024;

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

/** Whether no other call can carry the entries, whatever their files hold: known before any is read. */
export function needsUpload(entries: readonly PushEntry[]): boolean {
  return entries.filter(({ change }) => change === 'add' || change === 'edit').length > smallFiles;
}

/** The text of bytes that are exactly its UTF-8; undefined for anything that would not come back byte for byte. */
export function textOf(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
  return Buffer.compare(Buffer.from(text, 'utf8'), bytes) === 0 ? text : undefined;
}

/** The write of everything but an upload. */
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

/** Everything there is to be after an upload: what the branch has, without what goes, with what comes. */
export function manifestOf(listed: Tree, targets: ReadonlyMap<string, Hash | undefined>): Map<string, Hash> {
  const manifest = new Map(listed);
  for (const [path, hash] of targets) {
    if (hash === undefined) manifest.delete(path);
    else manifest.set(path, hash);
  }
  return manifest;
}

/** What every touched path is to be afterwards; undefined: no file. */
export function targetsOf(entries: readonly PushEntry[], files: ReadonlyMap<string, ReadFile>) {
  const targets = new Map<string, Hash | undefined>();
  for (const { path, from, change } of entries) {
    if (from !== undefined) targets.set(from, undefined);
    targets.set(path, change === 'delete' ? undefined : files.get(path)!.hash);
  }
  return targets;
}

/** What the plan saw on the branch at every touched path. */
export function expectedOf(entries: readonly PushEntry[]): Map<string, Hash | undefined> {
  const expected = new Map<string, Hash | undefined>();
  for (const { path, from, remote, local } of entries) {
    expected.set(path, remote);
    // A rename is of unchanged content: the old path still has it.
    if (from !== undefined) expected.set(from, local);
  }
  return expected;
}
