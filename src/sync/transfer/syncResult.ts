/** The result of one push, pull, resolved conflict or restored file. */

import type { Hash } from '../../base/hash.ts';
import type { Halt } from '../plan/halt.ts';
import type { Change, Conflict, Plan, Skipped } from '../plan/planTypes.ts';

export interface Done {
  path: string;
  direction: 'push' | 'pull';
  change: Change;
  from?: string;
  hash: Hash | undefined;
}

export interface SyncResult {
  /** The plan that was carried out, or that `halt` stopped. */
  plan: Plan;
  done: readonly Done[];
  /** Files left for the next sync: just changed, unsaved, or in use. */
  deferred: readonly Skipped[];
  refused: readonly Skipped[];
  conflicts: readonly Conflict[];
  halt?: Halt;
  /** Whether the listing after a push showed everything that was sent. */
  verified: boolean;
  /** How many requests were sent to the platform. */
  requests: number;
  ms: number;
}
