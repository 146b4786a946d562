/** Writes a file as a whole: a reader, and a crash, find the former content or the new one. */

import { randomUUID } from 'node:crypto';
import { realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder } from './makeFolder.ts';

/**
 * Creates its folder.
 * @param mode of the file; undefined: as it is
 * @param flush whether the content must be on disk before the former one is gone: then a power failure loses neither
 * @throws the error of the system
 */
export async function replaceFile(
  file: string,
  content: string | Uint8Array,
  { mode, flush = true }: { mode?: number; flush?: boolean } = {},
): Promise<void> {
  await makeFolder(path.dirname(file));
  const found = await stat(file).catch(() => undefined);
  // A device, a pipe or a folder cannot be replaced: the system says what can be written to it.
  if (found && !found.isFile()) return writeFile(file, content);
  const target = found ? await realpath(file) : file;
  const fresh = `${target}.${randomUUID().slice(0, 8)}.new`;
  try {
    await writeFile(fresh, content, { flag: 'wx', mode: mode ?? (found ? found.mode & 0o777 : 0o666), flush });
    await rename(fresh, target);
  } catch (failure) {
    await rm(fresh, { force: true });
    throw failure;
  }
}
