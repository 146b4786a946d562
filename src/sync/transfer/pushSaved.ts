/** The short way of a save: a few small texts, no scan, the guard's own listing as the plan. Everything else goes the full way. */

import type { Filter } from '../plan/filter.ts';
import { findCollisions } from '../plan/names.ts';
import type { PushEntry } from '../plan/planTypes.ts';
import { type PushTools, send } from './pushFiles.ts';
import { directWrite, expectedOf, type ReadFile, routeOf } from './route.ts';
import type { SyncRun } from './syncRun.ts';

export interface SavedTools extends PushTools {
  loadFilter(): Promise<Filter>;
  isGitBusy(): Promise<boolean>;
}

/** Sends the saved files of `paths`. @returns false, and nothing is sent, where the full way has to decide. */
export async function pushSavedFiles(
  paths: readonly string[],
  tools: SavedTools,
  outcome: SyncRun,
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
      outcome.refused.push({ path, reason: filter.why(path).reason });
      continue;
    }
    const file = await folder.read(path, { settle: false });
    if (!file) return false;
    outcome.local.set(path, file.hash);
    const agreed = base.tree.get(path);
    if (file.hash === agreed) continue;
    files.set(path, file);
    const change = agreed === undefined ? 'add' : 'edit';
    entries.push({ kind: 'push', change, path, base: agreed, local: file.hash, remote: agreed });
  }
  if (entries.length === 0) return true;
  if (routeOf(entries, files) !== 'put') return false;
  const added = entries.filter(({ change }) => change === 'add').map(({ path }) => path);
  let asPlanned = true;
  const sent = await send(
    entries,
    files,
    tools,
    async (listed, left) => {
      outcome.listed = listed;
      asPlanned = entries.every(({ path, remote }) => listed.get(path) === remote);
      if (asPlanned && added.length > 0) {
        const collisions = findCollisions([...listed.keys(), ...added]);
        asPlanned = !added.some((path) => collisions.has(path));
      }
      return asPlanned ? { write: directWrite('put', left, files), expected: expectedOf(left) } : undefined;
    },
    signal,
  );
  if (!asPlanned || sent.again) return false;
  // Renamed or deleted right after it was saved.
  if (sent.done.length === 0 && sent.deferred.length > 0) return false;
  outcome.addPush(sent);
  return true;
}
