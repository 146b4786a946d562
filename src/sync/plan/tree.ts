/** A tree of files as synchronisation sees it: paths and the hashes of their raw bytes. */

import * as crypto from 'node:crypto';

/** SHA-1 of a file's raw bytes, 40 lower-case hex digits: the platform's own hash (spec, group C, file-hashes). */
export type Hash = string;

/** POSIX path relative to the project root → hash of the raw bytes. */
export type Tree = ReadonlyMap<string, Hash>;

type HashAtOnce = (algorithm: string, bytes: Uint8Array, encoding: 'hex') => string;
/** Newer versions of Node hash a small file in a third of the time with this function. */
const { hash: hashAtOnce } = crypto as { hash?: HashAtOnce };

export function hashOf(bytes: Uint8Array): Hash {
  return hashAtOnce ? hashAtOnce('sha1', bytes, 'hex') : crypto.createHash('sha1').update(bytes).digest('hex');
}

/** The part of `tree` whose paths pass `keep`. */
export function filterTree(tree: Tree, keep: (path: string) => boolean): Map<string, Hash> {
  const kept = new Map<string, Hash>();
  for (const [path, hash] of tree) if (keep(path)) kept.set(path, hash);
  return kept;
}

/** `tree` with `changes` applied (`undefined`: the path is gone). Returns `tree` itself when there are no changes. */
export function changedTree(tree: Tree, changes: Iterable<readonly [string, Hash | undefined]>): Tree {
  let changed: Map<string, Hash> | undefined;
  for (const [path, hash] of changes) {
    changed ??= new Map(tree);
    if (hash === undefined) changed.delete(path);
    else changed.set(path, hash);
  }
  return changed ?? tree;
}
