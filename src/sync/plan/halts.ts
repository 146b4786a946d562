/** Decides when a sync stops and asks before it carries out a plan. */

import { type Halt, type HaltCode, halt, listSome } from './halt.ts';
import type { Differences } from './planDifferences.ts';
import type { BaseOrigin, PullEntry, PushEntry } from './planTypes.ts';
import type { Tree } from './tree.ts';

/** More deletions than this number, or than this share of a side's files, need a confirmation. */
const massDeleteFiles = 20;
const massDeleteShare = 0.25;

/** The knowledge of a comparison about both sides. */
export interface PlanInput {
  base: Tree;
  local: Tree;
  remote: Tree;
  baseOrigin: BaseOrigin;
  /** Why this folder is never synced; undefined when it may be. */
  folderRefused: Extract<HaltCode, 'root-folder' | 'home-folder'> | undefined;
  folderMissing: boolean;
  gitBusy: boolean;
  /** Writes of another filter's base whose end is not known. */
  unsettled: boolean;
  /** Paths that one listing of the branch has and another lacks. */
  contradictory: readonly string[];
}

type Transfers = Pick<Differences, 'pushes' | 'pulls' | 'conflicts'>;

/** Whether both sides have the same synced files. */
export function isInSync({ pushes, pulls, conflicts }: Transfers): boolean {
  return pushes.length + pulls.length + conflicts.length === 0;
}

/** Halts of both directions, independent of the selected files. */
export function commonHalts(differences: Transfers, input: PlanInput): Halt[] {
  const { base, remote, baseOrigin, folderRefused, contradictory } = input;
  const halts: Halt[] = [];
  if (folderRefused !== undefined) halts.push(halt(folderRefused));
  if (input.folderMissing) halts.push(halt('missing-folder'));
  if (contradictory.length > 0) halts.push(halt('partial-listing', [listSome(contradictory)], contradictory));
  if (!isInSync(differences)) {
    if (baseOrigin === 'new') halts.push(halt('never-synced'));
    else if (baseOrigin === 'lost') halts.push(halt('base-lost'));
  }
  if (baseOrigin === 'other-filter' && (input.unsettled || selectsNew(differences, base))) {
    halts.push(halt('filter-changed'));
  }
  if (input.gitBusy) halts.push(halt('git-busy'));
  if (base.size > 0 && remote.size === 0) halts.push(halt('emptied-branch'));
  return halts;
}

/** Whether a file would be transferred that was not synced before: the filter may have left it out until now. */
function selectsNew({ pushes, pulls, conflicts }: Transfers, base: Tree): boolean {
  return [...pushes, ...pulls, ...conflicts].some((entry) => {
    const from = 'from' in entry ? entry.from : undefined;
    return !base.has(from ?? entry.path);
  });
}

export function pushHalts(pushes: readonly PushEntry[], { base, local, remote }: PlanInput): Halt[] {
  const deleted = pushes.filter(({ change }) => change === 'delete').map(({ path }) => path);
  if (base.size > 0 && local.size === 0 && deleted.length > 0) return [halt('emptied-folder', [], deleted)];
  return massDelete('mass-delete-branch', deleted, remote.size);
}

export function pullHalts(pulls: readonly PullEntry[], { local }: PlanInput): Halt[] {
  const deleted = pulls.filter(({ change }) => change === 'delete').map(({ path }) => path);
  return massDelete('mass-delete-folder', deleted, local.size);
}

function massDelete(code: HaltCode, deleted: readonly string[], of: number): Halt[] {
  if (deleted.length === 0) return [];
  if (deleted.length <= massDeleteFiles && deleted.length <= of * massDeleteShare) return [];
  return [halt(code, [deleted.length, of, listSome(deleted)], deleted)];
}
