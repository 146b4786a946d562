/** Keeps the bytes that both sides agreed on, so that a later conflict can be merged three ways. */

import type { Hash } from '../plan/tree.ts';
import type { ContentStore } from '../state/contentStore.ts';
import type { LocalFolder } from './localFolder.ts';

const atOnce = 200;

/** Puts `agreed` files on the disk, and keeps the bytes of those that still have that hash. */
export async function keepAgreed(
  agreed: ReadonlyMap<string, Hash | undefined>,
  folder: LocalFolder,
  contents: ContentStore,
): Promise<void> {
  await folder.makeDurable(agreed.keys());
  const files = [...agreed].filter(([, hash]) => hash !== undefined);
  for (let at = 0; at < files.length; at += atOnce) {
    const kept = new Map<Hash, Uint8Array>();
    const reads = files.slice(at, at + atOnce).map(async ([path, hash]) => {
      const file = await folder.read(path, { settle: false });
      if (file && file.hash === hash) kept.set(file.hash, file.bytes);
    });
    await Promise.all(reads);
    await contents.cache(kept);
  }
}
