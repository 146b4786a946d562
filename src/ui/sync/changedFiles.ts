/** The files of the Source Control groups and the sync status of each file, from the state of a sync. */

import type { Change, Conflict, PullEntry, PushEntry } from '../../sync/plan/planTypes.ts';
import type { SyncState } from '../../sync/syncTypes.ts';
import type { Localizer } from '../shell/localizer.ts';
import { changeLabel, conflictLabel } from './planText.ts';

export type ChangeGroup = 'conflicts' | 'local' | 'remote';

export interface ChangedFile {
  group: ChangeGroup;
  path: string;
  /** The old path of a renamed file. */
  from?: string;
  change: Change | 'conflict';
  tooltip: string;
  /** Whether the file was deleted on the side that changed. */
  deleted: boolean;
}

export type ChangedFiles = Record<ChangeGroup, readonly ChangedFile[]>;

export function groupChangedFiles(
  state: Pick<SyncState, 'plan' | 'conflicts'>,
  branchName: string,
  l10n: Localizer,
): ChangedFiles {
  const inConflict = new Set(state.conflicts.map(({ path }) => path));
  const withoutConflicts = <E extends PushEntry | PullEntry>(entries: readonly E[] = []) =>
    entries.filter(({ path }) => !inConflict.has(path));
  return {
    conflicts: state.conflicts.map((conflict) => conflictRow(conflict, l10n)),
    local: withoutConflicts(state.plan?.pushes).map((entry) =>
      row(
        'local',
        entry,
        l10n.t(
          '{0}: {1} locally, not pushed to {2} yet',
          pathLabel(entry),
          changeLabel(entry.change, l10n),
          branchName,
        ),
      ),
    ),
    remote: withoutConflicts(state.plan?.pulls).map((entry) =>
      row(
        'remote',
        entry,
        l10n.t('{0}: {1} on {2}, not pulled yet', pathLabel(entry), changeLabel(entry.change, l10n), branchName),
      ),
    ),
  };
}

export type FileSyncStatus = 'conflict' | 'local' | 'remote' | 'verified';

/** A file is verified if this window pushed it and a later listing of the branch shows the same content. */
export function fileSyncStatuses(
  state: Pick<SyncState, 'plan' | 'conflicts'>,
  pushed: ReadonlySet<string>,
): ReadonlyMap<string, FileSyncStatus> {
  const statuses = new Map<string, FileSyncStatus>();
  const { plan } = state;
  for (const path of pushed) {
    const remote = plan?.remote.get(path);
    if (remote !== undefined && remote === plan?.local.get(path)) statuses.set(path, 'verified');
  }
  for (const { path } of plan?.pulls ?? []) statuses.set(path, 'remote');
  for (const { path } of plan?.pushes ?? []) statuses.set(path, 'local');
  for (const { path } of state.conflicts) statuses.set(path, 'conflict');
  return statuses;
}

function conflictRow(conflict: Conflict, l10n: Localizer): ChangedFile {
  return {
    group: 'conflicts',
    path: conflict.path,
    change: 'conflict',
    tooltip: l10n.t('{0}: {1}', conflict.path, conflictLabel(conflict, l10n)),
    deleted: conflict.local === undefined,
  };
}

function row(group: ChangeGroup, entry: PushEntry | PullEntry, tooltip: string): ChangedFile {
  const deleted = entry.change === 'delete';
  const base: ChangedFile = { group, path: entry.path, change: entry.change, tooltip, deleted };
  return entry.from === undefined ? base : { ...base, from: entry.from };
}

function pathLabel({ from, path }: PushEntry | PullEntry): string {
  return from === undefined ? path : `${from} → ${path}`;
}
