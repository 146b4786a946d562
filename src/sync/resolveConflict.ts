/** Ends a conflict with the local version, the branch's version, or both. */

import type { FolderStore } from './local/folderStore.ts';
import { keptCopyPath } from './plan/filter.ts';
import { HaltError } from './plan/halt.ts';
import type { Conflict, PullEntry, PushEntry, Sides } from './plan/planTypes.ts';
import { planChangedHalt } from './plan/selection.ts';
import { syncErrors } from './plan/syncErrors.ts';
import { syncReasons } from './plan/syncReasons.ts';
import { carryOut, type TransferTools } from './transfer/carryOut.ts';
import { type Content, withContents } from './transfer/fetchContents.ts';
import type { SyncRun } from './transfer/syncRun.ts';

export type Resolution = 'local' | 'remote' | 'both';

interface ResolveTools extends TransferTools {
  store: FolderStore;
}

/** Whether two conflicts of a path are about the same versions. */
export function isSameConflict(a: Conflict, b: Conflict): boolean {
  const versions = ({ local, remote, inside }: Conflict) => JSON.stringify([local, remote, inside]);
  return versions(a) === versions(b);
}

/** `both` keeps the local version next to the branch's version. @throws HaltError, UserError, and what the port throws */
export async function resolveConflict(
  conflict: Conflict,
  resolution: Resolution,
  tools: ResolveTools,
  run: SyncRun,
  signal: AbortSignal,
): Promise<void> {
  if (conflict.inside) return resolveTypeClash(conflict, conflict.inside, resolution, tools, run, signal);
  if (resolution === 'local') return takeLocal(conflict, tools, run, signal);
  if (resolution === 'both') await keepLocalCopy(conflict, conflict.path, tools);
  const { path, base, local, remote } = conflict;
  const entry: PullEntry = { kind: 'pull', change: local === undefined ? 'add' : 'edit', path, base, local, remote };
  await carryOut([entry], tools, run, signal);
}

/** The path is a file on one side and a folder on the other: one of them is removed, and its versions go to the trash first. */
async function resolveTypeClash(
  conflict: Conflict,
  inside: readonly Sides[],
  resolution: Resolution,
  tools: ResolveTools,
  run: SyncRun,
  signal: AbortSignal,
): Promise<void> {
  const files: readonly Sides[] = [conflict, ...inside];
  const here = files.filter(({ local }) => local !== undefined);
  const there = files.filter(({ remote }) => remote !== undefined);
  if (resolution === 'local') {
    await trashRemote(there, tools, signal);
    const added = here.map((file): PushEntry => ({ ...sidesOf(file), kind: 'push', change: 'add' }));
    const removed = there.map((file): PushEntry => ({ ...sidesOf(file), kind: 'push', change: 'delete' }));
    return pushOnce([...removed, ...added], tools, run, signal);
  }
  // A copy is next to the folder, which a file replaces.
  const copyOf = ({ path }: Sides) => conflict.path + path.slice(conflict.path.length).replaceAll('/', '~');
  if (resolution === 'both') for (const file of here) await keepLocalCopy(file, copyOf(file), tools);
  const added = there.map((file): PullEntry => ({ ...sidesOf(file), kind: 'pull', change: 'add' }));
  const removed = here.map((file): PullEntry => ({ ...sidesOf(file), kind: 'pull', change: 'delete' }));
  await carryOut([...removed, ...added], tools, run, signal);
}

function sidesOf({ path, base, local, remote }: Sides): Sides {
  return { path, base, local, remote };
}

async function pushOnce(
  entries: readonly PushEntry[],
  tools: ResolveTools,
  run: SyncRun,
  signal: AbortSignal,
): Promise<void> {
  const retry = await carryOut(entries, tools, run, signal);
  if (retry) throw retry.failure;
}

/** Pushes the local version; the branch's version goes to the trash first. */
async function takeLocal(conflict: Conflict, tools: ResolveTools, run: SyncRun, signal: AbortSignal): Promise<void> {
  const { path, base, local, remote } = conflict;
  await trashRemote([conflict], tools, signal);
  const entry: PushEntry = { kind: 'push', change: 'edit', path, base, local, remote };
  await pushOnce([entry], tools, run, signal);
}

/** Puts the branch's versions into the trash. */
async function trashRemote(
  files: readonly Sides[],
  { store, push: { port } }: ResolveTools,
  signal: AbortSignal,
): Promise<void> {
  const listed = files.flatMap(({ path, remote }) => (remote === undefined ? [] : [{ path, hash: remote }]));
  const keep = async (found: ReadonlyMap<string, Content>) => {
    for (const { path } of listed) {
      const content = found.get(path);
      if (content === 'moved') throw new HaltError(planChangedHalt([path]));
      if (typeof content !== 'object') throw syncErrors.error('no-safe-copy', [path]);
      await store.trash.put(content.bytes(), { path, reason: syncReasons.message('remote-replaced'), side: 'remote' });
    }
  };
  await withContents(listed, { port, contents: store.contents }, keep, signal);
}

/** Keeps the local version of a file in a copy that is named after `name`. */
async function keepLocalCopy({ path, local }: Sides, name: string, { store }: ResolveTools): Promise<void> {
  const file = await store.folder.read(path, { settle: true });
  if (!file || file.hash !== local) throw new HaltError(planChangedHalt([path]));
  const kept = keptCopyPath(name, file.hash);
  const result = await store.folder.write(kept, file.bytes, undefined, syncReasons.message('kept-copy'));
  // It exists already when an earlier attempt was interrupted.
  const isKept = result === 'written' || (await store.folder.read(kept, { settle: false }))?.hash === local;
  if (!isKept) throw syncErrors.error('not-kept', [path, kept]);
}
