/** The versions of a file that a diff or a merge needs: the branch's and the base's. */

import type { FolderStore } from '../local/folderStore.ts';
import { syncErrors } from '../plan/syncErrors.ts';
import type { Tree } from '../plan/tree.ts';
import type { BranchReads } from '../remote/branchPort.ts';
import { fetchContents } from '../transfer/pullFiles.ts';

interface BranchContentsOptions {
  port: BranchReads;
  openStore: () => Promise<FolderStore>;
  /** The latest listing of the branch, if there is one. */
  listed: () => Tree | undefined;
}

export class BranchContents {
  readonly #options: BranchContentsOptions;
  /** The contents of the last listing: the platform returns all files in one answer. */
  #fetched: { listed: Tree; files: ReadonlyMap<string, Uint8Array | null> } | undefined;

  constructor(options: BranchContentsOptions) {
    this.#options = options;
  }

  /** The branch's bytes of a file, verified by their hash; undefined: no file. @throws UserError when the file is not text */
  async remoteContent(path: string, signal?: AbortSignal): Promise<Uint8Array | undefined> {
    const { port, openStore } = this.#options;
    const store = await openStore();
    const listed = this.#options.listed() ?? (await port.listHashes(signal));
    const hash = listed.get(path);
    if (hash === undefined) return undefined;
    const reads = {
      listHashes: () => port.listHashes(signal),
      contents: () => this.#allContents(listed, signal),
    };
    const found = await fetchContents([{ path, hash }], { port: reads, contents: store.contents }, signal);
    const content = found.get(path);
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

  async #allContents(listed: Tree, signal?: AbortSignal): Promise<ReadonlyMap<string, Uint8Array | null>> {
    if (this.#fetched?.listed === listed) return this.#fetched.files;
    const files = await this.#options.port.contents(signal);
    this.#fetched = { listed, files };
    return files;
  }
}
