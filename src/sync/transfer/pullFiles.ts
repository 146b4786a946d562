/** Pulls the branch's changes into the local folder: verifies each content by its hash and keeps old bytes in the trash. */

import { Limit } from '../../base/async.ts';
import type { Clock } from '../../base/clock.ts';
import type { Hash } from '../../base/hash.ts';
import type { LocalFolder, WriteResult } from '../local/localFolder.ts';
import { HaltError, halt } from '../plan/halt.ts';
import { nestsWith } from '../plan/names.ts';
import type { Conflict, PullEntry, Skipped } from '../plan/planTypes.ts';
import { syncReasons } from '../plan/syncReasons.ts';
import type { BranchReads } from '../remote/branchPort.ts';
import type { BaseStore } from '../state/baseStore.ts';
import type { ContentStore } from '../state/contentStore.ts';
import type { Intent } from '../state/intents.ts';
import { type Content, type FetchedFile, withContents } from './fetchContents.ts';

export interface PullTools {
  port: BranchReads;
  folder: LocalFolder;
  base: BaseStore;
  contents: ContentStore;
  clock: Clock;
  isHeld(): Promise<boolean>;
  isDirty(path: string): boolean;
}

export interface PullResult {
  done: PullEntry[];
  deferred: Skipped[];
  refused: Skipped[];
  conflicts: Conflict[];
}

const writesAtOnce = 8;
/** This many files share one log line of intents and one of results. */
const batchSize = 64;
const batchBytes = 32 * 1024 * 1024;

/** Pulls `entries` as planned. @throws what the port throws while contents are fetched; nothing is written then */
export async function pullFiles(
  entries: readonly PullEntry[],
  tools: PullTools,
  signal?: AbortSignal,
): Promise<PullResult> {
  const result: PullResult = { done: [], deferred: [], refused: [], conflicts: [] };
  const wanted: PullEntry[] = [];
  for (const entry of entries) {
    if (isUnsaved(entry, tools)) result.conflicts.push(unsavedConflict(entry));
    else wanted.push(entry);
  }
  const hashes = wanted.flatMap(({ path, remote }) => (remote === undefined ? [] : [{ path, hash: remote }]));
  return withContents(hashes, tools, (contents) => applyAll(wanted, contents, tools, result), signal);
}

async function applyAll(
  wanted: readonly PullEntry[],
  contents: ReadonlyMap<string, Content>,
  tools: PullTools,
  result: PullResult,
): Promise<PullResult> {
  const ready: PullEntry[] = [];
  for (const entry of wanted) {
    const content = entry.remote === undefined ? undefined : contents.get(entry.path);
    if (content === 'not-text') result.refused.push({ path: entry.path, reason: syncReasons.message('text-only') });
    else if (content === 'moved')
      result.deferred.push({ path: entry.path, reason: syncReasons.message('content-missing') });
    else ready.push(entry);
  }
  const writes = ready.filter(({ change }) => change !== 'delete');
  const isInPlaceOf = nestsWith(writes.map(({ path }) => path));
  const removals = ready.filter(({ change }) => change === 'delete');
  const first = removals.filter(({ path }) => isInPlaceOf(path));
  // Other deletions last, so that the content of a renamed file always exists.
  const last = removals.filter(({ path }) => !isInPlaceOf(path));
  // Files that move out of the way of others are written before them.
  const makesRoom = ({ from }: PullEntry) => from !== undefined && isInPlaceOf(from);
  const moves = writes.filter(makesRoom);
  const others = writes.filter((entry) => !makesRoom(entry));
  for (const group of [first, moves, others, last]) {
    for (const batch of batchesOf(group, contents)) await applyBatch(batch, contents, tools, result);
  }
  return result;
}

