/** The file system the repositories live on: every file appears whole or not at all, so that a kill leaves no torn object. */

import { randomBytes } from 'node:crypto';
import { promises } from 'node:fs';

const { rename, rm, writeFile } = promises;

/** Writes beside the target and renames over it. With `durable` the bytes are on disk before the rename. */
export async function writeFileAtomically(
  path: string,
  content: Uint8Array | string,
  { durable = false, mode }: { durable?: boolean; mode?: number } = {},
): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    await writeFile(draft, content, { flush: durable, ...(mode === undefined ? {} : { mode }) });
    await rename(draft, path);
  } catch (failure) {
    await rm(draft, { force: true });
    throw failure;
  }
}

/** What the git library is given as `fs`. */
export const atomicFs = {
  promises: {
    ...promises,
    writeFile: (path: string, content: Uint8Array | string) => writeFileAtomically(path, content),
  },
};
