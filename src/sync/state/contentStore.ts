/** Stores bytes by their hash: the contents of the base and of the trash. */

import { join, sep } from 'node:path';
import type { Disk } from '../../base/disk.ts';
import { type Hash, hashOf } from '../../base/hash.ts';

/** From this number on, contents are written to one pack file: ten thousand small files take seconds. */
const packFrom = 9;
/** Larger files are not merged, so the base does not need their bytes; the trash keeps them anyway. */
const maxCachedBytes = 4 * 1024 * 1024;

interface Packed {
  pack: string;
  offset: number;
  length: number;
}

export class ContentStore {
  readonly #disk: Disk;
  readonly #folder: string;
  readonly #newId: () => string;
  #packs: Map<Hash, Packed> | undefined;
  readonly #known = new Set<Hash>();

  constructor(disk: Disk, folder: string, newId: () => string) {
    this.#disk = disk;
    this.#folder = folder;
    this.#newId = newId;
  }

  /** Keeps bytes durably: they are on the disk when this resolves. */
  async keep(bytes: Uint8Array): Promise<Hash> {
    const hash = hashOf(bytes);
    // Also when the file exists: it may only be cached, so not durable yet.
    await this.#write(this.#pathOf(hash), bytes, true);
    await this.#disk.syncFolder(this.#folder);
    return hash;
  }

  /** Keeps bytes that a crash may lose, but never damages. */
  async cache(contents: ReadonlyMap<Hash, Uint8Array>): Promise<void> {
    const fresh = [...contents].filter(([hash, bytes]) => !this.#known.has(hash) && bytes.length <= maxCachedBytes);
    if (fresh.length === 0) return;
    if (fresh.length < packFrom) {
      for (const [hash, bytes] of fresh) {
        const path = this.#pathOf(hash);
        if (!(await this.#disk.stat(path))) await this.#write(path, bytes, false);
      }
    } else {
      await this.#writePack(fresh);
    }
    for (const [hash] of fresh) this.#known.add(hash);
  }

  /** The bytes of `hash`, checked against it; undefined when they are not kept. */
  async get(hash: Hash): Promise<Uint8Array | undefined> {
    const loose = (await this.#disk.read(this.#pathOf(hash)))?.bytes;
    if (loose && hashOf(loose) === hash) return loose;
    const packed = (await this.#readPacks()).get(hash);
    if (!packed) return undefined;
    const pack = (await this.#disk.read(join(this.#folder, packed.pack)))?.bytes;
    const bytes = pack?.subarray(packed.offset, packed.offset + packed.length);
    return bytes && hashOf(bytes) === hash ? bytes : undefined;
  }

  /** Deletes contents that are not `live` and are older than `olderThan` (milliseconds since the epoch). */
  async sweep(live: ReadonlySet<Hash>, olderThan: number): Promise<void> {
    const packs = await this.#readPacks();
    const livePacks = new Set<string>();
    for (const [hash, { pack }] of packs) if (live.has(hash)) livePacks.add(pack);
    for (const { name, kind, mtimeMs } of (await this.#disk.list(this.#folder)) ?? []) {
      if (kind !== 'file' || mtimeMs >= olderThan || live.has(name) || livePacks.has(name)) continue;
      await this.#disk.remove(join(this.#folder, name));
    }
    this.#packs = undefined;
    this.#known.clear();
  }

  #pathOf(hash: Hash): string {
    return `${this.#folder}${sep}${hash}`;
  }

  async #write(path: string, bytes: Uint8Array, sync: boolean): Promise<void> {
    await this.#disk.makeFolder(this.#folder);
    const temporary = join(this.#folder, `new-${this.#newId()}`);
    await this.#disk.create(temporary, bytes, { sync });
    await this.#disk.rename(temporary, path);
  }

  /** One line of JSON `[[hash, length], …]`, then the bytes one after another. */
  async #writePack(contents: readonly (readonly [Hash, Uint8Array])[]): Promise<void> {
    const header = Buffer.from(`${JSON.stringify(contents.map(([hash, bytes]) => [hash, bytes.length]))}\n`);
    const pack = Buffer.concat([header, ...contents.map(([, bytes]) => bytes)]);
    const name = `pack-${this.#newId()}`;
    await this.#write(join(this.#folder, name), pack, false);
    if (this.#packs) indexPack(this.#packs, name, pack);
  }

  async #readPacks(): Promise<Map<Hash, Packed>> {
    if (this.#packs) return this.#packs;
    const packs = new Map<Hash, Packed>();
    for (const { name, kind } of (await this.#disk.list(this.#folder)) ?? []) {
      if (kind !== 'file' || !name.startsWith('pack-')) continue;
      const pack = (await this.#disk.read(join(this.#folder, name)))?.bytes;
      if (pack) indexPack(packs, name, pack);
    }
    this.#packs = packs;
    return packs;
  }
}

function indexPack(packs: Map<Hash, Packed>, name: string, pack: Uint8Array): void {
  const end = pack.indexOf(0x0a);
  let entries: unknown;
  try {
    entries = JSON.parse(Buffer.from(pack.buffer, pack.byteOffset, Math.max(0, end)).toString('utf8'));
  } catch {
    return;
  }
  let offset = end + 1;
  for (const [hash, length] of entries as [Hash, number][]) {
    packs.set(hash, { pack: name, offset, length });
    offset += length;
  }
}