/** Batches of limited number and size. */
function batchesOf(entries: readonly PullEntry[], contents: ReadonlyMap<string, Content>): PullEntry[][] {
  const batches: PullEntry[][] = [];
  let bytes = 0;
  for (const entry of entries) {
    const content = contents.get(entry.path);
    const size = typeof content === 'object' ? content.size : 0;
    let batch = batches.at(-1);
    if (!batch || batch.length >= batchSize || bytes + size > batchBytes) {
      batch = [];
      batches.push(batch);
      bytes = 0;
    }
    batch.push(entry);
    bytes += size;
  }
  return batches;
}

function bytesOf({ path }: PullEntry, contents: ReadonlyMap<string, Content>): Uint8Array {
  return (contents.get(path) as FetchedFile).bytes();
}

async function applyBatch(
  batch: readonly PullEntry[],
  contents: ReadonlyMap<string, Content>,
  tools: PullTools,
  result: PullResult,
): Promise<void> {
  const { base, clock } = tools;
  if (!(await tools.isHeld())) throw new HaltError(halt('locked'));
  const intents = batch.flatMap(({ path, from, remote }): Intent[] => [
    { side: 'pull', path, hash: remote ?? null },
    ...(from === undefined ? [] : [{ side: 'pull', path: from, hash: null } as const]),
  ]);
  await base.record({ intents }, clock.now());
  const agreed = new Map<string, Hash | undefined>();
  const limit = new Limit(writesAtOnce);
  const applied = await Promise.allSettled(
    batch.map((entry) => limit.run(() => applyOne(entry, contents, tools, agreed))),
  );
  const failed = batch.filter((_, index) => applied[index]!.status === 'rejected');
  const uncertain = new Set(failed.flatMap(({ path, from = path }) => [path, from]));
  const withdrawn = intents.filter(({ path }) => !agreed.has(path) && !uncertain.has(path));
  await base.record({ agreed, withdrawn }, clock.now());
  const cached = new Map<Hash, Uint8Array>();
  for (const [index, written] of applied.entries()) {
    const entry = batch[index]!;
    if (written.status === 'rejected') throw written.reason;
    if (written.value === 'written') {
      result.done.push(entry);
      if (entry.remote !== undefined) cached.set(entry.remote, bytesOf(entry, contents));
    } else if (written.value === 'unsaved') result.conflicts.push(unsavedConflict(entry));
    else if (written.value === 'blocked')
      result.refused.push({ path: entry.path, reason: syncReasons.message('blocked') });
    else {
      const reason = syncReasons.message(written.value === 'busy' ? 'in-use' : 'just-changed');
      result.deferred.push({ path: entry.path, reason });
    }
  }
  await tools.contents.cache(cached);
}

async function applyOne(
  entry: PullEntry,
  contents: ReadonlyMap<string, Content>,
  tools: PullTools,
  agreed: Map<string, Hash | undefined>,
): Promise<WriteResult | 'unsaved'> {
  const { folder } = tools;
  const { path, from, local, remote, change } = entry;
  if (isUnsaved(entry, tools)) return 'unsaved';
  if (change === 'delete') {
    const result = await folder.remove(path, local!, syncReasons.message('deleted-remotely'));
    if (result === 'written') agreed.set(path, undefined);
    return result;
  }
  const result = await folder.write(path, bytesOf(entry, contents), local, syncReasons.message('local-replaced'));
  if (result !== 'written') return result;
  agreed.set(path, remote);
  if (from === undefined) return result;
  // The old file of a rename had the same content. If it changed since, it stays for the next plan.
  if ((await folder.remove(from, remote!, syncReasons.message('renamed-remotely', [path]))) === 'written') {
    agreed.set(from, undefined);
  }
  return result;
}

function isUnsaved({ path, from }: PullEntry, { isDirty }: PullTools): boolean {
  return isDirty(path) || (from !== undefined && isDirty(from));
}

function unsavedConflict({ path, base, local, remote }: PullEntry): Conflict {
  return { kind: 'conflict', path, base, local, remote, reason: 'unsaved' };
}
