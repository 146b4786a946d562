/** A disk in memory with power losses: bytes and changed names that were not synced may be lost. */

import { posix } from 'node:path';
import type { Disk, FileStat, NamedStat } from '../../../../src/base/disk.ts';
import { findInTheWay } from '../findInTheWay.ts';
import type { Random } from '../random.ts';

interface Inode {
  ino: number;
  bytes: Uint8Array;
  /** The bytes that survive a power loss for certain: a prefix of the current ones. */
  synced: Uint8Array | undefined;
  mtimeMs: number;
  ctimeMs: number;
  mode: number;
}

type NameChange = readonly [path: string, before: Inode | undefined];

function failure(code: string, path: string): Error {
  return Object.assign(new Error(`${code}: ${path}`), { code });
}

/** The state of one disk, with atomic operations. */
export class MemoryVolume {
  readonly files = new Map<string, Inode>();
  readonly folders = new Set<string>(['/']);
  /** Called when an engine's process has read, moved or linked a file. */
  onTouched: (path: string) => void = () => {};
  /** Called when a file was created, changed or removed; `changedAt` is undefined for a removed one. */
  onChanged: (path: string, changedAt: number | undefined) => void = () => {};
  /** Called when an engine's process has removed a file. */
  onRemoved: (path: string) => void = () => {};
  /** Called when an engine's process has given a file this name. */
  onNamed: (path: string, bytes: Uint8Array) => void = () => {};
  /** Bytes of files that an engine's process removed. */
  readonly removed: { path: string; bytes: Uint8Array }[] = [];
  readonly #now: () => number;
  #nextIno = 1;
  /** Changed names since the last sync of a folder, oldest first; one entry for each system call. */
  #unsyncedNames: NameChange[][] = [];

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Writes like another program: a new file under the old name, durable or not. */
  save(path: string, bytes: Uint8Array, durably: boolean): void {
    this.#makeRoom(path);
    const old = this.files.get(path);
    const inode = this.#inode(bytes, old?.mode ?? 0o644);
    if (durably) {
      inode.synced = bytes;
      this.#forgetNames(path);
    } else this.#rename([[path, old]]);
    this.files.set(path, inode);
    this.onChanged(path, inode.ctimeMs);
  }

  /** Opens an existing file, truncates it, and returns a function that fills it, as many editors do. */
  truncate(path: string): ((bytes: Uint8Array) => void) | undefined {
    const inode = this.files.get(path);
    if (!inode) return undefined;
    const fill = (bytes: Uint8Array) => {
      inode.bytes = bytes;
      inode.synced = bytes;
      inode.mtimeMs = this.#now();
      inode.ctimeMs = this.#now();
      this.onChanged(path, inode.ctimeMs);
    };
    this.#forgetNames(path);
    fill(new Uint8Array());
    return fill;
  }

  removeDurably(path: string): void {
    this.files.delete(path);
    this.#forgetNames(path);
    this.onChanged(path, undefined);
  }

  renameDurably(from: string, to: string): void {
    const inode = this.files.get(from);
    if (!inode) return;
    this.files.delete(from);
    this.#makeRoom(to);
    this.files.set(to, inode);
    this.#forgetNames(from);
    this.#forgetNames(to);
    inode.ctimeMs = this.#now();
    this.onChanged(from, undefined);
    this.onChanged(to, inode.ctimeMs);
  }

