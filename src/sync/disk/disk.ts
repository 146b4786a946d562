/** The few things synchronisation does to a disk, so that a test can own the disk, its crashes included. */

export interface FileStat {
  kind: 'file' | 'folder' | 'link' | 'other';
  size: number;
  mtimeMs: number;
  ctimeMs: number;
  ino: number;
  /** Permission bits. */
  mode: number;
}

export interface NamedStat extends FileStat {
  name: string;
}

/** Paths are absolute. Nothing here follows a symbolic link in the last place of a path. */
export interface Disk {
  stat(path: string): Promise<FileStat | undefined>;
  /** What is in a folder; undefined where there is no such folder. */
  list(path: string): Promise<readonly NamedStat[] | undefined>;
  /** A regular file's bytes and what it looked like before and after; undefined where there is no regular file. */
  read(path: string): Promise<{ bytes: Uint8Array; before: FileStat; after: FileStat } | undefined>;
  /** Makes a new file; fails where there is one. With `sync` its bytes are on the disk when this resolves. */
  create(path: string, bytes: Uint8Array, options: { sync: boolean; mode?: number }): Promise<void>;
  /** Appends to a file, making it where needed. */
  append(path: string, bytes: Uint8Array, options: { sync: boolean }): Promise<void>;
  /** Replaces what is at `to`. */
  rename(from: string, to: string): Promise<void>;
  /** Gives a file a second name; false where `to` exists. Never replaces anything. */
  link(from: string, to: string): Promise<boolean>;
  /** Removes a file; its absence is no failure. */
  remove(path: string): Promise<void>;
  /** Makes a folder and those above it. */
  makeFolder(path: string): Promise<void>;
  /** Removes a folder if it is empty. */
  removeFolder(path: string): Promise<void>;
  /** Puts a file's bytes on the disk, whoever wrote them. @returns whether there is such a file. */
  syncFile(path: string): Promise<boolean>;
  /** Puts the names in a folder on the disk; its absence is no failure. */
  syncFolder(path: string): Promise<void>;
  /** The path without symbolic links; undefined where nothing is there. */
  resolve(path: string): Promise<string | undefined>;
}

/** A failure that means “in use or not allowed”, for this file and now. */
export function isBusy(failure: unknown): boolean {
  const code = (failure as { code?: unknown } | undefined)?.code;
  return code === 'EBUSY' || code === 'EPERM' || code === 'EACCES' || code === 'ETXTBSY';
}

/** A failure that means “nothing is there”, or “not any more”. */
export function isAbsent(failure: unknown): boolean {
  const code = (failure as { code?: unknown } | undefined)?.code;
  return code === 'ENOENT' || code === 'ENOTDIR';
}
