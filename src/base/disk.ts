/** The operations of a disk, so that a test can replace the disk and simulate crashes. */

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

/** Paths are absolute. No operation follows a symbolic link in the last segment of a path. */
export interface Disk {
  stat(path: string): Promise<FileStat | undefined>;
  /** The entries of a folder; undefined when there is no such folder. */
  list(path: string): Promise<readonly NamedStat[] | undefined>;
  /** A regular file's bytes and its metadata before and after the read; undefined when there is no regular file. */
  read(path: string): Promise<{ bytes: Uint8Array; before: FileStat; after: FileStat } | undefined>;
  /** Creates a file; fails when it exists. With `sync` its bytes are durable when this resolves. */
  create(path: string, bytes: Uint8Array, options: { sync: boolean; mode?: number }): Promise<void>;
  /** Appends to a file and creates it if needed. */
  append(path: string, bytes: Uint8Array, options: { sync: boolean }): Promise<void>;
  /** Replaces a file at `to`. */
  rename(from: string, to: string): Promise<void>;
  /** Gives a file a second name; false when `to` exists. Never replaces a file. */
  link(from: string, to: string): Promise<boolean>;
  /** Removes a file; does nothing when it does not exist. */
  remove(path: string): Promise<void>;
  /** Creates a folder and its parents. */
  makeFolder(path: string): Promise<void>;
  /** Removes a folder if it is empty. */
  removeFolder(path: string): Promise<void>;
  /** Makes a file's bytes durable. @returns whether the file exists. */
  syncFile(path: string): Promise<boolean>;
  /** Makes the entries of a folder durable; does nothing when it does not exist. */
  syncFolder(path: string): Promise<void>;
  /** The path without symbolic links; undefined when it does not exist. */
  resolve(path: string): Promise<string | undefined>;
}

/** Whether a failure means that the file is in use or not accessible now. */
export function isBusy(failure: unknown): boolean {
  const code = (failure as { code?: unknown } | undefined)?.code;
  return code === 'EBUSY' || code === 'EPERM' || code === 'EACCES' || code === 'ETXTBSY';
}

/** Whether a failure means that the file does not exist. */
export function isAbsent(failure: unknown): boolean {
  const code = (failure as { code?: unknown } | undefined)?.code;
  return code === 'ENOENT' || code === 'ENOTDIR';
}
