/** Caches the hashes of files by their metadata, so that unchanged files are not read again. */

import { join } from 'node:path';
import type { Disk, FileStat, NamedStat } from '../../base/disk.ts';
import { type Hash, hashOf } from '../../base/hash.ts';

export interface CachedHash {
  /** Relative to the project root. */
  path: string;
  size: number;
  mtimeMs: number;
  ctimeMs: number;
  ino: number;
  hash: Hash;
  /** The last tree that contains the file. */
  tree?: object;
}

/** The cached files of one folder by name, so that a scan need not build their paths. */
type CachedFolder = ReadonlyMap<string, CachedHash>;

/** A file changed this shortly before it was read may change again with the same time: clocks of disks are coarse. */
const racyMs = 100;

export class HashCache {
  readonly #disk: Disk;
  readonly #folder: string;
  readonly #newId: () => string;
  #folders: Map<string, Map<string, CachedHash>> | undefined;
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
      this.#add({ path, size, mtimeMs, ctimeMs, ino, hash });
    }
  }

  /** The cached files directly in `folder`; `''` is the project root. */
  folder(folder: string): CachedFolder | undefined {
    return this.#folders?.get(folder);
  }

  /** The entry of a file with unchanged metadata that `filter` includes. */
  get(folder: CachedFolder | undefined, stat: NamedStat, filter: Filtering): CachedHash | undefined {
    const seen = folder?.get(stat.name);
    const same =
      seen &&
      seen.size === stat.size &&
      seen.mtimeMs === stat.mtimeMs &&
      seen.ctimeMs === stat.ctimeMs &&
      seen.ino === stat.ino;
    return same && filter.includes(seen.path) ? seen : undefined;
  }

  /** `readAt`: the time before the file was read, in milliseconds since the epoch. */
  set(path: string, { size, mtimeMs, ctimeMs, ino }: FileStat, hash: Hash, readAt: number): void {
    if (Math.max(mtimeMs, ctimeMs) <= readAt - racyMs) this.#add({ path, size, mtimeMs, ctimeMs, ino, hash });
    else if (!this.#delete(path)) return;
    this.#changed = true;
  }

  /** Writes the cache to disk if it changed; `present` are the paths that still exist. */
  async save(present: ReadonlyMap<string, unknown>): Promise<void> {
    if (!this.#folders) return;
    // Entries of removed files may stay for a while: they are never looked up.
    if (!this.#changed && this.#size <= present.size) return;
    for (const { path } of this.#all()) {
      if (present.has(path)) continue;
      this.#delete(path);
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

  *#all(): Iterable<CachedHash> {
    for (const files of this.#folders?.values() ?? []) yield* files.values();
  }

  #add(file: CachedHash): void {
    const [folder, name] = splitPath(file.path);
    let files = this.#folders?.get(folder);
    if (!files) {
      files = new Map();
      this.#folders?.set(folder, files);
    }
    if (!files.has(name)) this.#size += 1;
    files.set(name, file);
  }

  /** @returns whether there was an entry. */
  #delete(path: string): boolean {
    const [folder, name] = splitPath(path);
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
function splitPath(path: string): [folder: string, name: string] {
  const end = path.lastIndexOf('/');
  return end < 0 ? ['', path] : [path.slice(0, end), path.slice(end + 1)];
}
