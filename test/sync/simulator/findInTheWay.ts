/** Finds the files that must go before a file can have its path. */

import { foldersOf } from '../../../src/sync/plan/tree.ts';

/** The files of `paths` in the place of a folder of `path`, and those in a folder in its place. */
export function findInTheWay(paths: Iterable<string>, path: string): string[] {
  const folders = foldersOf(path);
  return [...paths].filter((each) => folders.includes(each) || each.startsWith(`${path}/`));
}
