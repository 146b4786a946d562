/** Brings the branch's changes into the local folder: content that proves its hash, written with care, old bytes in the trash. */

import { Limit } from '../../base/async.ts';
import type { Clock } from '../disk/clock.ts';
import type { LocalFolder, WriteResult } from '../local/localFolder.ts';
import { HaltError, lockLost } from '../plan/halt.ts';
import type { Conflict, PullEntry } from '../plan/planTypes.ts';
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

export interface PullOutcome {
  done: PullEntry[];
  deferred: { path: string; reason: string }[];
  refused: { path: string; reason: string }[];
  conflicts: Conflict[];
}

const writesAtOnce = 8;
/** So many files share one line of intents and one of results. */
const batchSize = 64;
/** Above this the branch is asked at once instead of the store for each. */
const askStoreUpTo = 64;

export const notText =
  'The platform hands out text only, and what it gave for this file does not have the file’s own hash. It stays as it is here.';

/** Pulls `entries` as they were planned. @throws what the port throws while contents are fetched; nothing is written then. */
export async function pullFiles(
  entries: readonly PullEntry[],
  tools: PullTools,
  signal?: AbortSignal,
): Promise<PullOutcome> {
  const outcome: PullOutcome = { done: [], deferred: [], refused: [], conflicts: [] };
  const wanted: PullEntry[] = [];
  for (const entry of entries) {
    if (isUnsaved(entry, tools)) outcome.conflicts.push(unsaved(entry));
    else wanted.push(entry);
  }
  const hashes = wanted.flatMap(({ path, remote }) => (remote === undefined ? [] : [{ path, hash: remote }]));
  const contents = await fetchContents(hashes, tools, signal);
  const ready: PullEntry[] = [];
  for (const entry of wanted) {
    const content = entry.remote === undefined ? undefined : contents.get(entry.path);
    if (content === 'not-text') outcome.refused.push({ path: entry.path, reason: notText });
    else if (content === 'moved')
      outcome.deferred.push({
        path: entry.path,
        reason: 'The branch shows it and does not hand it out: it is changing just now.',
      });
    else ready.push(entry);
  }
  // What comes first, what goes last: a renamed file's content is never absent.
  const writes = ready.filter(({ change }) => change !== 'delete');
  const removals = ready.filter(({ change }) => change === 'delete');
  for (let at = 0; at < writes.length; at += batchSize) {
    await applyBatch(writes.slice(at, at + batchSize), contents, tools, outcome);
  }
  for (let at = 0; at < removals.length; at += batchSize) {
    await applyBatch(removals.slice(at, at + batchSize), contents, tools, outcome);
  }
  return outcome;
}

type Content = Uint8Array | 'not-text' | 'moved';

/** The bytes of files on the branch, each checked against its hash. */
export async function fetchContents(
  files: readonly { path: string; hash: Hash }[],
  { port, contents }: Pick<PullTools, 'port' | 'contents'>,
  signal?: AbortSignal,
): Promise<Map<string, Content>> {
  const found = new Map<string, Content>();
  if (files.length <= askStoreUpTo) {
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
    // A file that the branch has and the contents lack was left out of them: another time.
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
  outcome: PullOutcome,
): Promise<void> {
  const { base, clock } = tools;
  if (!(await tools.isHeld())) throw new HaltError(lockLost());
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
  const unsure = new Set(failed.flatMap(({ path, from = path }) => [path, from]));
  const withdrawn = intents.filter(({ path }) => !agreed.has(path) && !unsure.has(path));
  await base.record({ agreed, withdrawn }, clock.now());
  const cached = new Map<Hash, Uint8Array>();
  for (const [index, result] of applied.entries()) {
    const entry = batch[index]!;
    if (result.status === 'rejected') throw result.reason;
    if (result.value === 'written') {
      outcome.done.push(entry);
      if (entry.remote !== undefined) cached.set(entry.remote, contents.get(entry.path) as Uint8Array);
    } else if (result.value === 'unsaved') outcome.conflicts.push(unsaved(entry));
    else {
      const reason = result.value === 'busy' ? 'Another program holds it.' : 'It changed here just now.';
      outcome.deferred.push({ path: entry.path, reason });
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
    const result = await folder.remove(path, local!, 'It was deleted on the branch.');
    if (result === 'written') agreed.set(path, undefined);
    return result;
  }
  const result = await folder.write(path, bytes, local, 'The branch’s version replaced it.');
  if (result !== 'written') return result;
  agreed.set(path, remote);
  if (from === undefined) return result;
  // The old file of a rename had the same content; where it has not any more it stays, and the next plan looks at it.
  if ((await folder.remove(from, remote!, `It was renamed to ${path} on the branch.`)) === 'written') {
    agreed.set(from, undefined);
  }
  return result;
}

function isUnsaved({ path, from }: PullEntry, { isDirty }: PullTools): boolean {
  return isDirty(path) || (from !== undefined && isDirty(from));
}

function unsaved({ path, base, local, remote }: PullEntry): Conflict {
  return { kind: 'conflict', path, base, local, remote, reason: 'unsaved' };
}
