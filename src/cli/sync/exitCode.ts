/** The exit codes of the sync command. */

import type { SyncResult } from './run.ts';

export const exitCodes = { done: 0, stopped: 1, usage: 2, failed: 3, unverified: 4, deferred: 5, refused: 6 } as const;

const meanings: Record<keyof typeof exitCodes, string> = {
  done: 'both sides are equal in what was asked for; with --dry-run, nothing prevents the plan',
  stopped: 'a halt stopped it, or files changed on both sides (conflicts)',
  usage: 'wrong usage',
  failed: 'the synchronisation failed',
  unverified: 'pushed, but not verified, because the listing of the branch failed; run it again',
  deferred: 'files were left for the next run, because they were changing or in use; run it again',
  refused: 'files were left out, because they cannot be synchronised as they are',
};

export const exitCodeHelp = `Exit codes:
${(Object.keys(meanings) as (keyof typeof meanings)[]).map((name) => `  ${exitCodes[name]}  ${meanings[name]}`).join('\n')}
If several apply, the lowest is used. Only the changes of one direction are asked for: a push leaves those of the branch.
`;

export function exitCodeOf({ halts, conflicts, dryRun, verified, deferred, refused }: SyncResult): number {
  if (halts.length > 0 || conflicts.length > 0) return exitCodes.stopped;
  // A dry run sends nothing that could be verified.
  if (!verified && !dryRun) return exitCodes.unverified;
  if (deferred.length > 0) return exitCodes.deferred;
  if (refused.length > 0) return exitCodes.refused;
  return exitCodes.done;
}
