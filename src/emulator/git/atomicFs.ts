/** The file system of the repositories. Each file appears whole or not at all, so that a killed process leaves no torn object. */

import { promises } from 'node:fs';
import { replaceFile } from '../../base/files/replaceFile.ts';

/** Passed to isomorphic-git as `fs`. */
export const atomicFs = {
  promises: {
    ...promises,
    writeFile: (path: string, content: Uint8Array | string) => replaceFile(path, content, { flush: false }),
  },
};