  losePower(random: Random): void {
    const undone = random.below(this.#unsyncedNames.length + 1);
    for (let count = 0; count < undone; count += 1) {
      for (const [path, before] of this.#unsyncedNames.pop()!.reverse()) {
        if (!before || findInTheWay(this.files.keys(), path).length > 0) {
          this.files.delete(path);
          continue;
        }
        this.makeFolder(posix.dirname(path));
        this.files.set(path, before);
      }
    }
    this.#unsyncedNames = [];
    for (const inode of new Set(this.files.values())) {
      if (inode.synced === inode.bytes) continue;
      const least = inode.synced?.length ?? 0;
      inode.bytes = inode.bytes.slice(0, least + random.below(inode.bytes.length - least + 1));
      inode.synced = inode.bytes;
    }
  }

  create(path: string, bytes: Uint8Array, sync: boolean, mode: number): void {
    if (this.files.has(path) || this.folders.has(path)) throw failure('EEXIST', path);
    if (!this.folders.has(posix.dirname(path))) throw failure('ENOENT', path);
    const inode = this.#inode(bytes, mode);
    if (sync) inode.synced = bytes;
    this.#rename([[path, undefined]]);
    this.files.set(path, inode);
    this.onChanged(path, inode.ctimeMs);
  }

  append(path: string, bytes: Uint8Array, sync: boolean): void {
    const old = this.files.get(path);
    if (!old) {
      this.create(path, bytes, sync, 0o644);
      return;
    }
    const before = old.bytes;
    old.bytes = Buffer.concat([before, bytes]);
    old.mtimeMs = this.#now();
    old.ctimeMs = this.#now();
    if (sync) old.synced = old.bytes;
  }

  rename(from: string, to: string): void {
    const inode = this.files.get(from);
    if (!inode) throw failure('ENOENT', from);
    if (!this.folders.has(posix.dirname(to))) throw failure('ENOENT', to);
    this.#rename([
      [from, inode],
      [to, this.files.get(to)],
    ]);
    const replaced = this.files.get(to);
    this.files.delete(from);
    this.files.set(to, inode);
    inode.ctimeMs = this.#now();
    this.onChanged(from, undefined);
    this.onChanged(to, inode.ctimeMs);
    this.onNamed(to, inode.bytes);
    if (replaced) this.#gone(to, replaced);
  }

  link(from: string, to: string): boolean {
    const inode = this.files.get(from);
    if (!inode) throw failure('ENOENT', from);
    if (this.files.has(to) || this.folders.has(to)) return false;
    this.#rename([[to, undefined]]);
    this.files.set(to, inode);
    inode.ctimeMs = this.#now();
    this.onChanged(to, inode.ctimeMs);
    this.onNamed(to, inode.bytes);
    return true;
  }

  remove(path: string): void {
    const inode = this.files.get(path);
    if (!inode) return;
    this.#rename([[path, inode]]);
    this.files.delete(path);
    this.onChanged(path, undefined);
    this.onRemoved(path);
    this.#gone(path, inode);
  }

  makeFolder(path: string): void {
    for (let at = path; !this.folders.has(at); at = posix.dirname(at)) this.folders.add(at);
  }

  removeFolder(path: string): void {
    const prefix = `${path}/`;
    for (const each of this.files.keys()) if (each.startsWith(prefix)) return;
    for (const each of this.folders) if (each.startsWith(prefix)) return;
    this.folders.delete(path);
  }

  /** Makes the names in a folder durable, but not those in other folders. */
  syncNames(folder: string): void {
    if (this.#unsyncedNames.length === 0) return;
    this.#unsyncedNames = this.#unsyncedNames
      .map((group) => group.filter(([path]) => posix.dirname(path) !== folder))
      .filter((group) => group.length > 0);
  }

  stat(path: string): FileStat | undefined {
    const inode = this.files.get(path);
    if (inode) return this.#statOf(inode);
    if (!this.folders.has(path)) return undefined;
    return { kind: 'folder', size: 0, mtimeMs: 0, ctimeMs: 0, ino: 0, mode: 0o755 };
  }

  list(path: string): NamedStat[] | undefined {
    if (!this.folders.has(path)) return undefined;
    const prefix = path === '/' ? '/' : `${path}/`;
    const found: NamedStat[] = [];
    for (const [each, inode] of this.files) {
      if (each.startsWith(prefix) && each.indexOf('/', prefix.length) < 0) {
        found.push({ name: each.slice(prefix.length), ...this.#statOf(inode) });
      }
    }
    for (const each of this.folders) {
      if (each !== path && each.startsWith(prefix) && each.indexOf('/', prefix.length) < 0) {
        found.push({ name: each.slice(prefix.length), ...this.stat(each)! });
      }
    }
    return found;
  }

  /** Makes the folders of a file, which replaces an empty folder. The files in the way are gone. */
  #makeRoom(path: string): void {
    for (const each of this.folders) if (each === path || each.startsWith(`${path}/`)) this.folders.delete(each);
    this.makeFolder(posix.dirname(path));
  }

  #gone(path: string, inode: Inode): void {
    for (const other of this.files.values()) if (other === inode) return;
    this.removed.push({ path, bytes: inode.bytes });
  }

  #inode(bytes: Uint8Array, mode: number): Inode {
    const at = this.#now();
    return { ino: this.#nextIno++, bytes, synced: undefined, mtimeMs: at, ctimeMs: at, mode };
  }

  #statOf({ bytes, mtimeMs, ctimeMs, ino, mode }: Inode): FileStat {
    return { kind: 'file', size: bytes.length, mtimeMs, ctimeMs, ino, mode };
  }

  #rename(changes: NameChange[]): void {
    this.#unsyncedNames.push(changes);
  }

  /** A later write of a user overrides pending changes of a name. */
  #forgetNames(path: string): void {
    const isOverridden = (each: string) => each === path || findInTheWay([each], path).length > 0;
    this.#unsyncedNames = this.#unsyncedNames.map((group) => group.filter(([each]) => !isOverridden(each)));
  }
}

