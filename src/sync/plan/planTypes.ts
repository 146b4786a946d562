/** What a plan says: for each path that differs, what would be done and why. Data only. */

import type { Halt } from './halt.ts';
import type { Hash, Tree } from './tree.ts';

/** `new`: never synced. `lost`: the stored base cannot be read. `other-filter`: it was made with another filter. */
export type BaseOrigin = 'new' | 'found' | 'lost' | 'other-filter';

export type Change = 'add' | 'edit' | 'delete' | 'rename';

interface Sides {
  path: string;
  /** Hash at the last time both sides were known to be equal; undefined: the file was absent or nothing is known. */
  base: Hash | undefined;
  local: Hash | undefined;
  remote: Hash | undefined;
}

/** The local side changed: it is to go to the branch. */
export interface PushEntry extends Sides {
  kind: 'push';
  change: Change;
  /** The old path of a rename with unchanged content. */
  from?: string;
}

/** The branch changed: it is to come to the local folder. */
export interface PullEntry extends Sides {
  kind: 'pull';
  change: Change;
  from?: string;
}

/** Both sides changed: both are kept as they are until a person chooses. */
export interface Conflict extends Sides {
  kind: 'conflict';
  reason: 'both-changed' | 'both-added' | 'unsaved';
}

/** A file that is never written to either side, with the reason in plain words. */
export interface RefusedEntry extends Sides {
  kind: 'refused';
  reason: string;
}

export type PlanEntry = PushEntry | PullEntry | Conflict | RefusedEntry;

export interface Plan {
  /** Changes with anything a person would decide on: a confirmation holds for one id only. */
  id: string;
  /** Sorted by path. Files that are equal on both sides are not listed. */
  entries: readonly PlanEntry[];
  pushes: readonly PushEntry[];
  pulls: readonly PullEntry[];
  conflicts: readonly Conflict[];
  refused: readonly RefusedEntry[];
  /** Paths that are equal on both sides (or absent on both) while the base says otherwise: only the base advances. */
  agreed: ReadonlyMap<string, Hash | undefined>;
  /** What a push (or a pull) of this plan would stop at. */
  halts: { push: readonly Halt[]; pull: readonly Halt[] };
  /** The trees the plan was made from, within the filter; `listed` is the whole branch as the server listed it. */
  base: Tree;
  local: Tree;
  remote: Tree;
  listed: Tree;
}
