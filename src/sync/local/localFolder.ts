/** The local folder: scans, reads, writes and removes its files. Never follows a symbolic link or leaves the folder. */

import { posix } from 'node:path';
import { Limit } from '../../base/async.ts';
import type { Clock } from '../../base/clock.ts';
import { type Disk, type FileStat, isAbsent, isBusy, type NamedStat } from '../../base/disk.ts';
import type { CatalogMessage } from '../../base/errors.ts';
import { type Hash, hashOf } from '../../base/hash.ts';
import type { Filter } from '../plan/filter.ts';
import { refuseName } from '../plan/names.ts';
import { syncReasons } from '../plan/syncReasons.ts';
import { foldersOf, type Tree } from '../plan/tree.ts';
import type { CachedHash, HashCache } from './hashCache.ts';
import type { Trash } from './trash.ts';

export interface Scan {
  /** The same object as long as no file changes. */
  tree: Tree;
  /** Files on the allow-list that are not synced (links, unreadable files …): path → reason. */
  refused: Map<string, CatalogMessage>;
  /** The project folder does not exist. */
  missing: boolean;
  /** Temporary files of an interrupted write, for `recover`. */
  leftovers: string[];
}

/** Files found by a scan: those with a cached hash, and the paths of the others. */
interface Found {
  known: CachedHash[];
  unread: string[];
}

/**
 * `changed`: the file is not the plan's version. `busy`: another program uses it. `blocked`: a folder has its name, or a file the
 * name of its folder. Nothing was written in these cases.
 */
export type WriteResult = 'written' | 'changed' | 'busy' | 'blocked';

const leftover = /^\.(.+)\.([0-9a-f]{8})\.sync-(new|old)$/;
/** Longer names leave no room for the additions of a temporary name. */
const maxNameBytes = 200;
const shortened = /^~[0-9a-f]{16}$/;
/** A program may still be writing a file that changed less than this ago. */
const settleMs = 60;
const readAtOnce = 16;

interface LocalFolderOptions {
  disk: Disk;
  /** Absolute path without symbolic links. */
  root: string;
  filter: () => Filter;
  cache: HashCache;
  trash: Trash;
  clock: Clock;
  newId: () => string;
}

export class LocalFolder {
  readonly #options: LocalFolderOptions;
  /** The tree of the last scan. */
  #lastTree: Tree | undefined;

  constructor(options: LocalFolderOptions) {
    this.#options = options;
  }