interface MemoryDiskOptions {
  /** Whether others may read or write the path at any time. */
  byOthers: (path: string) => boolean;
  /** Whether the process may be killed during an operation. */
  mayCrash: () => boolean;
}

/**
 * The disk as one process sees it. A call waits for its turn only if the order matters: when others use the same path, or
 * when the process may crash.
 */
export class MemoryDisk implements Disk {
  readonly #volume: MemoryVolume;
  readonly #turn: (label: string) => Promise<void>;
  readonly #watched: MemoryDiskOptions;

  constructor(volume: MemoryVolume, turn: (label: string) => Promise<void>, watched: MemoryDiskOptions) {
    this.#volume = volume;
    this.#turn = turn;
    this.#watched = watched;
  }

  async stat(path: string) {
    if (this.#watched.byOthers(path)) await this.#turn('stat');
    return this.#volume.stat(path);
  }

  async list(path: string) {
    if (this.#watched.byOthers(path)) await this.#turn('list');
    return this.#volume.list(path);
  }

  async read(path: string) {
    if (this.#watched.byOthers(path)) await this.#turn('read');
    const inode = this.#volume.files.get(path);
    const stat = inode && this.#volume.stat(path);
    const bytes = inode?.bytes;
    this.#volume.onTouched(path);
    return bytes && stat ? { bytes, before: stat, after: stat } : undefined;
  }

  async create(path: string, bytes: Uint8Array, { sync, mode = 0o644 }: { sync: boolean; mode?: number }) {
    if (this.#matters(path)) await this.#turn('create');
    this.#volume.create(path, bytes, sync, mode);
  }

  async append(path: string, bytes: Uint8Array, { sync }: { sync: boolean }) {
    if (this.#matters(path)) await this.#turn('append');
    this.#volume.append(path, bytes, sync);
  }

  async rename(from: string, to: string) {
    if (this.#matters(from)) await this.#turn('rename');
    this.#volume.rename(from, to);
    this.#volume.onTouched(from);
  }

  async link(from: string, to: string) {
    if (this.#matters(from)) await this.#turn('link');
    const linked = this.#volume.link(from, to);
    this.#volume.onTouched(to);
    return linked;
  }

  async remove(path: string) {
    if (this.#matters(path)) await this.#turn('remove');
    this.#volume.remove(path);
  }

  async makeFolder(path: string) {
    this.#volume.makeFolder(path);
  }

  async removeFolder(path: string) {
    if (this.#matters(path)) await this.#turn('removeFolder');
    this.#volume.removeFolder(path);
  }

  async syncFile(path: string) {
    if (this.#matters(path)) await this.#turn('syncFile');
    const inode = this.#volume.files.get(path);
    if (inode) inode.synced = inode.bytes;
    return inode !== undefined;
  }

  async syncFolder(path: string) {
    if (this.#matters(path)) await this.#turn('sync');
    this.#volume.syncNames(path);
  }

  async resolve(path: string) {
    return path;
  }

  #matters(path: string): boolean {
    return this.#watched.mayCrash() || this.#watched.byOthers(path);
  }
}
