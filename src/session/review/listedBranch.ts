/** One branch as a review reads it: its latest listing, and the texts of files only if they are needed. */

import { Limit } from '../../base/async.ts';
import { type Observable, Value } from '../../base/event.ts';
import { type Hash, hashOf } from '../../base/hash.ts';
import type { Tree } from '../../sync/plan/tree.ts';
import type { BranchReads } from '../../sync/remote/branchPort.ts';

/** Texts are kept up to this many characters. */
const maxKept = 20_000_000;

/** Texts by the hash of their bytes; the two branches of a review share it, because most of their files are equal. */
export class TextCache {
  readonly #texts = new Map<Hash, string>();
  #size = 0;

  get(hash: Hash): string | undefined {
    return this.#texts.get(hash);
  }

  add(hash: Hash, text: string): void {
    if (this.#texts.has(hash)) return;
    this.#texts.set(hash, text);
    this.#size += text.length;
    for (const [oldest, { length }] of this.#texts) {
      if (this.#size <= maxKept || oldest === hash) break;
      this.#texts.delete(oldest);
      this.#size -= length;
    }
  }
}

export class ListedBranch {
  readonly branchName: string;
  readonly #port: Pick<BranchReads, 'listHashes' | 'contents'>;
  readonly #texts: TextCache;
  readonly #listed = new Value<Tree | undefined>(undefined);
  /** One request for contents at a time: each answers for every file that was asked for until it began. */
  readonly #reading = new Limit(1);
  readonly #wanted = new Set<string>();

  constructor(branchName: string, port: Pick<BranchReads, 'listHashes' | 'contents'>, texts: TextCache) {
    this.branchName = branchName;
    this.#port = port;
    this.#texts = texts;
  }

  /** Path → hash of every file at the last look; undefined before the first one. */
  get listed(): Observable<Tree | undefined> {
    return this.#listed;
  }

  /** Lists the branch again. @throws PlatformError, CancelledError */
  async list(signal?: AbortSignal): Promise<Tree> {
    const listed = await this.#port.listHashes(signal);
    this.#listed.set(listed);
    return listed;
  }

  /**
   * The texts of files in `listed`. A file without an entry is not text, or has changed since.
   * @throws PlatformError, CancelledError
   */
  async texts(listed: Tree, paths: Iterable<string>, signal?: AbortSignal): Promise<Map<string, string>> {
    const wanted = [...paths].filter((path) => listed.has(path));
    const isMissing = (path: string) => this.#texts.get(listed.get(path)!) === undefined;
    const missing = wanted.filter(isMissing);
    for (const path of missing) this.#wanted.add(path);
    const read = async () => {
      const rest = missing.filter(isMissing);
      if (rest.length > 0) await this.#read(new Set([...rest, ...this.#wanted]), signal);
    };
    if (missing.length > 0) await this.#reading.run(read, signal);
    const found = new Map<string, string>();
    for (const path of wanted) {
      const text = this.#texts.get(listed.get(path)!);
      if (text !== undefined) found.set(path, text);
    }
    return found;
  }

  async #read(paths: ReadonlySet<string>, signal: AbortSignal | undefined): Promise<void> {
    this.#wanted.clear();
    const contents = await this.#port.contents(paths, signal);
    try {
      const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
      for (const path of paths) {
        const bytes = contents.get(path);
        if (bytes) this.#texts.add(hashOf(bytes), decoder.decode(bytes));
      }
    } finally {
      contents.dispose?.();
    }
  }
}
