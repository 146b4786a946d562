/** The input and the state of a sync engine. */

import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import type { Machine } from '../base/machine.ts';
import type { WatchSource } from './local/watchFolder.ts';
import type { Halt } from './plan/halt.ts';
import type { Conflict, Plan } from './plan/planTypes.ts';
import type { Confirmation } from './plan/selection.ts';
import type { SyncTarget } from './plan/syncTarget.ts';
import type { BranchPort } from './remote/branchPort.ts';
import type { PlatformCaller } from './remote/remoteBranch.ts';

export interface SyncState {
  phase: 'idle' | 'scanning' | 'pushing' | 'pulling' | 'offline' | 'halted';
  /** Number of files to push. */
  local: number;
  /** Number of files to pull. */
  remote: number;
  conflicts: readonly Conflict[];
  plan?: Plan;
  halt?: Halt;
  /** Why the last comparison or transfer failed. */
  failure?: unknown;
  /** When a listing last showed everything that was pushed. */
  lastVerified?: Date;
}

export interface SyncOptions extends Confirmation {
  /** Restricts the transfer to these files. */
  paths?: readonly string[];
}

export interface PushedFiles {
  paths: readonly string[];
}

export interface SyncEngineOptions {
  target: SyncTarget;
  client: PlatformCaller;
  /** Absolute path of the folder for base, trash, history and lock; the same for every window on this machine. */
  storageFolder: string;
  log: Log;
  /** Whether the document of this path (relative to the project folder) has unsaved changes. */
  isDirty?: (path: string) => boolean;
  clock?: Clock;
  /** How long to wait for another window or command, in milliseconds; default 15,000. */
  lockWaitMs?: number;
  /** Tests replace the machine, the branch and the watcher. */
  machine?: Machine;
  port?: BranchPort;
  watch?: WatchSource;
}
