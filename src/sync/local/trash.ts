/** Old bytes of files that synchronisation replaced or removed, kept for at least seven days. */

import { join } from 'node:path';
import { appendApart, readSoundLines } from '../disk/checkedLines.ts';
import type { Clock } from '../disk/clock.ts';
import type { Disk } from '../disk/disk.ts';
import type { Hash } from '../plan/tree.ts';
import type { ContentStore } from '../state/contentStore.ts';

export const trashDays = 7;

export interface TrashEntry {
  id: string;
  /** Where the bytes were, relative to the project folder. */
  path: string;
  hash: Hash;
  /** Milliseconds since the epoch. */
  when: number;
  /** Why they went: replaced or removed by a pull, given up in a conflict, replaced by a restore. */
  reason: string;
  /** Whose bytes they were. */
  side: 'local' | 'remote';
}

export class Trash {
  readonly #disk: Disk;
  readonly #contents: ContentStore;
  readonly #clock: Clock;
  readonly #folder: string;
  readonly #path: string;
  /** Whether the list itself is known to be on the disk. */
  #named = false;
  readonly #newId: () => string;

  constructor(options: { disk: Disk; folder: string; contents: ContentStore; clock: Clock; newId: () => string }) {
    this.#disk = options.disk;
    this.#contents = options.contents;
    this.#clock = options.clock;
    this.#newId = options.newId;
    this.#folder = options.folder;
    this.#path = join(options.folder, 'trash.jsonl');
  }

  /** The bytes are on the disk, and listed, when this resolves. */
  async put(bytes: Uint8Array, { path, reason, side }: Pick<TrashEntry, 'path' | 'reason' | 'side'>): Promise<void> {
    const hash = await this.#contents.keep(bytes);
    const entry: TrashEntry = { id: this.#newId(), path, hash, when: this.#clock.now(), reason, side };
    await appendApart(this.#disk, this.#path, entry, { sync: true });
    if (this.#named) return;
    await this.#disk.syncFolder(this.#folder);
    this.#named = true;
  }

  /** Newest first; what is older than seven days may be gone. */
  async entries(): Promise<TrashEntry[]> {
    const oldest = this.#clock.now() - trashDays * 24 * 60 * 60 * 1000;
    const entries = await readSoundLines<TrashEntry>(this.#disk, this.#path);
    return entries.filter(({ when }) => when >= oldest).reverse();
  }

  async bytes(entry: TrashEntry): Promise<Uint8Array | undefined> {
    return this.#contents.get(entry.hash);
  }
}
