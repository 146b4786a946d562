/** The texts of files that were read from the branch: in memory, or in a temporary file when they are many. */

import { closeSync, mkdirSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { FileTexts } from './branchPort.ts';

/** Up to this many bytes stay in memory. */
const maxMemoryBytes = 32 * 1024 * 1024;

export class TextSpool implements FileTexts {
  readonly #folder: string;
  readonly #memory = new Map<string, Uint8Array | null>();
  readonly #spooled = new Map<string, { offset: number; length: number }>();
  #memoryBytes = 0;
  #file: number | undefined;
  #end = 0;

  /** `folder` is for the temporary file, which has no name, so that nothing stays after a crash. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** null: the platform names the file but returns no text. Keeps the first text of a path. */
  add(path: string, bytes: Uint8Array | null): void {
    if (this.has(path)) return;
    const length = bytes?.length ?? 0;
    if (!bytes || this.#memoryBytes + length <= maxMemoryBytes) {
      this.#memory.set(path, bytes);
      this.#memoryBytes += length;
      return;
    }
    this.#file ??= this.#open();
    for (let at = 0; at < length; ) at += writeSync(this.#file, bytes, at, length - at, this.#end + at);
    this.#spooled.set(path, { offset: this.#end, length });
    this.#end += length;
  }

  has(path: string): boolean {
    return this.#memory.has(path) || this.#spooled.has(path);
  }

  get(path: string): Uint8Array | null | undefined {
    const place = this.#spooled.get(path);
    if (!place) return this.#memory.get(path);
    const bytes = Buffer.allocUnsafe(place.length);
    for (let at = 0; at < place.length; ) {
      const read = readSync(this.#file!, bytes, at, place.length - at, place.offset + at);
      if (read === 0) return null;
      at += read;
    }
    return bytes;
  }

  dispose(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
    this.#spooled.clear();
    this.#memory.clear();
  }

  #open(): number {
    mkdirSync(this.#folder, { recursive: true });
    const path = join(this.#folder, `texts-${process.pid}-${Date.now().toString(36)}`);
    const file = openSync(path, 'wx+', 0o600);
    unlinkSync(path);
    return file;
  }
}
