/** An append-only file of JSON lines with checksums: a crash can tear only its last line. */

import type { Disk } from '../../base/disk.ts';
import { hashOf } from '../../base/hash.ts';

function line(value: unknown): string {
  const json = JSON.stringify(value);
  return `${hashOf(Buffer.from(json)).slice(0, 8)} ${json}\n`;
}

interface ReadLines<T> {
  values: T[];
  /** The last line is incomplete: the process ended while writing it. */
  torn: boolean;
  /** A line before the last one is damaged: the file cannot be trusted. */
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

/** Like `appendLines`, for `readSoundLines`: an incomplete line before this one does not damage it. */
export function appendApart(disk: Disk, path: string, value: unknown, options: { sync: boolean }): Promise<void> {
  return disk.append(path, Buffer.from(`\n${line(value)}`), options);
}

/** Every line with a correct checksum; skips damaged lines. */
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
