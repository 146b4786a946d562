/** Files of the editor's storage that only their owner can read. */

import { readFile } from 'node:fs/promises';
import { replaceFile } from '../base/files/replaceFile.ts';

/** Replaces the file as a whole, and creates its folder. @throws Error when the disk refuses */
export function writeJson(file: string, value: unknown): Promise<void> {
  return replaceFile(file, JSON.stringify(value), { mode: 0o600 });
}

/** Undefined if the file is missing or damaged. */
export async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    return undefined;
  }
}
