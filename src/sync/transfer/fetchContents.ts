/** Fetches contents of the branch, and checks them against their hashes. */

import { type Hash, hashOf } from '../../base/hash.ts';
import type { BranchReads } from '../remote/branchPort.ts';
import type { ContentStore } from '../state/contentStore.ts';

/** More files, or larger ones, are fetched from the branch without asking the content store. */
const maxFromStore = 64;
const maxStoreBytes = 32 * 1024 * 1024;

export interface FetchedFile {
  size: number;
  /** Reads them again: the files together may not fit in memory. */
  bytes(): Uint8Array;
}

/** `not-text`: the platform has no text with this hash. `moved`: the branch has another version now. */
export type Content = FetchedFile | 'not-text' | 'moved';

interface ContentSources {
  port: Pick<BranchReads, 'contents' | 'listHashes'>;
  contents: ContentStore;
}

/** Calls `use` with the contents of files on the branch; they are gone when it ends. */
export async function withContents<T>(
  files: readonly { path: string; hash: Hash }[],
  { port, contents }: ContentSources,
  use: (found: ReadonlyMap<string, Content>) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const found = new Map<string, Content>();
  let storeBytes = 0;
  if (files.length <= maxFromStore) {
    for (const { path, hash } of files) {
      const bytes = storeBytes < maxStoreBytes ? await contents.get(hash) : undefined;
      if (!bytes) continue;
      storeBytes += bytes.length;
      found.set(path, { size: bytes.length, bytes: () => bytes });
    }
  }
  const missing = files.filter(({ path }) => !found.has(path));
  if (missing.length === 0) return use(found);
  const given = await port.contents(new Set(missing.map(({ path }) => path)), signal);
  try {
    const wrong: { path: string; hash: Hash }[] = [];
    for (const file of missing) {
      const bytes = given.get(file.path);
      if (bytes && hashOf(bytes) === file.hash) {
        found.set(file.path, { size: bytes.length, bytes: () => given.get(file.path)! });
      } else wrong.push(file);
    }
    if (wrong.length > 0) {
      const now = await port.listHashes(signal);
      // A listed file without content was left out of the answer: it can be fetched later.
      for (const { path, hash } of wrong) {
        found.set(path, now.get(path) === hash && given.has(path) ? 'not-text' : 'moved');
      }
    }
    return await use(found);
  } finally {
    given.dispose?.();
  }
}
