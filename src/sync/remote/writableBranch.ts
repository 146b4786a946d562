/** Changes the files of a branch. Nothing is checked here: only the guard calls these methods. */

import type { Hash } from '../../base/hash.ts';
import { dataModelOperations } from '../../contract/dataModel/dataModel.ts';
import type { BodyOf, Operation, ParamsOf, QueryOf, ResponseOf } from '../../contract/definition/operation.ts';
import type { BranchPort, UploadTicket } from './branchPort.ts';
import { type BranchTarget, type PlatformCaller, RemoteBranch } from './remoteBranch.ts';

export class WritableBranch extends RemoteBranch implements BranchPort {
  readonly #whole: PlatformCaller<'files'>;

  constructor(client: PlatformCaller, target: BranchTarget, spoolFolder?: string) {
    super(client, target, spoolFolder);
    this.#whole = client;
  }

  async put(files: readonly { path: string; content: string }[], signal?: AbortSignal): Promise<void> {
    await this.#change(
      dataModelOperations.putFiles,
      { body: { files: [...files], branchName: this.branchName } },
      signal,
    );
  }

  async remove(paths: readonly string[], signal?: AbortSignal): Promise<void> {
    const files = paths.map((path) => ({ path }));
    await this.#change(dataModelOperations.deleteFiles, { body: { files, branchName: this.branchName } }, signal);
  }

  async rename(moves: readonly { path: string; newPath: string }[], signal?: AbortSignal): Promise<void> {
    await this.#change(
      dataModelOperations.renameFiles,
      { body: { files: [...moves], branchName: this.branchName } },
      signal,
    );
  }

  async startUpload(signal?: AbortSignal): Promise<UploadTicket> {
    const { branchName } = this;
    // Some platform versions read the branch from the query, some from the body.
    const input = { query: { branchName }, body: { branchName } };
    return (await this.#change(dataModelOperations.startUpload, input, signal)).transaction;
  }

  async uploadFile(ticket: UploadTicket, path: string, bytes: Uint8Array, signal?: AbortSignal): Promise<void> {
    const { branchName } = this;
    const body = { transaction: JSON.stringify(ticket), fileName: path, file: bytes, branchName };
    await this.#change(dataModelOperations.uploadFile, { query: { branchName }, body }, signal);
  }

  async finishUpload(ticket: UploadTicket, manifest: ReadonlyMap<string, Hash>, signal?: AbortSignal): Promise<void> {
    const { branchName } = this;
    const files = Object.fromEntries(Array.from(manifest, ([path, hash]) => [path, { hash }]));
    const body = { transaction: ticket, files, autoRemoveFiles: false, branchName };
    await this.#change(dataModelOperations.finishUpload, { query: { branchName }, body }, signal);
  }

  #change<O extends Operation & { changes: 'files' }>(
    operation: O,
    input: { query?: Partial<QueryOf<O>>; body?: BodyOf<O> },
    signal?: AbortSignal,
  ): Promise<ResponseOf<O>> {
    this.requests += 1;
    return this.#whole.call(operation, { params: this.params as ParamsOf<O>, ...input }, { signal });
  }
}
