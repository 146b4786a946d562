/** The plan: for each path that differs, what to do and why. */

import type { CatalogMessage } from '../../base/errors.ts';
import type { Hash } from '../../base/hash.ts';
import type { Halt } from './halt.ts';
import type { Tree } from './tree.ts';

/** `new`: never synced. `lost`: the stored base cannot be read. `other-filter`: it was made with another filter. */
export type BaseOrigin = 'new' | 'found' | 'lost' | 'other-filter';

export type Change = 'add' | 'edit' | 'delete' | 'rename';

/** The three versions of one path; undefined: no file. */
export interface Sides {
  path: string;
  /** The version both sides last agreed on; undefined also when nothing is known. */
  base: Hash | undefined;
  local: Hash | undefined;
  remote: Hash | undefined;
}

/** The local side changed: the change goes to the branch. */
export interface PushEntry extends Sides {
  kind: 'push';
  change: Change;
  /** The old path of a rename with unchanged content. */
  from?: string;
}

/** The branch changed: the change comes to the local folder. */
export interface PullEntry extends Sides {
  kind: 'pull';
  change: Change;
  from?: string;
}

/** Orders by path. */
export function byPath(a: { path: string }, b: { path: string }): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}

export type TransferEntry = PushEntry | PullEntry;

/** Both sides changed: both stay as they are until the user decides. */
export interface Conflict extends Sides {
  kind: 'conflict';
  reason: 'both-changed' | 'both-added' | 'unsaved' | 'file-and-folder';
  /** `file-and-folder`: the path is a file on one side; these are the files in the folder of that name on the other side. */
  inside?: readonly Sides[];
}

/** A file that is refused or left for the next sync. */
export interface Skipped {
  path: string;
  reason: CatalogMessage;
}

/** A file that is never written to either side. */
export interface RefusedEntry extends Sides {
  kind: 'refused';
  reason: CatalogMessage;
}

export type PlanEntry = TransferEntry | Conflict | RefusedEntry;

export interface Plan {
  /** Changes with anything the user decides on: a confirmation is valid for one id only. */
  id: string;
  /** Sorted by path. Files that are equal on both sides are not listed. */
  entries: readonly PlanEntry[];
  pushes: readonly PushEntry[];
  pulls: readonly PullEntry[];
  conflicts: readonly Conflict[];
  refused: readonly RefusedEntry[];
  /** Paths that are equal on both sides (or absent on both) but not in the base: only the base advances. */
  agreed: ReadonlyMap<string, Hash | undefined>;
  /** Reasons why a push (or a pull) of this plan stops. */
  halts: { push: readonly Halt[]; pull: readonly Halt[] };
  /** The three trees of the plan, within the filter. */
  base: Tree;
  local: Tree;
  remote: Tree;
  /** The whole branch as the platform listed it. */
  listed: Tree;
}
