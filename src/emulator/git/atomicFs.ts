/** The file system of the repositories. Each file appears whole or not at all, so that a killed process leaves no torn object. */

import { promises } from 'node:fs';
import writeFileAtomic from 'write-file-atomic';

/** Passed to isomorphic-git as `fs`. */
export const atomicFs = {
  promises: {
    ...promises,
    writeFile: (path: string, content: Uint8Array | string) =>
      writeFileAtomic(path, typeof content === 'string' ? content : Buffer.from(content), { fsync: false }),
  },
};
