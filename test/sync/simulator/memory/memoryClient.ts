/** The platform's operations over a `MemoryPort`, in the platform's form: leading slashes, trees of files, pages, several envelopes. */

import type { FileNode } from '../../../../src/contract/dataModel/dataModel.ts';
import type { BodyOf, Operation, ResponseOf } from '../../../../src/contract/definition/operation.ts';
import { operations } from '../../../../src/contract/operations.ts';
import type { Tree } from '../../../../src/sync/plan/tree.ts';
import type { UploadTicket } from '../../../../src/sync/remote/branchPort.ts';
import type { PlatformCaller } from '../../../../src/sync/remote/remoteBranch.ts';
import type { MemoryPort } from './memoryPort.ts';

interface Input {
  query?: Record<string, unknown> | undefined;
  body?: unknown;
}

export class MemoryClient implements PlatformCaller {
  readonly #port: MemoryPort;
  /** The form of a listing: a map, a map under `files`, or a list. */
  readonly #form: number;

  constructor(port: MemoryPort, form: number) {
    this.#port = port;
    this.#form = form;
  }

  async call<O extends Operation>(operation: O, input: Input): Promise<ResponseOf<O>> {
    return (await this.#answer(operation, input)) as ResponseOf<O>;
  }

  #answer(operation: Operation, { query = {}, body }: Input): Promise<unknown> {
    const port = this.#port;
    switch (operation.id) {
      case operations.getFileHashes.id:
        return port.listHashes().then((tree) => this.#hashes(tree));
      case operations.listFiles.id:
        return this.#files(query);
      case operations.getBuildStatus.id:
        return port.probe();
      case operations.putFiles.id:
        return port.put((body as BodyOf<typeof operations.putFiles>).files);
      case operations.deleteFiles.id:
        return port.remove((body as BodyOf<typeof operations.deleteFiles>).files.map(({ path }) => path));
      case operations.renameFiles.id:
        return port.rename((body as BodyOf<typeof operations.renameFiles>).files);
      case operations.startUpload.id:
        return port.startUpload().then((transaction) => ({ transaction }));
      case operations.uploadFile.id: {
        const { transaction, fileName, file } = body as BodyOf<typeof operations.uploadFile>;
        return port.uploadFile(JSON.parse(transaction) as UploadTicket, fileName, file);
      }
      case operations.finishUpload.id: {
        const { transaction, files, autoRemoveFiles = true } = body as BodyOf<typeof operations.finishUpload>;
        const manifest = new Map(Object.entries(files).map(([path, { hash }]) => [path, hash]));
        return port.finishUpload(transaction, manifest, autoRemoveFiles);
      }
      default:
        throw new Error(`The simulated platform has no ${operation.id}`);
    }
  }

  #hashes(tree: Tree): unknown {
    if (this.#form === 2) return Array.from(tree, ([path, hash]) => ({ path, hash: hash.toUpperCase() }));
    const map = Object.fromEntries(Array.from(tree, ([path, hash]) => [`/${path}`, { hash }]));
    return this.#form === 1 ? { files: map } : map;
  }

  async #files({ withContent, after }: Record<string, unknown>): Promise<unknown> {
    const from = typeof after === 'string' ? after : undefined;
    const { files, endCursor, hasNextPage } = await this.#port.listPage(withContent === true, from);
    const pageInfo = { hasNextPage, endCursor };
    const items = nodesOf(files, withContent === true);
    return this.#form === 1 ? { data: items, pageInfo } : { items, pageInfo };
  }
}

function nodesOf(files: ReadonlyMap<string, Uint8Array>, withContent: boolean): FileNode[] {
  const root: FileNode[] = [];
  const folders = new Map<string, FileNode[]>([['', root]]);
  const childrenOf = (folder: string): FileNode[] => {
    const known = folders.get(folder);
    if (known) return known;
    const children: FileNode[] = [];
    folders.set(folder, children);
    childrenOf(folder.slice(0, Math.max(0, folder.lastIndexOf('/')))).push({
      path: `/${folder}`,
      type: 'directory',
      children,
    });
    return children;
  };
  for (const [path, bytes] of files) {
    childrenOf(path.slice(0, Math.max(0, path.lastIndexOf('/')))).push({
      path: `/${path}`,
      type: 'file',
      ...(withContent && { content: Buffer.from(bytes).toString('utf8') }),
    });
  }
  return root;
}
