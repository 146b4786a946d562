/** The exit code of a synchronisation. */

import { exits } from '../exits/exitCodes.ts';
import type { SyncResult } from './run.ts';

/** If several apply, the lowest one. */
export function exitCodeOf({ halts, conflicts, dryRun, verified, deferred, refused }: SyncResult): number {
  const { sync } = exits;
  if (halts.length > 0 || conflicts.length > 0) return sync.stopped.code;
  // A dry run sends nothing that could be verified.
  if (!verified && !dryRun) return sync.unverified.code;
  if (deferred.length > 0) return sync.deferred.code;
  return (refused.length > 0 ? sync.refused : sync.done).code;
}
