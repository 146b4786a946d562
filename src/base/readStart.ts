/** Reads files of unknown size. */

import { open } from 'node:fs/promises';

/**
 * A file, or of a larger one a start of which the text has more than `characters` UTF-16 units: enough to see that it is too
 * large, without its memory. @throws as `open` does
 */
export async function readStart(file: string, characters: number): Promise<Buffer> {
  const handle = await open(file);
  try {
    // A unit of UTF-16 takes three bytes of UTF-8 at most.
    const most = 3 * (characters + 1);
    const { size } = await handle.stat();
    if (size <= most) return await handle.readFile();
    const start = Buffer.alloc(most);
    const { bytesRead } = await handle.read(start, 0, most, 0);
    return start.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
