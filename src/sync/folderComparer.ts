/** Compares one folder with its branch, cleans up after interrupted writes, and records in the base what is equal. */

import type { Clock } from '../base/clock.ts';
import type { Disk } from '../base/disk.ts';
import type { HeldLock } from '../base/folderLock.ts';
import type { Hash } from '../base/hash.ts';
import { type Comparison, compareSides } from './comparison.ts';
import type { FolderStore } from './local/folderStore.ts';
import { isGitBusy } from './local/git.ts';
import type { LocalFolder } from './local/localFolder.ts';
import { isInSync } from './plan/halts.ts';
import { changedTree } from './plan/tree.ts';
import type { BranchReads } from './remote/branchPort.ts';
import type { ContentStore } from './state/contentStore.ts';

interface FolderComparerOptions {
  port: BranchReads;
  disk: Disk;
  clock: Clock;
}

export class FolderComparer {
  readonly #options: FolderComparerOptions;
  #scannedAt = 0;
  #isRecovered = false;

  constructor(options: FolderComparerOptions) {
    this.#options = options;
  }

  /** When the last scan began; milliseconds since the epoch. */
  get scannedAt(): number {
    return this.#scannedAt;
  }

  async compare(store: FolderStore, signal: AbortSignal): Promise<Comparison> {
    const before = this.#scannedAt;
    this.#scannedAt = this.#options.clock.now();
    const tools = {
      root: store.root,
      folder: store.folder,
      port: this.#options.port,
      base: store.base,
      loadFilter: store.loadFilter,
      isGitBusy: () => this.isGitBusy(store),
    };
    try {
      return await compareSides(tools, signal);
    } catch (failure) {
      this.#scannedAt = before;
      throw failure;
    }
  }

  /** Needs the lock: cleans up after interrupted writes before the result is used. */
  async compareUnderLock(store: FolderStore, signal: AbortSignal): Promise<Comparison> {
    let comparison: Comparison;
    try {
      comparison = await this.compare(store, signal);
    } catch (failure) {
      // Cleaning up the folder does not need the platform.
      await this.recover(store);
      throw failure;
    }
    const { leftovers } = comparison.scan;
    await this.recover(store, leftovers);
    return leftovers.length > 0 ? this.compare(store, signal) : comparison;
  }

  /** Cleans up after interrupted writes. Needs the lock. Without `leftovers` it scans for them, once per process. */
  async recover(store: FolderStore, leftovers?: readonly string[]): Promise<void> {
    if (this.#isRecovered && !leftovers?.length) return;
    if (!leftovers) await store.loadFilter();
    const found = leftovers ?? (await store.folder.scan()).leftovers;
    if (found.length > 0) await store.folder.recover(found);
    if (!this.#isRecovered) await store.sweep(this.#options.clock.now());
    this.#isRecovered = true;
  }

  isGitBusy(store: FolderStore): Promise<boolean> {
    return isGitBusy(this.#options.disk, store.root);
  }

  /** Records in the base what is equal on both sides; starts a base if there is none. Takes the lock if it is free and not `held`. */
  async recordAgreed(
    store: FolderStore,
    { plan, input }: Comparison,
    signal: AbortSignal,
    { held, confirmed = held !== undefined }: { held?: HeldLock; confirmed?: boolean } = {},
  ): Promise<void> {
    const isNew = input.baseOrigin !== 'found';
    // A first sync with differences, or a changed filter, needs a confirmation.
    const unconfirmed = isNew && !confirmed && (!isInSync(plan) || input.baseOrigin === 'other-filter');
    // Content that is equal now is common, whatever the user decides: a later edit of it is not a conflict.
    if (unconfirmed && (input.baseOrigin !== 'new' || plan.agreed.size === 0)) return;
    if (input.folderRefused !== undefined || input.folderMissing || input.contradictory.length > 0) return;
    if (!isNew && plan.agreed.size === 0) return;
    const lock = held ?? (await store.lock.acquire(0, signal));
    if (!lock) return;
    try {
      // Another window has written the base since the comparison; the next comparison uses it.
      if (!held && !(await store.base.isCurrent())) return;
      await storeAgreedContents(plan.agreed, store.folder, store.contents);
      const common = changedTree(plan.base, plan.agreed);
      if (unconfirmed) await store.base.beginUnconfirmed(common);
      else if (isNew) await store.base.begin(common);
      else await store.base.record({ agreed: plan.agreed }, this.#options.clock.now());
    } finally {
      if (!held) await lock.release();
    }
  }
}

const atOnce = 200;

/** Makes `agreed` files durable and stores the bytes of those that still have the agreed hash. */
async function storeAgreedContents(
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
