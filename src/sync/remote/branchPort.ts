/** The requests synchronisation sends for a branch. Nothing is checked here, so only the guard may use `BranchWrites`. */

import type { Hash } from '../../base/hash.ts';
import type { PlatformError } from '../../platform/platformError.ts';
import type { Tree } from '../plan/tree.ts';

export interface Probe {
  /** The branch of the credential's dev-mode session; undefined when no session is open. */
  branchName: string | undefined;
  lastHash?: string | undefined;
}

/** Texts of files as UTF-8 bytes. Not verified, and not the file's own bytes when these are not UTF-8 text. */
export interface FileTexts {
  has(path: string): boolean;
  /** null: the platform names the file but returns no text. */
  get(path: string): Uint8Array | null | undefined;
  /** Frees memory and disk; nothing is read after it. */
  dispose?(): void;
}

export interface BranchReads {
  readonly branchName: string;
  /** Requests sent so far. */
  readonly requests: number;
  /** Path → hash of every file on the branch, paths without a leading slash. */
  listHashes(signal?: AbortSignal): Promise<Tree>;
  /** The paths of the source tree: a second, independent listing. */
  listPaths(signal?: AbortSignal): Promise<ReadonlySet<string>>;
  /** The texts of at least the wanted files. */
  contents(wanted: ReadonlySet<string>, signal?: AbortSignal): Promise<FileTexts>;
  /** Asks for the branch of the credential's dev-mode session. */
  probe(signal?: AbortSignal): Promise<Probe>;
}

export interface UploadTicket {
  id: string | number;
  [unknown: string]: unknown;
}

interface BranchWrites {
  put(files: readonly { path: string; content: string }[], signal?: AbortSignal): Promise<void>;
  remove(paths: readonly string[], signal?: AbortSignal): Promise<void>;
  rename(moves: readonly { path: string; newPath: string }[], signal?: AbortSignal): Promise<void>;
  startUpload(signal?: AbortSignal): Promise<UploadTicket>;
  uploadFile(ticket: UploadTicket, path: string, bytes: Uint8Array, signal?: AbortSignal): Promise<void>;
  /** Applies the whole upload in one step. Files that `manifest` does not name stay. */
  finishUpload(ticket: UploadTicket, manifest: ReadonlyMap<string, Hash>, signal?: AbortSignal): Promise<void>;
}

export type BranchPort = BranchReads & BranchWrites;

/** Whether a failed write may have changed the branch. */
export type WriteStatus = PlatformError['writeState'];

/** The status of a failed write; a failure without one may have changed the branch. */
export function writeStatusOf(failure: unknown): WriteStatus {
  // Typed by the platform's error, so that the compiler notices when its property is renamed.
  const { writeState } = (failure ?? {}) as Partial<Pick<PlatformError, 'writeState'>>;
  return writeState === 'not-sent' || writeState === 'refused-by-server' ? writeState : 'unknown';
}
