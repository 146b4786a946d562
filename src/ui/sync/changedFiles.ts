/** The rows of the Source Control groups and the marks in the Explorer, from the state of a sync. Pure. */

import type { Change, Conflict, PullEntry, PushEntry } from '../../sync/plan/planTypes.ts';
import type { SyncState } from '../../sync/syncTypes.ts';
import type { Localizer } from '../shell/localizer.ts';
import { changeLabel, conflictLabel } from './planText.ts';

export type ChangeGroup = 'conflicts' | 'local' | 'remote';

export interface ChangedFile {
  group: ChangeGroup;
  path: string;
  /** Old path of a rename. */
  from?: string;
  change: Change | 'conflict';
  tooltip: string;
  /** The file is gone on the side that changed. */
  gone: boolean;
}

export type ChangedFiles = Record<ChangeGroup, readonly ChangedFile[]>;

export function groupChangedFiles(
  state: Pick<SyncState, 'plan' | 'conflicts'>,
  branch: string,
  l10n: Localizer,
): ChangedFiles {
  const stopped = new Set(state.conflicts.map(({ path }) => path));
  const others = <E extends PushEntry | PullEntry>(entries: readonly E[] = []) =>
    entries.filter(({ path }) => !stopped.has(path));
  return {
    conflicts: state.conflicts.map((conflict) => conflictRow(conflict, l10n)),
    local: others(state.plan?.pushes).map((entry) =>
      row(
        'local',
        entry,
        l10n.t('{0}: {1} locally, not pushed to {2} yet', nameOf(entry), changeLabel(entry.change, l10n), branch),
      ),
    ),
    remote: others(state.plan?.pulls).map((entry) =>
      row(
        'remote',
        entry,
        l10n.t('{0}: {1} on {2}, not pulled yet', nameOf(entry), changeLabel(entry.change, l10n), branch),
      ),
    ),
  };
}

export type FileSyncStatus = 'conflict' | 'local' | 'remote' | 'verified';

/**
 * The mark of each file. Verified: sent by this window (`sent`), and since then a listing showed the very same content.
 */
export function fileSyncStatuses(
  state: Pick<SyncState, 'plan' | 'conflicts'>,
  sent: ReadonlySet<string>,
): ReadonlyMap<string, FileSyncStatus> {
  const all = new Map<string, FileSyncStatus>();
  const { plan } = state;
  for (const path of sent) {
    const remote = plan?.remote.get(path);
    if (remote !== undefined && remote === plan?.local.get(path)) all.set(path, 'verified');
  }
  for (const { path } of plan?.pulls ?? []) all.set(path, 'remote');
  for (const { path } of plan?.pushes ?? []) all.set(path, 'local');
  for (const { path } of state.conflicts) all.set(path, 'conflict');
  return all;
}

function conflictRow(conflict: Conflict, l10n: Localizer): ChangedFile {
  return {
    group: 'conflicts',
    path: conflict.path,
    change: 'conflict',
    tooltip: l10n.t('{0}: {1}', conflict.path, conflictLabel(conflict, l10n)),
    gone: conflict.local === undefined,
  };
}

function row(group: ChangeGroup, entry: PushEntry | PullEntry, tooltip: string): ChangedFile {
  const gone = entry.change === 'delete';
  const base: ChangedFile = { group, path: entry.path, change: entry.change, tooltip, gone };
  return entry.from === undefined ? base : { ...base, from: entry.from };
}

function nameOf({ from, path }: PushEntry | PullEntry): string {
  return from === undefined ? path : `${from} → ${path}`;
}
