/** Reads a branch on the platform: paths without a leading slash, complete listings, counted requests. */

import { tmpdir } from 'node:os';
import { isPersonalBranch } from '../../contract/dataModel/branches.ts';
import { dataModelOperations, type FileNode, readFileHashes } from '../../contract/dataModel/dataModel.ts';
import type { BodyOf, Change, Operation, ParamsOf, QueryOf, ResponseOf } from '../../contract/definition/operation.ts';
import { runtimeOperations } from '../../contract/deployments/runtime.ts';
import type { CallOptions } from '../../platform/client.ts';
import { pagesOf } from '../../platform/pages.ts';
import type { Tree } from '../plan/tree.ts';
import type { BranchReads, FileTexts, Probe } from './branchPort.ts';
import { FileTreeReader } from './fileTreeReader.ts';
import { TextSpool } from './textSpool.ts';

/** The one method of the platform's client that synchronisation uses. `Changes`: what its operations may change. */
export interface PlatformCaller<in Changes extends Change = Change> {
  call<O extends Operation & { changes: Changes }>(
    operation: O,
    input: { params?: ParamsOf<O>; query?: Partial<QueryOf<O>>; body?: BodyOf<O> },
    options?: Pick<CallOptions, 'signal' | 'deadlineMs' | 'reader'>,
  ): Promise<ResponseOf<O>>;
}

export interface BranchTarget {
  origin: string;
  deploymentId: string | number;
  branchName: string;
}

type SendOptions = Parameters<PlatformCaller['call']>[2];

const upperCase = /[A-F]/;
/** For all texts of a branch, which may be hundreds of megabytes. */
const contentsMs = 30 * 60_000;

export class RemoteBranch implements BranchReads {
  readonly branchName: string;
  readonly #client: PlatformCaller<'nothing'>;
  readonly #host: string;
  protected readonly params: { deploymentId: string | number };
  readonly #spoolFolder: string;
  requests = 0;
  /** The last listing; the client returns the same object for an equal answer, so the tree is reused. */
  #listed: { answer: unknown; tree: Tree } | undefined;

  constructor(
    client: PlatformCaller<'nothing'>,
    { origin, deploymentId, branchName }: BranchTarget,
    /** For texts that do not fit in memory. */
    spoolFolder = tmpdir(),
  ) {
    this.#client = client;
    this.#host = URL.canParse(origin) ? new URL(origin).host : 'The local emulator';
    this.params = { deploymentId };
    this.#spoolFolder = spoolFolder;
    this.branchName = branchName;
  }

  async listHashes(signal?: AbortSignal): Promise<Tree> {
    const query = { branchName: this.branchName };
    const answer = await this.#send(dataModelOperations.getFileHashes, { query }, { signal });
    if (this.#listed?.answer === answer) return this.#listed.tree;
    const tree = readFileHashes(answer, relative);
    for (const [path, hash] of tree) if (upperCase.test(hash)) tree.set(path, hash.toLowerCase());
    this.#listed = { answer, tree };
    return tree;
  }

  async listPaths(signal?: AbortSignal): Promise<ReadonlySet<string>> {
    return new Set((await this.#files({ withContent: false }, { signal })).map(({ path }) => relative(path)));
  }

  async contents(wanted: ReadonlySet<string>, signal?: AbortSignal): Promise<FileTexts> {
    const spool = new TextSpool(this.#spoolFolder);
    const reader = () =>
      new FileTreeReader(
        (path) => wanted.has(relative(path)),
        (path, text) => spool.add(relative(path), text),
      );
    try {
      const files = await this.#files({ withContent: true }, { signal, deadlineMs: contentsMs, reader });
      for (const { path, content } of files) {
        const isRead = !wanted.has(relative(path)) || spool.has(relative(path));
        if (!isRead) spool.add(relative(path), typeof content === 'string' ? Buffer.from(content, 'utf8') : null);
      }
      return spool;
    } catch (failure) {
      spool.dispose();
      throw failure;
    }
  }

  async probe(signal?: AbortSignal): Promise<Probe> {
    const status = await this.#send(runtimeOperations.getBuildStatus, {}, { signal });
    const branchName = status.branchName ?? undefined;
    return {
      branchName: branchName !== undefined && isPersonalBranch(branchName) ? branchName : undefined,
      lastHash: status.lastHash ?? undefined,
    };
  }

  async #files(query: { withContent: boolean }, options: SendOptions): Promise<FileNode[]> {
    const found: FileNode[] = [];
    const first = { branchName: this.branchName, ...query };
    const call = (page: Record<string, unknown>) => this.#send(dataModelOperations.listFiles, { query: page }, options);
    // Without `first` the platform returns the whole tree; follow pages in case it does not.
    for await (const page of pagesOf<FileNode>(dataModelOperations.listFiles, first, call, { host: this.#host })) {
      collectFiles(page.items, found);
    }
    return found;
  }

  #send<O extends Operation & { changes: 'nothing' }>(
    operation: O,
    input: { query?: Partial<QueryOf<O>>; body?: BodyOf<O> },
    options: SendOptions,
  ): Promise<ResponseOf<O>> {
    this.requests += 1;
    return this.#client.call(operation, { params: this.params as ParamsOf<O>, ...input }, options);
  }
}

/** The platform reports paths with or without a leading slash. The filter refuses any other unusual name. */
function relative(path: string): string {
  return path.startsWith('/') ? path.slice(1) : path;
}

function collectFiles(nodes: readonly FileNode[], found: FileNode[]): void {
  for (const node of nodes) {
    if (node.children) collectFiles(node.children, found);
    else if (node.type !== 'directory') found.push(node);
  }
}
