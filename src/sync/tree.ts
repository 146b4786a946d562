/** What a tree of files is to synchronisation: paths and the hashes of their raw bytes. Knows neither disk nor network. */

import { createHash } from 'node:crypto';

/** SHA-1 of a file's raw bytes, 40 lower-case hex digits: the platform's own hash (spec, group C, file-hashes). */
export type Hash = string;

/** POSIX path relative to the project root → hash of the raw bytes. */
export type Tree = ReadonlyMap<string, Hash>;

export function hashOf(bytes: Uint8Array): Hash {
  return createHash('sha1').update(bytes).digest('hex');
}

/** The part of `tree` whose paths pass `keep`. */
export function filterTree(tree: Tree, keep: (path: string) => boolean): Map<string, Hash> {
  const kept = new Map<string, Hash>();
  for (const [path, hash] of tree) if (keep(path)) kept.set(path, hash);
  return kept;
}
