/**
 * The trash: the old bytes of files that synchronisation replaced or removed, kept for at least seven days. The clock may be
 * wrong, so an entry is old only if also enough newer entries exist.
 */

import { join } from 'node:path';
import type { Clock } from '../../base/clock.ts';
import type { Disk } from '../../base/disk.ts';
import type { CatalogMessage } from '../../base/errors.ts';
import type { Hash } from '../../base/hash.ts';
import { appendApart, readSoundLines } from '../state/checkedLines.ts';
import type { ContentStore } from '../state/contentStore.ts';

const trashDays = 7;
/** This many entries are kept at any age. */
const alwaysKept = 1_000;

export interface TrashEntry {
  id: string;
  /** The file's path, relative to the project folder. */
  path: string;
  hash: Hash;
  /** Milliseconds since the epoch. */
  when: number;
  /** Why the bytes were replaced or removed. Entries of older versions have an English text. */
  reason: CatalogMessage | string;
  /** The side the bytes come from. */
  side: 'local' | 'remote';
}

export class Trash {
  readonly #disk: Disk;
  readonly #contents: ContentStore;
  readonly #clock: Clock;
  readonly #folder: string;
  readonly #path: string;
  /** Whether the name of the list file is durable. */
  #isNameDurable = false;
  readonly #newId: () => string;

  constructor(options: { disk: Disk; folder: string; contents: ContentStore; clock: Clock; newId: () => string }) {
    this.#disk = options.disk;
    this.#contents = options.contents;
    this.#clock = options.clock;
    this.#newId = options.newId;
    this.#folder = options.folder;
    this.#path = join(options.folder, 'trash.jsonl');
  }

  /** The bytes and their entry are durable when this resolves. */
  async put(bytes: Uint8Array, { path, reason, side }: Pick<TrashEntry, 'path' | 'reason' | 'side'>): Promise<void> {
    const hash = await this.#contents.keep(bytes);
    const entry: TrashEntry = { id: this.#newId(), path, hash, when: this.#clock.now(), reason, side };
    await appendApart(this.#disk, this.#path, entry, { sync: true });
    if (this.#isNameDurable) return;
    await this.#disk.syncFolder(this.#folder);
    this.#isNameDurable = true;
  }

  /** The entries of the last seven days, and the last ones at any age; newest first. */
  async entries(): Promise<TrashEntry[]> {
    const oldest = this.#clock.now() - trashDays * 24 * 60 * 60 * 1000;
    const entries = await readSoundLines<TrashEntry>(this.#disk, this.#path);
    return entries.filter(({ when }, index) => when >= oldest || index >= entries.length - alwaysKept).reverse();
  }

  async bytes(entry: TrashEntry): Promise<Uint8Array | undefined> {
    return this.#contents.get(entry.hash);
  }
}
