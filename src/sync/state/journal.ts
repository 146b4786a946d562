/** The history of all transfers, for the user to read. */

import { join } from 'node:path';
import type { Disk } from '../../base/disk.ts';
import type { CatalogMessage } from '../../base/errors.ts';
import type { HaltKind } from '../plan/halt.ts';
import type { Change } from '../plan/planTypes.ts';
import { appendApart, readSoundLines } from './checkedLines.ts';

export interface JournalEntry {
  /** Milliseconds since the epoch. */
  when: number;
  action: 'push' | 'pull' | 'resolve' | 'restore';
  branchName: string;
  planId: string;
  done: { path: string; direction: 'push' | 'pull'; change: Change; from?: string }[];
  conflicts: string[];
  /** Entries of older versions have an English text. */
  halt?: { kind: HaltKind; message: CatalogMessage | string };
  verified: boolean;
  requests: number;
  ms: number;
}

const maxBytes = 2 * 1024 * 1024;

export class Journal {
  readonly #disk: Disk;
  readonly #path: string;

  constructor(disk: Disk, folder: string) {
    this.#disk = disk;
    this.#path = join(folder, 'history.jsonl');
  }

  async add(entry: JournalEntry): Promise<void> {
    await appendApart(this.#disk, this.#path, entry, { sync: false });
    const size = (await this.#disk.stat(this.#path))?.size ?? 0;
    if (size > maxBytes) await this.#disk.rename(this.#path, `${this.#path}.old`);
  }

  /** Newest first. */
  async entries(): Promise<JournalEntry[]> {
    const older = await readSoundLines<JournalEntry>(this.#disk, `${this.#path}.old`);
    const newer = await readSoundLines<JournalEntry>(this.#disk, this.#path);
    return [...older, ...newer].reverse();
  }
}
