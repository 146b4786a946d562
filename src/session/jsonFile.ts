/** Files of the editor's storage that only their owner can read. */

import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Replaces the file as a whole, and creates its folder. @throws Error when the disk refuses */
export async function writeJson(file: string, value: unknown): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const fresh = `${file}.${process.pid}.new`;
  await writeFile(fresh, JSON.stringify(value), { mode: 0o600 });
  await rename(fresh, file);
}

/** Undefined if the file is missing or damaged. */
export async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    return undefined;
  }
}
