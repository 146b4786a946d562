/** Ends a conflict with the local version, the branch's version, or both. */

import type { FolderStore } from '../local/folderStore.ts';
import { keptCopyPath } from '../plan/filter.ts';
import { HaltError } from '../plan/halt.ts';
import type { Conflict, PullEntry, PushEntry } from '../plan/planTypes.ts';
import { planChangedHalt } from '../plan/selection.ts';
import { syncErrors } from '../plan/syncErrors.ts';
import { carryOut, type TransferTools } from '../transfer/carryOut.ts';
import { fetchContents } from '../transfer/pullFiles.ts';
import type { SyncRun } from '../transfer/syncRun.ts';

export type Resolution = 'local' | 'remote' | 'both';

interface ResolveTools extends TransferTools {
  store: FolderStore;
}

/** `both` keeps the local version beside the branch's version. @throws HaltError, UserError, and what the port throws */
export async function resolveConflict(
  conflict: Conflict,
  resolution: Resolution,
  tools: ResolveTools,
  run: SyncRun,
  signal: AbortSignal,
): Promise<void> {
  if (resolution === 'local') return takeLocal(conflict, tools, run, signal);
  if (resolution === 'both') await keepLocalCopy(conflict, tools);
  const { path, base, local, remote } = conflict;
  const entry: PullEntry = { kind: 'pull', change: local === undefined ? 'add' : 'edit', path, base, local, remote };
  await carryOut([entry], tools, run, signal);
}

/** Pushes the local version; the branch's version goes to the trash first. */
async function takeLocal(conflict: Conflict, tools: ResolveTools, run: SyncRun, signal: AbortSignal): Promise<void> {
  const { path, base, local, remote } = conflict;
  if (remote !== undefined) {
    const bytes = await fetchForTrash(path, remote, tools, signal);
    await tools.store.trash.put(bytes, { path, reason: 'The local version was taken.', side: 'remote' });
  }
  const entry: PushEntry = { kind: 'push', change: 'edit', path, base, local, remote };
  const retry = await carryOut([entry], tools, run, signal);
  if (retry) throw retry.failure;
}

async function keepLocalCopy({ path, local }: Conflict, { store }: ResolveTools): Promise<void> {
  const file = await store.folder.read(path, { settle: true });
  if (!file || file.hash !== local) throw new HaltError(planChangedHalt([path]));
  const kept = keptCopyPath(path, file.hash);
  const result = await store.folder.write(kept, file.bytes, undefined, '');
  // It exists already when an earlier attempt was interrupted.
  const isKept = result === 'written' || (await store.folder.read(kept, { settle: false }))?.hash === local;
  if (!isKept) throw syncErrors.error('not-kept', [path, kept]);
}

async function fetchForTrash(
  path: string,
  hash: string,
  { store, push: { port } }: ResolveTools,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const found = await fetchContents([{ path, hash }], { port, contents: store.contents }, signal);
  const content = found.get(path);
  if (content instanceof Uint8Array) return content;
  if (content === 'moved') throw new HaltError(planChangedHalt([path]));
  throw syncErrors.error('no-safe-copy', [path]);
}
