/** A simulated computer with one project folder and its windows. */

import type { Hash } from '../../../src/base/hash.ts';
import type { SyncEngine } from '../../../src/sync/syncEngine.ts';
import type { MemoryVolume } from './memory/memoryDisk.ts';
import type { MemoryPort } from './memory/memoryPort.ts';
import type { MemoryWatcher } from './memory/memoryWatcher.ts';
import type { Owner } from './scheduler.ts';

export const root = '/project';

/** One editor with one engine on a folder. */
export interface Window {
  computer: Computer;
  owner: Owner;
  port: MemoryPort;
  watcher: MemoryWatcher;
  engine: SyncEngine;
  killed: Promise<void>;
  kill: () => void;
}

/** A computer with one project folder, and a record of what its users and engines did. */
export class Computer {
  readonly name: string;
  readonly volume: MemoryVolume;
  readonly windows: Window[] = [];
  /** Path → versions that this folder had in common with the branch. */
  readonly common = new Map<string, Set<Hash>>();
  /** Paths where a user restored a version that was in common: a later version is then no simple successor. */
  readonly returned = new Set<string>();
  /** Versions that users of this folder replaced or removed. */
  readonly replaced = new Set<Hash>();
  /** Versions the engine reported as equal on both sides. */
  readonly synced = new Set<Hash>();
  /** Paths and versions that arrived on the branch from this folder, even if the answer was lost. */
  readonly sent = new Set<string>();
  readonly sentVersions = new Set<Hash>();
  /** The stored base of this folder is damaged. */
  isBaseDamaged = false;
  /** The holder of the folder's lock. */
  holder: { pid: number; since: number } | undefined;
  /** A program is writing a file. */
  isSaving = false;

  constructor(name: string, volume: MemoryVolume) {
    this.name = name;
    this.volume = volume;
  }

  remember(path: string, hash: Hash): void {
    this.common.set(path, (this.common.get(path) ?? new Set()).add(hash));
  }

  /** A user writes an existing version to `path`. */
  recordRestore(path: string, hash: Hash): void {
    if (this.common.get(path)?.has(hash)) this.returned.add(path);
  }

  /** The version a user sees, even while the engine has moved the file aside. */
  visibleVersion(path: string): Uint8Array | undefined {
    const here = this.at(path);
    if (here) return here;
    const name = path.slice(path.lastIndexOf('/') + 1);
    for (const [at, { bytes }] of this.volume.files) {
      if (at.startsWith(`${root}/`) && at.includes(`/.${name}.`) && at.endsWith('.sync-old')) return bytes;
    }
    return undefined;
  }

  at(path: string): Uint8Array | undefined {
    return this.volume.files.get(`${root}/${path}`)?.bytes;
  }

  /** The project's files. */
  files(): Map<string, Uint8Array> {
    const found = new Map<string, Uint8Array>();
    for (const [path, { bytes }] of this.volume.files) {
      if (path.startsWith(`${root}/`)) found.set(path.slice(root.length + 1), bytes);
    }
    return found;
  }
}
