/** Intents: recorded writes that are not confirmed yet. A process may have ended before or after such a write. */

import type { Hash } from '../../base/hash.ts';
import type { Tree } from '../plan/tree.ts';

export interface Intent {
  /** `push`: the local side had `hash`, and the branch may have it now. `pull`: the branch had it, and the folder may. */
  side: 'push' | 'pull';
  path: string;
  /** null: no file. */
  hash: Hash | null;
  /** When the answer to a push was lost, in milliseconds since the epoch: the request may still arrive. */
  lost?: number;
}

/** How long a request whose answer was lost may still arrive. */
export const lateArrivalMs = 60 * 60 * 1000;

/**
 * Applies to the base every intent whose write happened: one side had the version, and the other side has it now. Otherwise a
 * change after an interrupted write would look like a conflict, or like a revert of a colleague's change. When one side went
 * back and the other side changed, the common version is unknown: the path has no base, and the user decides.
 */
export function settleIntents(base: Tree, intents: readonly Intent[], local: Tree, remote: Tree): Tree {
  if (intents.length === 0) return base;
  const settled = new Map(base);
  for (const { side, path, hash, lost } of intents) {
    const l = local.get(path);
    const r = remote.get(path);
    if (l === r) continue;
    const [own, seen] = side === 'push' ? [l, r] : [r, l];
    if (seen === (hash ?? undefined)) {
      if (hash === null) settled.delete(path);
      else settled.set(path, hash);
      continue;
    }
    // An intent with a lost answer may be older than the base, so it does not make the base uncertain.
    const known = settled.get(path);
    if (lost === undefined && own === known && own !== (hash ?? undefined) && seen !== known) settled.delete(path);
  }
  return settled;
}
