/** Pulls the branch's changes into the local folder: verifies each content by its hash and keeps old bytes in the trash. */

import { Limit } from '../../base/async.ts';
import type { Clock } from '../disk/clock.ts';
import type { LocalFolder, WriteResult } from '../local/localFolder.ts';
import { HaltError, halt } from '../plan/halt.ts';
import { nestsWith } from '../plan/names.ts';
import type { Conflict, PullEntry, Skipped } from '../plan/planTypes.ts';
import { syncReasons } from '../plan/syncReasons.ts';
import { type Hash, hashOf } from '../plan/tree.ts';
import type { BranchReads } from '../remote/branchPort.ts';
import type { BaseStore } from '../state/baseStore.ts';
import type { ContentStore } from '../state/contentStore.ts';
import type { Intent } from '../state/intents.ts';

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
/** More files are fetched from the branch without asking the content store. */
const maxFromStore = 64;

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
  const contents = await fetchContents(hashes, tools, signal);
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
  for (const group of [first, writes, last]) {
    for (let at = 0; at < group.length; at += batchSize) {
      await applyBatch(group.slice(at, at + batchSize), contents, tools, result);
    }
  }
  return result;
}

type Content = Uint8Array | 'not-text' | 'moved';

/** The bytes of files on the branch, checked against their hashes. */
export async function fetchContents(
  files: readonly { path: string; hash: Hash }[],
  { port, contents }: { port: Pick<BranchReads, 'contents' | 'listHashes'>; contents: ContentStore },
  signal?: AbortSignal,
): Promise<Map<string, Content>> {
  const found = new Map<string, Content>();
  if (files.length <= maxFromStore) {
    for (const { path, hash } of files) {
      const bytes = await contents.get(hash);
      if (bytes) found.set(path, bytes);
    }
  }
  const missing = files.filter(({ path }) => !found.has(path));
  if (missing.length === 0) return found;
  const given = await port.contents(signal);
  const wrong: { path: string; hash: Hash }[] = [];
  for (const file of missing) {
    const bytes = given.get(file.path);
    if (bytes && hashOf(bytes) === file.hash) found.set(file.path, bytes);
    else wrong.push(file);
  }
  if (wrong.length > 0) {
    const now = await port.listHashes(signal);
    // A listed file without content was left out of the answer: it can be fetched later.
    for (const { path, hash } of wrong) {
      found.set(path, now.get(path) === hash && given.has(path) ? 'not-text' : 'moved');
    }
  }
  return found;
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
    batch.map((entry) => limit.run(() => applyOne(entry, contents.get(entry.path) as Uint8Array, tools, agreed))),
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
      if (entry.remote !== undefined) cached.set(entry.remote, contents.get(entry.path) as Uint8Array);
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
  bytes: Uint8Array,
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
  const result = await folder.write(path, bytes, local, syncReasons.message('local-replaced'));
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
