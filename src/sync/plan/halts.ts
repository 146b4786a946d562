/** When a synchronisation stops and asks before it does what was planned. Pure. */

import { type Halt, halt, nameSome } from './halt.ts';
import type { Differences } from './plan.ts';
import type { BaseOrigin, PullEntry, PushEntry } from './planTypes.ts';
import type { Tree } from './tree.ts';

/** More deletions than this many files, or this share of a side's files, are asked about. */
export const massDeleteFiles = 20;
export const massDeleteShare = 0.25;

export interface Circumstances {
  base: Tree;
  local: Tree;
  remote: Tree;
  baseOrigin: BaseOrigin;
  /** Why this folder is never synced; undefined for a sound one. */
  folderRefused: string | undefined;
  folderMissing: boolean;
  gitBusy: boolean;
  /** Paths that one listing of the branch has and another lacks. */
  contradictory: readonly string[];
}

type Movements = Pick<Differences, 'pushes' | 'pulls' | 'conflicts'>;

/** Whether both sides have the same files, those aside that are never synced. */
export function isEven({ pushes, pulls, conflicts }: Movements): boolean {
  return pushes.length + pulls.length + conflicts.length === 0;
}

/** Halts of either direction, whatever files are chosen. */
export function commonHalts(differences: Movements, seen: Circumstances): Halt[] {
  const halts: Halt[] = [];
  if (seen.folderRefused !== undefined) {
    halts.push(
      halt('refused-folder', seen.folderRefused, 'Put the data model into a folder of its own and open that.'),
    );
  }
  if (seen.folderMissing) {
    halts.push(
      halt('missing-folder', 'The project folder is not there.', 'Bring it back, or open the folder where it is now.'),
    );
  }
  if (seen.contradictory.length > 0) {
    halts.push(
      halt(
        'partial-listing',
        `The platform gave contradictory listings of the branch: one lacks ${nameSome(seen.contradictory)}.`,
        'Try again in a moment; nothing was changed.',
        seen.contradictory,
      ),
    );
  }
  if (!isEven(differences)) {
    if (seen.baseOrigin === 'new') {
      halts.push(
        halt('first-sync', 'This folder was never synced with this branch.', 'Look at the plan, then confirm it.'),
      );
    } else if (seen.baseOrigin === 'lost') {
      const message =
        'The record of what was synced last is lost or damaged. Nothing will be deleted; what differs is a conflict.';
      halts.push(halt('first-sync', message, 'Look at the plan, then confirm it.'));
    }
  }
  if (seen.baseOrigin === 'other-filter') {
    const message = 'Other files are synced than last time: the ignore file or the model folder changed.';
    halts.push(halt('filter-changed', message, 'Look at the plan, then confirm it.'));
  }
  if (seen.gitBusy) {
    const message = 'A merge or rebase is under way in the folder’s git repository.';
    halts.push(halt('git-busy', message, 'Finish it first, or confirm that the files are to be synced as they are.'));
  }
  if (seen.base.size > 0 && seen.remote.size === 0) {
    const message = 'The branch shows no files at all, and it had some.';
    halts.push(halt('emptied-branch', message, 'Check the branch; confirm only if it was emptied on purpose.'));
  }
  return halts;
}

export function pushHalts(pushes: readonly PushEntry[], seen: Circumstances): Halt[] {
  const deleted = pushes.filter(({ change }) => change === 'delete').map(({ path }) => path);
  if (seen.base.size > 0 && seen.local.size === 0 && deleted.length > 0) {
    const message = 'The folder holds no file of the model any more, and it had some.';
    return [
      halt(
        'emptied-folder',
        message,
        'Check the folder; confirm only if everything is to be deleted on the branch.',
        deleted,
      ),
    ];
  }
  return massDelete(deleted, seen.remote.size, 'on the branch');
}

export function pullHalts(pulls: readonly PullEntry[], seen: Circumstances): Halt[] {
  const deleted = pulls.filter(({ change }) => change === 'delete').map(({ path }) => path);
  return massDelete(deleted, seen.local.size, 'in this folder');
}

function massDelete(deleted: readonly string[], of: number, where: string): Halt[] {
  if (deleted.length === 0) return [];
  if (deleted.length <= massDeleteFiles && deleted.length <= of * massDeleteShare) return [];
  const message = `${deleted.length} of ${of} files would be deleted ${where}: ${nameSome(deleted)}.`;
  return [halt('mass-delete', message, 'Look at the plan, then confirm it.', deleted)];
}
