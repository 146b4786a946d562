/** What synchronisation asks of a remote branch. Unguarded: only guard.ts may hold the writing half. */

import type { Hash, Tree } from '../plan/tree.ts';

export interface Probe {
  /** The branch the credential's dev-mode session is on; undefined where no session is open. */
  branchName: string | undefined;
  lastHash?: string | undefined;
}

export interface BranchReads {
  readonly branchName: string;
  /** Requests sent so far. */
  readonly requests: number;
  /** Path → hash of every file on the branch, paths without a leading slash. */
  listHashes(signal?: AbortSignal): Promise<Tree>;
  /** The paths of the source tree: a second, independent witness of what is there. */
  listPaths(signal?: AbortSignal): Promise<ReadonlySet<string>>;
  /**
   * Every file's text as UTF-8 bytes; unverified, and not the file's own bytes where they are no UTF-8 text. null: the
   * platform names the file and gives no text.
   */
  contents(signal?: AbortSignal): Promise<ReadonlyMap<string, Uint8Array | null>>;
  /** Asks which branch the credential's dev-mode session is on. */
  probe(signal?: AbortSignal): Promise<Probe>;
}

export interface UploadTicket {
  id: string | number;
  [unknown: string]: unknown;
}

export interface BranchWrites {
  put(files: readonly { path: string; content: string }[], signal?: AbortSignal): Promise<void>;
  remove(paths: readonly string[], signal?: AbortSignal): Promise<void>;
  rename(moves: readonly { path: string; newPath: string }[], signal?: AbortSignal): Promise<void>;
  startUpload(signal?: AbortSignal): Promise<UploadTicket>;
  uploadFile(ticket: UploadTicket, path: string, bytes: Uint8Array, signal?: AbortSignal): Promise<void>;
  /** Applies the upload at once. With `prune` what `manifest` does not name is deleted. */
  finishUpload(
    ticket: UploadTicket,
    manifest: ReadonlyMap<string, Hash>,
    prune: boolean,
    signal?: AbortSignal,
  ): Promise<void>;
}

export type BranchPort = BranchReads & BranchWrites;

/** What became of a write whose call failed. */
export type WriteOutcome = 'not-sent' | 'unknown' | 'refused-by-server';

/** Reads the outcome off a failure; a failure that does not say may have happened. */
export function outcomeOf(failure: unknown): WriteOutcome {
  const outcome = (failure as { outcome?: unknown } | undefined)?.outcome;
  return outcome === 'not-sent' || outcome === 'refused-by-server' ? outcome : 'unknown';
}
