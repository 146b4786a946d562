/** Keeps one local folder and one remote branch equal: the facade of synchronisation. Knows no editor and no command line. */

import { Emitter, type Event, type Observable, Value } from '../base/event.ts';
import type { Disposable } from '../base/lifetime.ts';
import type { Log } from '../base/log.ts';
import type { Clock } from './clock.ts';
import type { Halt } from './halt.ts';
import type { JournalEntry } from './journal.ts';
import type { Change, Conflict, Plan } from './planTypes.ts';
import type { PlatformCaller } from './remote.ts';
import type { TrashEntry } from './trash.ts';
import type { Hash } from './tree.ts';

export interface SyncTarget {
  /** Scheme, host and port of the platform. */
  origin: string;
  deploymentId: string | number;
  /** The personal dev branch, by its real name. */
  branchName: string;
  /** Absolute path of the folder that holds `cube.js` or `cube.py` and the model folder. */
  projectFolder: string;
  /** Relative to the project folder, POSIX, usually `model`. */
  modelFolder: string;
}

export interface SyncState {
  phase: 'idle' | 'scanning' | 'pushing' | 'pulling' | 'offline' | 'halted';
  /** Numbers of files that wait to go up, to come down. */
  local: number;
  remote: number;
  conflicts: readonly Conflict[];
  plan?: Plan;
  halt?: Halt;
  /** When a listing last proved that what was pushed had arrived. */
  lastVerified?: Date;
}

export interface Done {
  path: string;
  direction: 'push' | 'pull';
  change: Change;
  from?: string;
  hash: Hash | undefined;
}

export interface SyncResult {
  /** The plan that was carried out, or that stopped at `halt`. */
  plan: Plan;
  done: readonly Done[];
  /** Left for the next round: changed under the hand, unsaved, in use. */
  deferred: readonly { path: string; reason: string }[];
  refused: readonly { path: string; reason: string }[];
  conflicts: readonly Conflict[];
  halt?: Halt;
  /** Whether a listing after a push showed everything that was sent. */
  verified: boolean;
  /** Requests sent to the platform. */
  requests: number;
  ms: number;
}

export interface SyncOptions {
  paths?: readonly string[];
  /** A first sync or a halt goes on only with `confirmed` and the plan that was shown. */
  confirmed?: boolean;
  plan?: Plan;
}

export interface PushedFiles {
  paths: readonly string[];
}

export interface SyncEngineOptions {
  target: SyncTarget;
  client: PlatformCaller;
  /** Absolute path, the same for every window on this machine: base, trash, history and lock live there. */
  storageFolder: string;
  log: Log;
  /** Whether the document of this path (relative to the project folder) has unsaved changes. */
  isDirty?: (path: string) => boolean;
  /** Whether the workspace's git has a merge or rebase open; by default asked of the project's `.git`. */
  openMerge?: () => boolean | Promise<boolean>;
  clock?: Clock;
}

const notYet = (): never => {
  throw new Error('Not built yet');
};

export class SyncEngine implements Disposable {
  readonly #state = new Value<SyncState>({ phase: 'idle', local: 0, remote: 0, conflicts: [] });
  readonly #pushed = new Emitter<PushedFiles>();
  readonly options: SyncEngineOptions;

  constructor(options: SyncEngineOptions) {
    this.options = options;
  }

  get state(): Observable<SyncState> {
    return this.#state;
  }

  /** Fires as soon as the server has accepted a push; the verifying listing follows. */
  get onDidPush(): Event<PushedFiles> {
    return this.#pushed.event;
  }

  /** Scans, lists and plans; writes nothing. */
  refresh(_signal?: AbortSignal): Promise<Plan> {
    return notYet();
  }
  push(_options: SyncOptions = {}, _signal?: AbortSignal): Promise<SyncResult> {
    return notYet();
  }
  pull(_options: SyncOptions = {}, _signal?: AbortSignal): Promise<SyncResult> {
    return notYet();
  }
  /** The save path: coalesced; at most two sequential round trips and the guard's. */
  pushSaved(_paths: readonly string[], _signal?: AbortSignal): Promise<SyncResult> {
    return notYet();
  }
  resolve(_path: string, _choice: 'local' | 'remote' | 'both', _signal?: AbortSignal): Promise<SyncResult> {
    return notYet();
  }
  /** The branch's bytes of a file, checked against its hash; undefined where it has none. */
  remoteContent(_path: string, _signal?: AbortSignal): Promise<Uint8Array | undefined> {
    return notYet();
  }
  /** The bytes both sides last agreed on, where they are still kept. */
  baseContent(_path: string): Promise<Uint8Array | undefined> {
    return notYet();
  }
  why(_path: string): { synced: boolean; reason: string } {
    return notYet();
  }
  /** Newest first. */
  history(): Promise<readonly JournalEntry[]> {
    return notYet();
  }
  /** Newest first. */
  trash(): Promise<readonly TrashEntry[]> {
    return notYet();
  }
  /** Writes the entry's bytes back to their path; what stands there now goes to the trash first. */
  restore(_entry: TrashEntry): Promise<void> {
    return notYet();
  }
  /** Starts to watch the folder; hints only lead to a scan when it is quiet. */
  watch(): Disposable {
    return notYet();
  }
  dispose(): void {
    this.#state.dispose();
    this.#pushed.dispose();
  }
}
