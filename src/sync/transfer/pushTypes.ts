/** The input of a push, and its result. */

import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { LocalFolder } from '../local/localFolder.ts';
import type { Halt } from '../plan/halt.ts';
import type { PushEntry, Skipped } from '../plan/planTypes.ts';
import type { Tree } from '../plan/tree.ts';
import type { BranchReads } from '../remote/branchPort.ts';
import type { Guard } from '../remote/guard.ts';
import type { BaseStore } from '../state/baseStore.ts';
import type { ContentStore } from '../state/contentStore.ts';

export interface PushTools {
  guard: Guard;
  port: BranchReads;
  folder: LocalFolder;
  base: BaseStore;
  contents: ContentStore;
  clock: Clock;
  log: Log;
  /** Whether this process still holds the folder's lock. */
  isHeld(): Promise<boolean>;
  /** Called as soon as the platform has accepted a change. */
  onAccepted(paths: readonly string[]): void;
}

export interface PushResult {
  done: readonly PushEntry[];
  deferred: readonly Skipped[];
  verified: boolean;
  halt?: Halt;
  /** This step changed nothing, and a new plan may succeed: the branch moved, or a request was lost. */
  retry?: { failure: unknown };
  /** The latest listing of the branch. */
  listed?: Tree;
}
