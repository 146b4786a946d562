/** A computer, its folder and its windows, and what the verdict has to know of them. */

import type { Hash } from '../../../src/sync/plan/tree.ts';
import type { SyncEngine } from '../../../src/sync/syncEngine.ts';
import type { MemoryVolume } from './memoryDisk.ts';
import type { MemoryPort } from './memoryServer.ts';
import type { MemoryWatcher } from './memoryWatcher.ts';
import type { Owner } from './scheduler.ts';

export const root = '/project';

/** One editor with one engine on a folder. */
export interface Window {
  place: Place;
  owner: Owner;
  port: MemoryPort;
  watcher: MemoryWatcher;
  engine: SyncEngine;
  killed: Promise<void>;
  kill: () => void;
}

/** A computer with one project folder, and what its people and engines are known to have done. */
export class Place {
  readonly name: string;
  readonly volume: MemoryVolume;
  readonly windows: Window[] = [];
  /** Path → versions that this folder is known to have had in common with the branch. */
  readonly common = new Map<string, Set<Hash>>();
  /** Paths to which a person here brought a version back that had been in common there: whoever moved on from it meanwhile is no mere successor. */
  readonly returned = new Set<string>();
  /** Versions that people of this folder replaced or removed themselves. */
  readonly replaced = new Set<Hash>();
  /** Versions the engine told this folder has in common with the branch. */
  readonly synced = new Set<Hash>();
  /** Paths and versions that arrived on the branch from here, whether or not the answer came back. */
  readonly sent = new Set<string>();
  readonly sentVersions = new Set<Hash>();
  /** What was remembered of this folder is damaged: nothing is known of it any more. */
  amnesia = false;
  /** Who has the folder's lock, and since when. */
  holder: { pid: number; since: number } | undefined;
  /** Somebody is in the middle of writing a file. */
  saving = false;

  constructor(name: string, volume: MemoryVolume) {
    this.name = name;
    this.volume = volume;
  }

  remember(path: string, hash: Hash): void {
    this.common.set(path, (this.common.get(path) ?? new Set()).add(hash));
  }

  /** A person puts a version that is at hand to `path`, where another one, or none, was. */
  bringBack(path: string, hash: Hash): void {
    if (this.common.get(path)?.has(hash)) this.returned.add(path);
  }

  /** What a person who works on a file has in sight: also while the engine has it in its hands. */
  inSight(path: string): Uint8Array | undefined {
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

  /** The project's files, temporary ones of a write left out. */
  files(): Map<string, Uint8Array> {
    const found = new Map<string, Uint8Array>();
    for (const [path, { bytes }] of this.volume.files) {
      if (path.startsWith(`${root}/`)) found.set(path.slice(root.length + 1), bytes);
    }
    return found;
  }
}
