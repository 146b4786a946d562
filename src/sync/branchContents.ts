/** The versions of a file that a diff or a merge needs: the branch's and the base's. */

import type { FolderStore } from './local/folderStore.ts';
import type { Plan } from './plan/planTypes.ts';
import { syncErrors } from './plan/syncErrors.ts';
import type { BranchReads } from './remote/branchPort.ts';
import { type Content, withContents } from './transfer/fetchContents.ts';

const maxAtOnce = 64;

interface BranchContentsOptions {
  port: BranchReads;
  openStore: () => Promise<FolderStore>;
  /** The shown plan, if there is one. */
  plan: () => Plan | undefined;
}

export class BranchContents {
  readonly #options: BranchContentsOptions;

  constructor(options: BranchContentsOptions) {
    this.#options = options;
  }

  /** The branch's bytes of a file, verified by their hash; undefined: no file. @throws UserError when the file is not text */
  async remoteContent(path: string, signal?: AbortSignal): Promise<Uint8Array | undefined> {
    const { port, openStore, plan } = this.#options;
    const { contents } = await openStore();
    const shown = plan();
    const listed = shown?.listed ?? (await port.listHashes(signal));
    const hash = listed.get(path);
    if (hash === undefined) return undefined;
    const kept = await contents.get(hash);
    if (kept) return kept;
    // The platform returns all files in one answer, so the other conflicts are kept with this one.
    const files = new Map([[path, hash]]);
    for (const each of shown?.conflicts ?? []) {
      if (each.remote !== undefined && files.size < maxAtOnce) files.set(each.path, each.remote);
    }
    const wanted = Array.from(files, ([each, itsHash]) => ({ path: each, hash: itsHash }));
    const take = async (found: ReadonlyMap<string, Content>) => {
      for (const [each, content] of found) {
        if (typeof content === 'object') await contents.cache(new Map([[files.get(each)!, content.bytes()]]));
      }
      const content = found.get(path);
      return typeof content === 'object' ? content.bytes() : content;
    };
    const content = await withContents(wanted, { port, contents }, take, signal);
    if (content === 'not-text') throw syncErrors.error('not-text', [path]);
    if (content === 'moved') throw syncErrors.error('content-moved', [path]);
    return content;
  }

  /** The base's bytes of a file; undefined when they are not kept. */
  async baseContent(path: string): Promise<Uint8Array | undefined> {
    const store = await this.#options.openStore();
    if (store.base.lastKnown.size === 0) await store.base.load((await store.loadFilter()).fingerprint);
    const hash = store.base.lastKnown.get(path);
    if (hash === undefined) return undefined;
    const local = await store.folder.read(path, { settle: false });
    return local?.hash === hash ? local.bytes : store.contents.get(hash);
  }
}
