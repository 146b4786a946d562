/** Remembers hashes of files by how they look on the disk, so that a quiet folder is not read again. A hint, never a proof. */

import { join } from 'node:path';
import type { Disk, FileStat } from './disk.ts';
import { type Hash, hashOf } from './tree.ts';

interface Remembered {
  size: number;
  mtimeMs: number;
  ctimeMs: number;
  ino: number;
  hash: Hash;
  /** Whoever let the file in last: the same filter need not be asked again. */
  passed?: object;
}

/** A file touched this shortly before it was read may change again without looking different: clocks of disks are coarse. */
const racyMs = 100;

export class HashCache {
  readonly #disk: Disk;
  readonly #folder: string;
  readonly #newId: () => string;
  #files: Map<string, Remembered> | undefined;
  #changed = false;

  constructor(disk: Disk, folder: string, newId: () => string) {
    this.#disk = disk;
    this.#folder = folder;
    this.#newId = newId;
  }

  async load(): Promise<void> {
    if (this.#files) return;
    this.#files = new Map();
    const file = await this.#disk.read(this.#path());
    if (!file) return;
    const body = file.bytes.subarray(41);
    const checksum = Buffer.from(file.bytes.subarray(0, 40)).toString('latin1');
    if (hashOf(body) !== checksum) return;
    for (const [path, size, mtimeMs, ctimeMs, ino, hash] of JSON.parse(Buffer.from(body).toString('utf8')) as [
      string,
      number,
      number,
      number,
      number,
      Hash,
    ][]) {
      this.#files.set(path, { size, mtimeMs, ctimeMs, ino, hash });
    }
  }

  /** The hash of a file that looks as it did when it was read, and that `filter` takes: asks `filter` at most once. */
  get(path: string, stat: FileStat, filter: { includes(path: string): boolean }): Hash | undefined {
    const seen = this.#files?.get(path);
    const same =
      seen &&
      seen.size === stat.size &&
      seen.mtimeMs === stat.mtimeMs &&
      seen.ctimeMs === stat.ctimeMs &&
      seen.ino === stat.ino;
    if (!same) return undefined;
    if (seen.passed !== filter) {
      if (!filter.includes(path)) return undefined;
      seen.passed = filter;
    }
    return seen.hash;
  }

  /** `readAt`: the time before the file was read, in milliseconds since the epoch. */
  set(path: string, { size, mtimeMs, ctimeMs, ino }: FileStat, hash: Hash, readAt: number): void {
    if (Math.max(mtimeMs, ctimeMs) > readAt - racyMs) this.#files?.delete(path);
    else this.#files?.set(path, { size, mtimeMs, ctimeMs, ino, hash });
    this.#changed = true;
  }

  /** Writes the cache down if it changed; `present` are the paths that still exist. */
  async save(present: ReadonlyMap<string, unknown>): Promise<void> {
    if (!this.#files) return;
    // What is gone may stay a while: it is only ever asked for by name.
    if (!this.#changed && this.#files.size <= present.size) return;
    for (const path of this.#files.keys()) {
      if (present.has(path)) continue;
      this.#files.delete(path);
      this.#changed = true;
    }
    if (!this.#changed) return;
    this.#changed = false;
    const rows = Array.from(this.#files, ([path, { size, mtimeMs, ctimeMs, ino, hash }]) => {
      return [path, size, mtimeMs, ctimeMs, ino, hash];
    });
    const body = Buffer.from(JSON.stringify(rows));
    const temporary = `${this.#path()}-${this.#newId()}`;
    await this.#disk.makeFolder(this.#folder);
    await this.#disk.create(temporary, Buffer.concat([Buffer.from(`${hashOf(body)}\n`), body]), { sync: false });
    await this.#disk.rename(temporary, this.#path());
  }

  #path(): string {
    return join(this.#folder, 'hashes.json');
  }
}
