/** What derived values of a model are computed from: the names of definitions, the paths of files, and the two below. */

import type { IndexedFile } from './indexedFile.ts';

export const anyFile = ' files';
export const openFiles = ' open files';

/** What changes when a file is replaced, added or deleted. */
export function inputsOf(before: IndexedFile | undefined, after: IndexedFile | undefined): Set<string> {
  const inputs = new Set<string>();
  for (const file of [before, after]) {
    inputs.add(file?.path ?? anyFile);
    if (file?.isOpen) inputs.add(openFiles);
    for (const { name } of file?.definitions ?? []) inputs.add(name);
  }
  return inputs;
}
