/** Single files of a project folder that are written for the user, by the rules of a pull and under the folder's lock. */

import { systemClock } from '../../base/clock.ts';
import { type CatalogMessage, UserError } from '../../base/errors.ts';
import type { Hash } from '../../base/hash.ts';
import { type Machine, thisMachine } from '../../base/machine.ts';
import { halt } from '../plan/halt.ts';
import type { SyncTarget } from '../plan/syncTarget.ts';
import { type FolderStore, openStore } from './folderStore.ts';
import type { WriteResult } from './localFolder.ts';

const lockWaitMs = 15_000;

export interface ProjectFile {
  /** POSIX path relative to the project folder. */
  path: string;
  /** undefined: the file is removed. */
  bytes: Uint8Array | undefined;
  /** Hash of the file to replace; undefined for no file. */
  expected: Hash | undefined;
}

export class ProjectFiles {
  readonly #target: SyncTarget;
  readonly #storageFolder: string;
  readonly #machine: Machine;
  #store: Promise<FolderStore> | undefined;

  constructor(
    folder: Pick<SyncTarget, 'projectFolder' | 'modelFolder'>,
    storageFolder: string,
    machine: Machine = thisMachine(),
  ) {
    // The trash and the lock belong to the folder, whichever branch it follows.
    this.#target = { origin: '', deploymentId: '', branchName: '', ...folder };
    this.#storageFolder = storageFolder;
    this.#machine = machine;
  }

  /** The hashes of those that exist. */
  async hashes(paths: readonly string[]): Promise<ReadonlyMap<string, Hash>> {
    const { folder } = await this.#open();
    const found = new Map<string, Hash>();
    for (const path of paths) {
      const file = await folder.read(path, { settle: false });
      if (file) found.set(path, file.hash);
    }
    return found;
  }

  /**
   * Writes or removes each file atomically; the old bytes go to the trash. A file that is not as expected stays.
   * @throws UserError if another process keeps the lock; CancelledError between two files
   */
  async write(
    files: readonly ProjectFile[],
    reason: CatalogMessage,
    signal?: AbortSignal,
  ): Promise<ReadonlyMap<string, WriteResult>> {
    const { folder, lock } = await this.#open();
    const held = await lock.acquire(lockWaitMs, signal);
    if (!held) {
      const locked = halt('locked');
      throw new UserError(locked.message, { ...locked, code: locked.kind, where: this.#target.projectFolder });
    }
    const results = new Map<string, WriteResult>();
    try {
      for (const { path, bytes, expected } of files) {
        signal?.throwIfAborted();
        const isRemoval = bytes === undefined && expected !== undefined;
        if (isRemoval) results.set(path, await folder.remove(path, expected, reason));
        else if (bytes) results.set(path, await folder.write(path, bytes, expected, reason));
      }
    } finally {
      await held.release();
    }
    return results;
  }

  #open(): Promise<FolderStore> {
    this.#store ??= openStore(this.#target, this.#storageFolder, systemClock, this.#machine);
    return this.#store;
  }
}
