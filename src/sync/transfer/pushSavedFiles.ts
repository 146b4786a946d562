/**
 * The short push after a save: a few small texts, without a scan; the guard's listing serves as the plan. Returns to the full
 * push in every other case.
 */

import type { Filter } from '../plan/filter.ts';
import { findCollisions } from '../plan/names.ts';
import type { PushEntry } from '../plan/planTypes.ts';
import type { PushTools } from './pushTypes.ts';
import { directWrite, expectedOf, type ReadFile, routeOf } from './route.ts';
import { sendRecorded } from './sendRecorded.ts';
import type { SyncRun } from './syncRun.ts';

interface SavedTools extends PushTools {
  loadFilter(): Promise<Filter>;
  isGitBusy(): Promise<boolean>;
}

/** Pushes the saved files of `paths`. @returns false when nothing was sent because it needs a full push */
export async function pushSavedFiles(
  paths: readonly string[],
  tools: SavedTools,
  run: SyncRun,
  signal?: AbortSignal,
): Promise<boolean> {
  const { base, folder } = tools;
  const [filter, gitBusy] = await Promise.all([tools.loadFilter(), tools.isGitBusy()]);
  if (gitBusy) return false;
  await base.load(filter.fingerprint);
  if (base.origin !== 'found') return false;
  const files = new Map<string, ReadFile>();
  const entries: PushEntry[] = [];
  for (const path of paths) {
    if (!filter.includes(path)) {
      run.refused.push({ path, reason: filter.why(path).reason });
      continue;
    }
    const file = await folder.read(path, { settle: false });
    if (!file) return false;
    run.local.set(path, file.hash);
    const agreed = base.tree.get(path);
    if (file.hash === agreed) continue;
    files.set(path, file);
    const change = agreed === undefined ? 'add' : 'edit';
    entries.push({ kind: 'push', change, path, base: agreed, local: file.hash, remote: agreed });
  }
  if (entries.length === 0) return true;
  if (routeOf(entries, files) !== 'put') return false;
  const added = entries.filter(({ change }) => change === 'add').map(({ path }) => path);
  let isAsPlanned = true;
  const result = await sendRecorded(
    entries,
    files,
    tools,
    async (listed, left) => {
      run.listed = listed;
      isAsPlanned = entries.every(({ path, remote }) => listed.get(path) === remote);
      if (isAsPlanned && added.length > 0) {
        const collisions = findCollisions([...listed.keys(), ...added]);
        isAsPlanned = !added.some((path) => collisions.has(path));
      }
      return isAsPlanned ? { write: directWrite('put', left, files), expected: expectedOf(left) } : undefined;
    },
    signal,
  );
  if (!isAsPlanned || result.retry) return false;
  // The files were renamed or deleted right after the save.
  if (result.done.length === 0 && result.deferred.length > 0) return false;
  run.addPush(result);
  return true;
}
