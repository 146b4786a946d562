/** A file of JSON lines, each with its own checksum, that only ever grows: a crash can tear its last line and no other. */

import { hashOf } from '../plan/tree.ts';
import type { Disk } from './disk.ts';

function line(value: unknown): string {
  const json = JSON.stringify(value);
  return `${hashOf(Buffer.from(json)).slice(0, 8)} ${json}\n`;
}

export interface ReadLines<T> {
  values: T[];
  /** The last line is torn: it was being written when the process ended. */
  torn: boolean;
  /** A line before the last is damaged: nothing of the file can be trusted. */
  damaged: boolean;
}

export function parseLines<T>(bytes: Uint8Array): ReadLines<T> {
  const lines = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8').split('\n');
  const values: T[] = [];
  for (const [index, text] of lines.entries()) {
    const last = index === lines.length - 1;
    if (last && text === '') break;
    const json = text.slice(9);
    const sound = !last && text[8] === ' ' && hashOf(Buffer.from(json)).startsWith(text.slice(0, 8));
    if (sound) values.push(JSON.parse(json) as T);
    else return { values, torn: true, damaged: index < lines.length - 2 };
  }
  return { values, torn: false, damaged: false };
}

export async function appendLines(
  disk: Disk,
  path: string,
  values: readonly unknown[],
  options: { sync: boolean },
): Promise<void> {
  if (values.length > 0) await disk.append(path, Buffer.from(values.map(line).join('')), options);
}

/** Like `appendLines`, to be read by `readSoundLines`: a line torn before does not spoil this one. */
export function appendApart(disk: Disk, path: string, value: unknown, options: { sync: boolean }): Promise<void> {
  return disk.append(path, Buffer.from(`\n${line(value)}`), options);
}

/** Every sound line; a damaged one is left out. */
export async function readSoundLines<T>(disk: Disk, path: string): Promise<T[]> {
  const file = await disk.read(path);
  if (!file) return [];
  const values: T[] = [];
  for (const text of Buffer.from(file.bytes).toString('utf8').split('\n')) {
    const json = text.slice(9);
    if (json !== '' && hashOf(Buffer.from(json)).startsWith(text.slice(0, 8))) values.push(JSON.parse(json) as T);
  }
  return values;
}
