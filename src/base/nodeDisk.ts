/** The disk of this computer. */

import {
  closeSync,
  constants,
  fdatasync,
  fstatSync,
  linkSync,
  lstatSync,
  openSync,
  readdirSync,
  readFile,
  readFileSync,
  type Stats,
  writeFileSync,
} from 'node:fs';
import { copyFile, open, realpath, rename, rmdir, unlink } from 'node:fs/promises';
import { promisify } from 'node:util';
import { type Disk, type FileStat, isAbsent, type NamedStat } from './disk.ts';
import { makeFolder } from './files/makeFolder.ts';

/** How long synchronous calls may block the event loop, in milliseconds. */
const sliceMs = 6;
/** Larger files are read asynchronously. */
const largeBytes = 256 * 1024;
const dataSync = promisify(fdatasync);
const readLarge = promisify(readFile) as (file: number) => Promise<Buffer>;

/** How many folders are cached. */
const maxFolders = 10_000;
/** A folder that changed this shortly before it was read may change again without another time. */
const racyMs = 100;
const noThrow = { throwIfNoEntry: false } as const;

interface KnownNames {
  stats: Stats;
  names: readonly string[];
}

function isSameFolder(a: Stats, b: Stats): boolean {
  return a.ino === b.ino && a.dev === b.dev && a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs;
}

/** File systems with coarse clocks, or without times for folders, report whole seconds. */
function hasExactTimes({ mtimeMs, ctimeMs }: Stats, readAt: number): boolean {
  return Math.max(mtimeMs, ctimeMs) < readAt - racyMs && ctimeMs % 1000 !== 0;
}

function statOf(stats: Stats): FileStat {
  const { size, mtimeMs, ctimeMs, ino, mode } = stats;
  const kind = stats.isFile() ? 'file' : stats.isDirectory() ? 'folder' : stats.isSymbolicLink() ? 'link' : 'other';
  return { kind, size, mtimeMs, ctimeMs, ino, mode: mode & 0o777 };
}

async function orAbsent<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (failure) {
    if (isAbsent(failure)) return undefined;
    throw failure;
  }
}

/**
 * Stats and small reads and writes that need no `sync` use synchronous calls in short slices: a promise costs several times
 * as much as such a call, and far more on a busy machine.
 */
export class NodeDisk implements Disk {
  #sliceEnd = 0;
  readonly #names = new Map<string, KnownNames>();

  async stat(path: string): Promise<FileStat | undefined> {
    await this.#yieldIfDue();
    try {
      return statOf(lstatSync(path));
    } catch (failure) {
      if (isAbsent(failure)) return undefined;
      throw failure;
    }
  }

  async list(path: string): Promise<readonly NamedStat[] | undefined> {
    await this.#yieldIfDue();
    const names = this.#namesIn(path);
    if (!names) return undefined;
    const found: NamedStat[] = [];
    for (const name of names) {
      if (performance.now() > this.#sliceEnd) await this.#yieldIfDue();
      const stats = lstatSync(`${path}/${name}`, noThrow);
      if (!stats) continue;
      const stat = statOf(stats) as NamedStat;
      stat.name = name;
      found.push(stat);
    }
    return found;
  }

  async read(path: string) {
    await this.#yieldIfDue();
    let file: number;
    try {
      file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    } catch (failure) {
      if (isAbsent(failure) || (failure as { code?: unknown }).code === 'ELOOP') return undefined;
      throw failure;
    }
    try {
      const before = fstatSync(file);
      if (!before.isFile()) return undefined;
      const bytes: Buffer = before.size > largeBytes ? await readLarge(file) : readFileSync(file);
      return { bytes, before: statOf(before), after: statOf(fstatSync(file)) };
    } finally {
      closeSync(file);
    }
  }

  async create(path: string, bytes: Uint8Array, { sync, mode = 0o666 }: { sync: boolean; mode?: number }) {
    if (!sync && bytes.length <= largeBytes) {
      await this.#yieldIfDue();
      writeFileSync(path, bytes, { flag: 'wx', mode });
      return;
    }
    const file = await open(path, 'wx', mode);
    try {
      await file.writeFile(bytes);
      if (sync) await file.datasync();
    } finally {
      await file.close();
    }
  }

  async append(path: string, bytes: Uint8Array, { sync }: { sync: boolean }) {
    const file = await open(path, 'a');
    try {
      await file.writeFile(bytes);
      if (sync) await file.datasync();
    } finally {
      await file.close();
    }
  }

  rename(from: string, to: string): Promise<void> {
    return rename(from, to);
  }

  async link(from: string, to: string): Promise<boolean> {
    try {
      await this.#yieldIfDue();
      linkSync(from, to);
      return true;
    } catch (failure) {
      const { code } = failure as { code?: unknown };
      if (code === 'EEXIST') return false;
      if (code === 'ENOENT') throw failure;
    }
    // On a file system without hard links, an exclusive copy replaces no file either.
    try {
      await copyFile(from, to, constants.COPYFILE_EXCL);
      return true;
    } catch (failure) {
      if ((failure as { code?: unknown }).code === 'EEXIST') return false;
      throw failure;
    }
  }

  async remove(path: string): Promise<void> {
    await orAbsent(unlink(path));
  }

  async makeFolder(path: string): Promise<void> {
    await this.#yieldIfDue();
    if (lstatSync(path, noThrow)?.isDirectory()) return;
    await makeFolder(path);
  }

  async removeFolder(path: string): Promise<void> {
    await rmdir(path).catch(() => {});
  }

  /** Only the flush is a promise: opening and closing by promises, too, takes 2.5 times the processor time. */
  async syncFile(path: string): Promise<boolean> {
    let file: number;
    try {
      // Windows flushes only files opened for writing.
      file = openSync(path, process.platform === 'win32' ? 'r+' : 'r');
    } catch (failure) {
      return !isAbsent(failure);
    }
    try {
      await dataSync(file);
      return true;
    } finally {
      closeSync(file);
    }
  }

  async syncFolder(path: string): Promise<void> {
    // Windows cannot open a folder; its rename is durable when it returns.
    if (process.platform === 'win32') return;
    const folder = await orAbsent(open(path, 'r'));
    try {
      await folder?.sync();
    } finally {
      await folder?.close();
    }
  }

  resolve(path: string): Promise<string | undefined> {
    return orAbsent(realpath(path));
  }

  /** A folder with unchanged times has unchanged entries: adding or removing one changes the times. */
  #namesIn(path: string): readonly string[] | undefined {
    const readAt = Date.now();
    const stats = lstatSync(path, noThrow);
    const known = this.#names.get(path);
    if (stats?.isDirectory() && known && isSameFolder(known.stats, stats)) return known.names;
    let names: string[];
    try {
      names = readdirSync(path);
    } catch (failure) {
      this.#names.delete(path);
      if (isAbsent(failure)) return undefined;
      throw failure;
    }
    if (this.#names.size >= maxFolders) this.#names.clear();
    if (stats?.isDirectory() && hasExactTimes(stats, readAt)) this.#names.set(path, { stats, names });
    else this.#names.delete(path);
    return names;
  }

  async #yieldIfDue(): Promise<void> {
    if (performance.now() <= this.#sliceEnd) return;
    await new Promise((resolve) => setImmediate(resolve));
    this.#sliceEnd = performance.now() + sliceMs;
  }
}