  async scan(): Promise<Scan> {
    const { disk, root, cache } = this.#options;
    const scan: Scan = { tree: new Map(), refused: new Map(), missing: false, leftovers: [] };
    await cache.load();
    const top = await disk.list(root);
    if (!top) return { ...scan, missing: true };
    const found: Found = { known: [], unread: [] };
    await this.#walk('', top, scan, found);
    const { known, unread } = found;
    const last = this.#lastTree;
    // Keep the tree object when nothing changed, so that results for it can be reused.
    if (last && unread.length === 0 && known.length === last.size && known.every(({ tree }) => tree === last)) {
      scan.tree = last;
    } else {
      const tree = new Map<string, Hash>();
      for (const file of known) {
        tree.set(file.path, file.hash);
        file.tree = tree;
      }
      for (let at = 0; at < unread.length; at += readAtOnce) {
        await Promise.all(unread.slice(at, at + readAtOnce).map((path) => this.#hashInto(path, tree, scan)));
      }
      scan.tree = tree;
      this.#lastTree = tree;
    }
    await cache.save(scan.tree);
    return scan;
  }

  /**
   * A file's bytes with their hash; undefined when there is no regular file, or it changed while it was read. With `settle`, a
   * file that has just changed is read a moment later.
   */
  async read(path: string, { settle }: { settle: boolean }): Promise<{ bytes: Uint8Array; hash: Hash } | undefined> {
    const { disk, clock } = this.#options;
    if (!(await this.#parentsAreFolders(path))) return undefined;
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const file = await disk.read(this.#absolute(path));
      if (!file) return undefined;
      const age = clock.now() - file.after.mtimeMs;
      const isYoung = settle && age >= 0 && age < settleMs;
      if (hasSameStat(file.before, file.after) && !isYoung) return { bytes: file.bytes, hash: hashOf(file.bytes) };
      if (settle) await clock.delay(settleMs);
    }
    return undefined;
  }

  /** Whether no file has exactly this path. */
  async isAbsent(path: string): Promise<boolean> {
    const { disk } = this.#options;
    const stat = await disk.stat(this.#absolute(path));
    if (!stat || stat.kind === 'folder') return true;
    // A disk that ignores case finds the new name of a renamed file or folder by the old one.
    for (const each of [...foldersOf(path), path]) {
      const entries = await disk.list(this.#absolute(posix.dirname(each)));
      if (!entries?.some(({ name }) => name === posix.basename(each))) return true;
    }
    return false;
  }

  /**
   * Creates or replaces a file if it still has the plan's version: `expected` is its hash, undefined for no file. The old
   * bytes are in the trash before the file is moved, and another program's write is never overwritten.
   */
  async write(
    path: string,
    bytes: Uint8Array,
    expected: Hash | undefined,
    reason: CatalogMessage,
  ): Promise<WriteResult> {
    return this.#replace(path, bytes, expected, reason);
  }

  /** Removes a file by the same rules, and the folders that become empty, except the first one of the path. */
  async remove(path: string, expected: Hash, reason: CatalogMessage): Promise<WriteResult> {
    const result = await this.#replace(path, undefined, expected, reason);
    if (result === 'written') {
      for (let folder = posix.dirname(path); folder.includes('/'); folder = posix.dirname(folder)) {
        await this.#options.disk.removeFolder(this.#absolute(folder));
      }
    }
    return result;
  }

  /**
   * Makes files and their folder entries durable. The base must not be ahead of the disk: otherwise a power loss looks like a
   * change by the user.
   * @returns the paths without a file.
   */
  async makeDurable(paths: Iterable<string>): Promise<ReadonlySet<string>> {
    const { disk } = this.#options;
    const folders = new Set<string>();
    const missing = new Set<string>();
    const limit = new Limit(readAtOnce);
    const work = Array.from(paths, (path) => {
      folders.add(posix.dirname(path));
      return limit.run(async () => {
        if (!(await disk.syncFile(this.#absolute(path)))) missing.add(path);
      });
    });
    await Promise.all(work);
    await Promise.all(Array.from(folders, (folder) => limit.run(() => disk.syncFolder(this.#absolute(folder)))));
    return missing;
  }

  /** Cleans up interrupted writes: restores the old file when its place is empty, else moves the leftover to the trash. */
  async recover(leftovers: readonly string[]): Promise<void> {
    const { disk } = this.#options;
    for (const path of leftovers) {
      const match = leftover.exec(posix.basename(path));
      if (!match) continue;
      const absolute = this.#absolute(path);
      const original = posix.join(posix.dirname(path), await this.#longNameOf(match[1]!, path));
      const isRestored = match[3] === 'old' && (await disk.link(absolute, this.#absolute(original)));
      if (!isRestored) await this.#keep(absolute, original);
      await disk.remove(absolute);
    }
  }

  /** Puts a leftover of `original` into the trash, unless that file has the same bytes. */
  async #keep(absolute: string, original: string): Promise<void> {
    const { disk, trash } = this.#options;
    const file = await disk.read(absolute);
    const current = await disk.read(this.#absolute(original));
    if (!file || (current && Buffer.compare(file.bytes, current.bytes) === 0)) return;
    await trash.put(file.bytes, { path: original, reason: syncReasons.message('write-interrupted'), side: 'local' });
  }

  async #walk(folder: string, entries: readonly NamedStat[], scan: Scan, found: Found): Promise<void> {
    const { disk, cache } = this.#options;
    const filter = this.#options.filter();
    const remembered = cache.folder(folder);
    for (const stat of entries) {
      const known = stat.kind === 'file' ? cache.get(remembered, stat, filter) : undefined;
      if (known) {
        found.known.push(known);
        continue;
      }
      const path = folder === '' ? stat.name : `${folder}/${stat.name}`;
      if (stat.kind === 'folder') {
        if (!filter.mayHold(path)) continue;
        const inside = await disk.list(this.#absolute(path));
        if (inside) await this.#walk(path, inside, scan, found);
      } else if (leftover.test(stat.name)) {
        if (stat.kind === 'file') scan.leftovers.push(path);
      } else if (stat.kind === 'file') {
        if (filter.includes(path)) found.unread.push(path);
        else {
          const reason = filter.refusal(path);
          if (reason !== undefined) scan.refused.set(path, reason);
        }
      } else if (stat.kind === 'link' ? filter.refusesLink(path) : filter.includes(path)) {
        scan.refused.set(path, syncReasons.message(stat.kind === 'link' ? 'link' : 'not-regular'));
      }
    }
  }

  async #hashInto(path: string, tree: Map<string, Hash>, scan: Scan): Promise<void> {
    const { disk, cache, clock } = this.#options;
    const readAt = clock.now();
    let file: Awaited<ReturnType<Disk['read']>>;
    try {
      file = await disk.read(this.#absolute(path));
    } catch (failure) {
      if (!isBusy(failure)) throw failure;
      scan.refused.set(path, syncReasons.message('unreadable'));
      return;
    }
    if (!file) return;
    const hash = hashOf(file.bytes);
    tree.set(path, hash);
    if (hasSameStat(file.before, file.after)) cache.set(path, file.after, hash, readAt);
  }

  async #replace(
    path: string,
    bytes: Uint8Array | undefined,
    expected: Hash | undefined,
    reason: CatalogMessage,
  ): Promise<WriteResult> {
    const { disk, newId } = this.#options;
    const name = posix.basename(path);
    if (refuseName(path) !== undefined) return 'changed';
    if (!(await this.#parentsAreFolders(path, bytes !== undefined))) return bytes ? 'blocked' : 'changed';
    const target = this.#absolute(path);
    const folder = this.#absolute(posix.dirname(path));
    const token = newId();
    const fresh = `${folder}/.${shortName(name)}.${token}.sync-new`;
    const aside = posix.join(posix.dirname(path), `.${shortName(name)}.${token}.sync-old`);
    try {
      const current = await disk.read(target);
      if ((current && hashOf(current.bytes)) !== expected) return 'changed';
      const other = current ? undefined : await this.#otherAt(target);
      if (other) return other.kind === 'file' ? 'changed' : 'blocked';
      if (bytes) await disk.create(fresh, bytes, { sync: true, ...(current && { mode: current.after.mode }) });
      if (current && !(await this.#setAside(path, current.bytes, aside, reason))) {
        if (bytes) await disk.remove(fresh);
        return 'changed';
      }
      // `link` fails when another program has created the file: that file stays.
      const placed = bytes ? await disk.link(fresh, target) : true;
      if (bytes) await disk.remove(fresh);
      if (current) await disk.remove(this.#absolute(aside));
      await disk.syncFolder(folder);
      return placed ? 'written' : 'changed';
    } catch (failure) {
      // Another program moved or deleted the file, or its folder, during the write.
      const isGone = isAbsent(failure);
      if (!isGone && !isBusy(failure)) throw failure;
      if (await disk.stat(this.#absolute(aside))) await this.recover([aside]);
      await disk.remove(fresh).catch(() => {});
      return isGone ? 'changed' : 'busy';
    }
  }

  /** The file or folder that has the name of a new file; an empty folder is removed. */
  async #otherAt(target: string): Promise<FileStat | undefined> {
    const { disk } = this.#options;
    const stat = await disk.stat(target);
    if (stat?.kind !== 'folder') return stat;
    await disk.removeFolder(target);
    return disk.stat(target);
  }

  /** Moves the file aside and compares it there, so that no write between check and replacement is lost. false: it changed. */
  async #setAside(path: string, seen: Uint8Array, aside: string, reason: CatalogMessage): Promise<boolean> {
    const { disk, trash } = this.#options;
    await trash.put(seen, { path, reason, side: 'local' });
    await disk.rename(this.#absolute(path), this.#absolute(aside));
    const moved = await disk.read(this.#absolute(aside));
    if (moved && Buffer.compare(moved.bytes, seen) === 0) return true;
    await this.recover([aside]);
    return false;
  }

  /** The file name of a `shortName`; the trash has an entry with it since before the file was moved aside. */
  async #longNameOf(short: string, path: string): Promise<string> {
    if (!shortened.test(short)) return short;
    const folder = posix.dirname(path);
    const entries = await this.#options.trash.entries();
    const names = entries
      .filter((entry) => posix.dirname(entry.path) === folder)
      .map((entry) => posix.basename(entry.path));
    return names.find((name) => shortName(name) === short) ?? short;
  }

  /** Whether every parent of `path` is a real folder; with `make`, creates missing ones. */
  async #parentsAreFolders(path: string, make = false): Promise<boolean> {
    const { disk } = this.#options;
    const segments = path.split('/').slice(0, -1);
    for (let depth = 1; depth <= segments.length; depth += 1) {
      const folder = this.#absolute(segments.slice(0, depth).join('/'));
      const stat = await disk.stat(folder);
      if (stat?.kind === 'folder') continue;
      if (stat || !make) return false;
      await disk.makeFolder(folder);
    }
    return true;
  }

  #absolute(path: string): string {
    return path === '.' || path === '' ? this.#options.root : `${this.#options.root}/${path}`;
  }
}

function shortName(name: string): string {
  return Buffer.byteLength(name) <= maxNameBytes ? name : `~${hashOf(Buffer.from(name)).slice(0, 16)}`;
}

function hasSameStat(a: FileStat, b: FileStat): boolean {
  return a.ino === b.ino && a.size === b.size && a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs;
}
