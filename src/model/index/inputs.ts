/** What derived values of a model are computed from: the names of definitions, the paths of files, and the two below. */

import type { IndexedFile } from './indexedFile.ts';

export const anyFile = ' files';
export const openFiles = ' open files';

/** What changes when a file is replaced, added or deleted. */
export function* inputsOf(before: IndexedFile | undefined, after: IndexedFile | undefined): Generator<string> {
  for (const file of [before, after]) {
    yield file?.path ?? anyFile;
    if (file?.isOpen) yield openFiles;
    for (const { name } of file?.definitions ?? []) yield name;
  }
}
