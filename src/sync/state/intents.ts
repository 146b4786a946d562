/** What was about to be written when a process may have ended: each intent names a version one side certainly had. */

import type { Hash, Tree } from '../plan/tree.ts';

export interface Intent {
  /** `push`: the local side had `hash`, and the branch may have it now. `pull`: the other way round. */
  side: 'push' | 'pull';
  path: string;
  /** null: the file was absent there. */
  hash: Hash | null;
  /** Set when the answer to a push was lost: the request may still arrive; milliseconds since the epoch. */
  lost?: number;
}

/** How long a request whose answer was lost is expected to arrive after all. */
export const lateArrivalMs = 60 * 60 * 1000;

/**
 * The base with every intent that came true: a version that one side had and the other side shows now is common to both.
 * Without this, a change made after an interrupted write would look like a conflict, or like a colleague's change undone.
 * Where one side went back since and the other moved on, nobody knows from what: nothing is common then, and a person decides.
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
    // One whose answer was lost stays for a while, whatever was agreed since: it says nothing about what is known now.
    const known = settled.get(path);
    if (lost === undefined && own === known && own !== (hash ?? undefined) && seen !== known) settled.delete(path);
  }
  return settled;
}
