/** All versions the users wrote and what they are based on: checks at the end whether a version was lost. */

import { type Hash, hashOf } from '../../../src/base/hash.ts';

const hashes = new WeakMap<Uint8Array, Hash>();

/** The hash of immutable bytes. */
export function hashOnce(bytes: Uint8Array): Hash {
  let hash = hashes.get(bytes);
  if (hash === undefined) {
    hash = hashOf(bytes);
    hashes.set(bytes, hash);
  }
  return hash;
}

interface Version {
  text: string;
  parents: Hash[];
  author: string;
}

export class History {
  readonly #versions = new Map<Hash, Version>();
  /** Versions a user gave up: deleted, or not taken in a conflict. */
  readonly #givenUp = new Set<Hash>();
  #next = 1;

  /** A new version, based on `before`. */
  write(author: string, before: Uint8Array | undefined, binary = false): Uint8Array {
    const text = `${author} wrote version ${this.#next++}\n`;
    const bytes = Buffer.from(binary ? `${text}\0` : text);
    this.#versions.set(hashOnce(bytes), { text, parents: before ? [hashOnce(before)] : [], author });
    return bytes;
  }

  giveUp(bytes: Uint8Array | undefined): void {
    if (bytes) this.#givenUp.add(hashOnce(bytes));
  }

  /** Whether a version is based on another one, directly or indirectly. */
  descends(hash: Hash, from: Hash): boolean {
    const seen = new Set<Hash>();
    const open = [hash];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (next === from) return true;
      if (seen.has(next)) continue;
      seen.add(next);
      open.push(...(this.#versions.get(next)?.parents ?? []));
    }
    return false;
  }

  isVersion(hash: Hash): boolean {
    return this.#versions.has(hash);
  }

  authorOf(hash: Hash): string | undefined {
    return this.#versions.get(hash)?.author;
  }

  /** Versions that are neither in `live`, nor an ancestor of one that is or that was given up. */
  lost(live: ReadonlySet<Hash>): { hash: Hash; text: string }[] {
    const accounted = new Set<Hash>();
    const account = (hash: Hash) => {
      if (accounted.has(hash)) return;
      accounted.add(hash);
      for (const parent of this.#versions.get(hash)?.parents ?? []) account(parent);
    };
    for (const hash of live) account(hash);
    for (const hash of this.#givenUp) account(hash);
    const lost: { hash: Hash; text: string }[] = [];
    for (const [hash, { text }] of this.#versions) if (!accounted.has(hash)) lost.push({ hash, text });
    return lost;
  }
}
