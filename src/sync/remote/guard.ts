/**
 * The guard: every mutating call of file sync passes it. It checks that the branch is personal, that the dev-mode session is
 * open on it, and that the branch is still as the plan saw it.
 */

import { setMaxListeners } from 'node:events';
import { Limit } from '../../base/async.ts';
import type { Hash } from '../../base/hash.ts';
import { HaltError, halt } from '../plan/halt.ts';
import type { Tree } from '../plan/tree.ts';
import { type BranchPort, type UploadTicket, type WriteStatus, writeStatusOf } from './branchPort.ts';
import {
  assertNamed,
  assertPersonalBranch,
  assertSecondListing,
  assertSessionOn,
  assertUnmoved,
} from './guardRules.ts';

/** Uploads that are prepared at a time, which bounds memory. The client decides how many of them it sends at a time. */
const uploadsAtOnce = 128;

/** How often a changing branch is listed before the write is given up for now. */
const maxListings = 3;

/** A change of the branch's tree. */
export type Write =
  | { kind: 'put'; files: readonly { path: string; content: string }[] }
  | { kind: 'remove'; paths: readonly string[] }
  | { kind: 'rename'; moves: readonly { path: string; newPath: string }[] }
  /** `files` are those of the upload. */
  | { kind: 'finish'; ticket: UploadTicket; files: ReadonlyMap<string, Hash> };

/** An upload transaction, and the branch's last commit when it began; undefined when the platform did not name one. */
interface OpenUpload {
  ticket: UploadTicket;
  lastHash: string | undefined;
}

export interface GuardedWrite {
  write: Write;
  /** The plan's version of every path the write changes; undefined: no file. */
  expected: ReadonlyMap<string, Hash | undefined>;
}

interface GuardOptions {
  /** Files are likely to be added: requests the second listing in parallel with the first one. */
  secondListing: boolean;
  /** The branch's last commit when the work began. */
  lastHash?: string | undefined;
  signal?: AbortSignal | undefined;
}

/** The call that changes the branch failed; `status`: whether it may have changed something. */
export class WriteFailure extends Error {
  readonly status: WriteStatus;
  /** The branch before the call. */
  readonly listed: Tree;

  constructor(listed: Tree, cause: unknown) {
    super('The write to the branch failed.', { cause });
    this.name = 'WriteFailure';
    this.listed = listed;
    this.status = writeStatusOf(cause);
  }
}

export class Guard {
  readonly #port: BranchPort;

  constructor(port: BranchPort) {
    this.#port = port;
  }

  /**
   * Lists the branch and probes the open session, lets `prepare` decide on that listing, then sends. When the branch has
   * another commit than `lastHash`, the listing may be older than that commit, so it is repeated until the branch is stable.
   * @returns whether `prepare` decided on a write.
   * @throws HaltError when a rule is broken; WriteFailure when the change itself fails; otherwise what the port throws.
   */
  async write(prepare: (listed: Tree) => Promise<GuardedWrite | undefined>, options: GuardOptions): Promise<boolean> {
    const port = this.#port;
    const { signal } = options;
    assertPersonalBranch(port.branchName);
    const { listed, secondListing } = await this.#listBranch(options);
    const decided = await prepare(listed);
    if (!decided) return false;
    const { write, expected } = decided;
    assertNamed(changedPaths(write), expected);
    assertUnmoved(expected, listed);
    if ([...expected.values()].includes(undefined)) {
      assertSecondListing(secondListing ?? (await port.listPaths(signal)), expected);
    }
    try {
      await this.#send(write, listed, signal);
    } catch (failure) {
      throw new WriteFailure(listed, failure);
    }
    return true;
  }

  /** Opens an upload transaction; the tree does not change. @throws HaltError when a rule is broken */
  async open(signal?: AbortSignal): Promise<OpenUpload> {
    const port = this.#port;
    assertPersonalBranch(port.branchName);
    // Probe first: a commit after this probe is noticed even when a later listing is older than it.
    const probe = await port.probe(signal);
    assertSessionOn(port.branchName, probe);
    return { ticket: await port.startUpload(signal), lastHash: probe.lastHash };
  }

  /** Uploads files into an open transaction; the tree does not change. */
  async stage(ticket: UploadTicket, files: ReadonlyMap<string, Uint8Array>, signal?: AbortSignal): Promise<void> {
    const port = this.#port;
    const limit = new Limit(uploadsAtOnce);
    const stop = new AbortController();
    const whole = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
    // Each running upload adds a listener, which is not a leak.
    setMaxListeners(2 * uploadsAtOnce, whole);
    const sent = Array.from(files, ([path, bytes]) =>
      limit.run(() => port.uploadFile(ticket, path, bytes, whole), whole),
    );
    try {
      await Promise.all(sent);
    } catch (failure) {
      stop.abort();
      await Promise.allSettled(sent);
      throw failure;
    }
  }

  async #listBranch(options: GuardOptions) {
    const { signal } = options;
    const port = this.#port;
    let { lastHash } = options;
    for (let left = maxListings; left > 0; left -= 1) {
      const [probe, listed, secondListing] = await Promise.all([
        port.probe(signal),
        port.listHashes(signal),
        options.secondListing ? port.listPaths(signal) : undefined,
      ]);
      assertSessionOn(port.branchName, probe);
      if (lastHash === undefined || probe.lastHash === undefined || probe.lastHash === lastHash) {
        return { listed, secondListing };
      }
      lastHash = probe.lastHash;
    }
    throw new HaltError(halt('branch-busy'));
  }

  #send(write: Write, listed: Tree, signal?: AbortSignal): Promise<void> {
    switch (write.kind) {
      case 'put':
        return this.#port.put(write.files, signal);
      case 'remove':
        return this.#port.remove(write.paths, signal);
      case 'rename':
        return this.#port.rename(write.moves, signal);
      case 'finish':
        // The complete tree: a platform that prunes by itself must not find a listed file missing.
        return this.#port.finishUpload(write.ticket, new Map([...listed, ...write.files]), signal);
    }
  }
}

/** The paths that a write changes. */
function changedPaths(write: Write): string[] {
  switch (write.kind) {
    case 'put':
      return write.files.map(({ path }) => path);
    case 'remove':
      return [...write.paths];
    case 'rename':
      return write.moves.flatMap(({ path, newPath }) => [path, newPath]);
    case 'finish':
      return [...write.files.keys()];
  }
}
