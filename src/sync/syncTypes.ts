/** What the facade of synchronisation takes and gives. Data only. */

import type { Log } from '../base/log.ts';
import type { Clock } from './disk/clock.ts';
import type { Halt } from './plan/halt.ts';
import type { Conflict, Plan } from './plan/planTypes.ts';
import type { Confirmation } from './plan/selection.ts';
import type { BranchPort } from './remote/branchPort.ts';
import type { PlatformCaller } from './remote/remote.ts';
import type { Machine } from './store.ts';

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
  /** Absolute path, the same for every window on this machine: base, trash, history and lock live there. */
  storageFolder: string;
  log: Log;
  /** Whether the document of this path (relative to the project folder) has unsaved changes. */
  isDirty?: (path: string) => boolean;
  /** Whether the workspace's git has a merge or rebase open; asked beside the project's own `.git`. */
  openMerge?: () => boolean | Promise<boolean>;
  clock?: Clock;
  /** How long to wait for another window or command to be done, in milliseconds; default 15 000. */
  lockWaitMs?: number;
  /** For tests: the machine, and the branch without a client. */
  machine?: Machine;
  port?: BranchPort;
}
