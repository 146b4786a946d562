/** Creates a folder and those above it. */

import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';

/** Node's own `recursive` never ends below a folder that takes none, such as `/proc`. @throws the error of the system */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await makeOne(folder);
  } catch (failure) {
    const parent = path.dirname(folder);
    if ((failure as NodeJS.ErrnoException).code !== 'ENOENT' || parent === folder) throw failure;
    await makeFolder(parent);
    await makeOne(folder);
  }
}

/** Another process may create it, too. */
async function makeOne(folder: string): Promise<void> {
  try {
    await mkdir(folder);
  } catch (failure) {
    const found = await stat(folder).catch(() => undefined);
    if (!found?.isDirectory()) throw failure;
  }
}
