/** A tree of files as synchronisation sees it: paths and the hashes of their raw bytes. */

import type { Hash } from '../../base/hash.ts';

/** POSIX path relative to the project root → hash of the raw bytes. */
export type Tree = ReadonlyMap<string, Hash>;

/** The folders of a path, outermost first. */
export function foldersOf(path: string): string[] {
  const folders: string[] = [];
  for (let end = path.indexOf('/'); end >= 0; end = path.indexOf('/', end + 1)) folders.push(path.slice(0, end));
  return folders;
}

/** The part of `tree` whose paths pass `keep`. */
export function filterTree(tree: Tree, keep: (path: string) => boolean): Map<string, Hash> {
  const kept = new Map<string, Hash>();
  for (const [path, fileHash] of tree) if (keep(path)) kept.set(path, fileHash);
  return kept;
}

/** `tree` with `changes` applied (`undefined`: the path is gone). Returns `tree` itself when there are no changes. */
export function changedTree(tree: Tree, changes: Iterable<readonly [string, Hash | undefined]>): Tree {
  let changed: Map<string, Hash> | undefined;
  for (const [path, fileHash] of changes) {
    changed ??= new Map(tree);
    if (fileHash === undefined) changed.delete(path);
    else changed.set(path, fileHash);
  }
  return changed ?? tree;
}
