/** Remembers hashes of files by how they look on the disk, so that a quiet folder is not read again. A hint, never a proof. */

import { join } from 'node:path';
import type { Disk, FileStat, NamedStat } from '../disk/disk.ts';
import { type Hash, hashOf } from '../plan/tree.ts';

export interface Remembered {
  /** Relative to the project root. */
  path: string;
  size: number;
  mtimeMs: number;
  ctimeMs: number;
  ino: number;
  hash: Hash;
  /** Whoever let the file in last: the same filter need not be asked again. */
  passed?: object;
  /** The last tree it was put into. */
  tree?: object;
}

/** What is remembered of one folder, by the name of the file: the path need not be put together to find it. */
export type RememberedFolder = ReadonlyMap<string, Remembered>;

/** A file touched this shortly before it was read may change again without looking different: clocks of disks are coarse. */
const racyMs = 100;

export class HashCache {
  readonly #disk: Disk;
  readonly #folder: string;
  readonly #newId: () => string;
  #folders: Map<string, Map<string, Remembered>> | undefined;
  #size = 0;
  #changed = false;

  constructor(disk: Disk, folder: string, newId: () => string) {
    this.#disk = disk;
    this.#folder = folder;
    this.#newId = newId;
  }

  async load(): Promise<void> {
    if (this.#folders) return;
    this.#folders = new Map();
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
      this.#remember({ path, size, mtimeMs, ctimeMs, ino, hash });
    }
  }

  /** What is remembered of the files right in `folder`; empty for the project root. */
  folder(folder: string): RememberedFolder | undefined {
    return this.#folders?.get(folder);
  }

  /** A file that looks as it did when it was read, and that `filter` takes: asks `filter` at most once. */
  get(folder: RememberedFolder | undefined, stat: NamedStat, filter: Filtering): Remembered | undefined {
    const seen = folder?.get(stat.name);
    const same =
      seen &&
      seen.size === stat.size &&
      seen.mtimeMs === stat.mtimeMs &&
      seen.ctimeMs === stat.ctimeMs &&
      seen.ino === stat.ino;
    if (!same) return undefined;
    if (seen.passed !== filter) {
      if (!filter.includes(seen.path)) return undefined;
      seen.passed = filter;
    }
    return seen;
  }

  /** `readAt`: the time before the file was read, in milliseconds since the epoch. */
  set(path: string, { size, mtimeMs, ctimeMs, ino }: FileStat, hash: Hash, readAt: number): void {
    if (Math.max(mtimeMs, ctimeMs) <= readAt - racyMs) this.#remember({ path, size, mtimeMs, ctimeMs, ino, hash });
    else if (!this.#forget(path)) return;
    this.#changed = true;
  }

  /** Writes the cache down if it changed; `present` are the paths that still exist. */
  async save(present: ReadonlyMap<string, unknown>): Promise<void> {
    if (!this.#folders) return;
    // What is gone may stay a while: it is only ever asked for by name.
    if (!this.#changed && this.#size <= present.size) return;
    for (const { path } of this.#all()) {
      if (present.has(path)) continue;
      this.#forget(path);
      this.#changed = true;
    }
    if (!this.#changed) return;
    this.#changed = false;
    const rows = Array.from(this.#all(), ({ path, size, mtimeMs, ctimeMs, ino, hash }) => {
      return [path, size, mtimeMs, ctimeMs, ino, hash];
    });
    const body = Buffer.from(JSON.stringify(rows));
    const temporary = `${this.#path()}-${this.#newId()}`;
    await this.#disk.makeFolder(this.#folder);
    await this.#disk.create(temporary, Buffer.concat([Buffer.from(`${hashOf(body)}\n`), body]), { sync: false });
    await this.#disk.rename(temporary, this.#path());
  }

  *#all(): Iterable<Remembered> {
    for (const files of this.#folders?.values() ?? []) yield* files.values();
  }

  #remember(file: Remembered): void {
    const [folder, name] = parted(file.path);
    let files = this.#folders?.get(folder);
    if (!files) {
      files = new Map();
      this.#folders?.set(folder, files);
    }
    if (!files.has(name)) this.#size += 1;
    files.set(name, file);
  }

  /** @returns whether it was known. */
  #forget(path: string): boolean {
    const [folder, name] = parted(path);
    const files = this.#folders?.get(folder);
    if (!files?.delete(name)) return false;
    this.#size -= 1;
    if (files.size === 0) this.#folders?.delete(folder);
    return true;
  }

  #path(): string {
    return join(this.#folder, 'hashes.json');
  }
}

interface Filtering {
  includes(path: string): boolean;
}

/** The folder of a path, empty for the root, and the name in it. */
function parted(path: string): [folder: string, name: string] {
  const end = path.lastIndexOf('/');
  return end < 0 ? ['', path] : [path.slice(0, end), path.slice(end + 1)];
}
