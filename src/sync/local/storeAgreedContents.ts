/** Stores the bytes of the base, so that a later conflict can be merged three ways. */

import type { Hash } from '../../base/hash.ts';
import type { ContentStore } from '../state/contentStore.ts';
import type { LocalFolder } from './localFolder.ts';

const atOnce = 200;

/** Makes `agreed` files durable and stores the bytes of those that still have the agreed hash. */
export async function storeAgreedContents(
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
