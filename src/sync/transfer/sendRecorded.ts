/**
 * Sends one write: records its intents first, resolves a lost answer by listing the branch, and advances the base only for
 * what a listing shows.
 */

import { isCancellation } from '../../base/errors.ts';
import type { Hash } from '../../base/hash.ts';
import { HaltError, halt, listSome } from '../plan/halt.ts';
import type { PushEntry } from '../plan/planTypes.ts';
import { syncReasons } from '../plan/syncReasons.ts';
import type { Tree } from '../plan/tree.ts';
import { type GuardedWrite, WriteFailure } from '../remote/guard.ts';
import type { Intent } from '../state/intents.ts';
import type { PushResult, PushTools } from './pushTypes.ts';
import { type ReadFile, targetsOf } from './route.ts';

/** A write that is recorded as intents in the base. */
interface RecordedPush {
  /** The entries whose files still exist. */
  entries: readonly PushEntry[];
  targets: ReadonlyMap<string, Hash | undefined>;
  intents: readonly Intent[];
  deferred: PushResult['deferred'];
}

/** An upload whose files are already staged. */
export interface StagedUpload {
  /** Resolves when the files are durable on this disk, with the missing ones. */
  durable: Promise<ReadonlySet<string>>;
  /** The branch's last commit when the upload began. */
  lastHash: string | undefined;
}

/**
 * Sends what `prepare` decides from the fresh listing and the entries whose files still exist. A write whose answer is lost is
 * never sent again: the next listing tells whether it arrived.
 * @throws what the port throws; HaltError from the guard
 */
export async function sendRecorded(
  planned: readonly PushEntry[],
  files: ReadonlyMap<string, ReadFile>,
  tools: PushTools,
  prepare: (listed: Tree, entries: readonly PushEntry[]) => Promise<GuardedWrite | undefined>,
  signal?: AbortSignal,
  staged?: StagedUpload,
): Promise<PushResult> {
  const onDisk = staged?.durable ?? tools.folder.makeDurable(targetsOf(planned, files).keys());
  const recording = recordIntents(planned, files, onDisk, tools);
  // Awaited before anything is sent. Avoids an unhandled rejection when a listing fails first.
  recording.catch(() => {});
  let listed: Tree | undefined;
  try {
    const isSent = await tools.guard.write(
      async (fresh) => {
        const { entries } = await recording;
        const decided = entries.length > 0 ? await prepare(fresh, entries) : undefined;
        if (decided && !(await tools.isHeld())) throw new HaltError(halt('locked'));
        return decided;
      },
      {
        secondListing: planned.some(({ remote }) => remote === undefined),
        lastHash: staged?.lastHash,
        signal,
      },
    );
    if (!isSent) {
      await withdrawIntents(recording, tools);
      return { done: [], deferred: (await recording).deferred, verified: true };
    }
  } catch (failure) {
    const isWrite = failure instanceof WriteFailure;
    if (!isWrite || failure.status !== 'unknown') await withdrawIntents(recording, tools);
    if (!isWrite) throw failure;
    const recorded = await recording;
    const found = await checkArrival(failure, recorded, tools, signal);
    if (!found.arrived) {
      const { deferred } = recorded;
      return { done: [], deferred, verified: true, listed: found.listed, retry: { failure: failure.cause } };
    }
    listed = found.listed;
  }
  const recorded = await recording;
  const result = await verify(recorded, files, listed, tools, signal);
  return { ...result, deferred: recorded.deferred };
}

/**
 * Records the write after its files are durable: the base and the branch must never be ahead of this disk. `onDisk` resolves
 * with the missing files.
 */
async function recordIntents(
  planned: readonly PushEntry[],
  files: ReadonlyMap<string, ReadFile>,
  onDisk: Promise<ReadonlySet<string>>,
  { base, clock }: PushTools,
): Promise<RecordedPush> {
  const missing = await onDisk;
  // The bytes were read, but the file was moved or deleted since.
  const isGone = ({ path }: PushEntry) => files.has(path) && missing.has(path);
  const deferred = planned.filter(isGone).map(({ path }) => ({ path, reason: syncReasons.message('gone') }));
  const entries = planned.filter((entry) => !isGone(entry));
  const targets = targetsOf(entries, files);
  const intents = Array.from(targets, ([path, hash]): Intent => ({ side: 'push', path, hash: hash ?? null }));
  await base.record({ intents }, clock.now());
  return { entries, targets, intents, deferred };
}

/** Another writer may create the same content. Without the intents it does not look like our push. */
async function withdrawIntents(
  recording: Promise<RecordedPush>,
  { base, clock, log, isHeld }: PushTools,
): Promise<void> {
  try {
    const { intents } = await recording;
    if (await isHeld()) await base.record({ withdrawn: intents }, clock.now());
  } catch (failure) {
    log.warn(`The intents of a push that was not sent could not be withdrawn: ${failure}`);
  }
}

/**
 * Lists the branch after a failed write, to find out whether the write arrived.
 * @throws the failure's cause when nothing was sent or changed, or when the listing fails too.
 */
async function checkArrival(
  { cause, listed: before, status }: WriteFailure,
  { targets, intents }: RecordedPush,
  { base, port, clock, log }: PushTools,
  signal: AbortSignal | undefined,
): Promise<{ arrived: boolean; listed: Tree }> {
  if (status === 'not-sent') throw cause;
  if (status === 'unknown') {
    await base.record({ intents: intents.map((intent) => ({ ...intent, lost: clock.now() })) }, clock.now());
  }
  if (isCancellation(cause)) throw cause;
  const listed = await port.listHashes(signal).catch(() => undefined);
  if (!listed) throw cause;
  if ([...targets].every(([path, hash]) => listed.get(path) === hash)) {
    log.info('The answer to a write was lost, but the branch shows that the write arrived.');
    return { arrived: true, listed };
  }
  const isUnchanged = listed.size === before.size && [...before].every(([path, hash]) => listed.get(path) === hash);
  if (status === 'refused-by-server' && isUnchanged) throw cause;
  return { arrived: false, listed };
}

/** Verifies an accepted write with a listing: `shown`, or a new one. Stores its contents for later merges. */
async function verify(
  { entries, targets }: RecordedPush,
  files: ReadonlyMap<string, ReadFile>,
  shown: Tree | undefined,
  tools: PushTools,
  signal: AbortSignal | undefined,
): Promise<Omit<PushResult, 'deferred'>> {
  tools.onAccepted(entries.map(({ path }) => path));
  const cached = tools.contents.cache(new Map(Array.from(files.values(), ({ hash, bytes }) => [hash, bytes])));
  // Awaited below. Avoids an unhandled rejection when the listing fails first.
  cached.catch(() => {});
  let listed = shown;
  try {
    listed ??= await tools.port.listHashes(signal);
  } catch (failure) {
    await cached;
    if (isCancellation(failure)) throw failure;
    tools.log.warn('The push is not verified yet: the listing after it failed.');
    return { done: entries, verified: false };
  }
  await cached;
  return compareWithTargets(entries, targets, listed, tools);
}

/** Advances the base for every path that the listing shows as sent; any other path is a halt. */
async function compareWithTargets(
  entries: readonly PushEntry[],
  targets: ReadonlyMap<string, Hash | undefined>,
  listed: Tree,
  { base, clock }: PushTools,
): Promise<Omit<PushResult, 'deferred'>> {
  const arrived = [...targets].filter(([path, hash]) => listed.get(path) === hash);
  await base.record({ agreed: arrived }, clock.now());
  const differing = [...targets.keys()].filter((path) => listed.get(path) !== targets.get(path));
  const equal = new Set(arrived.map(([path]) => path));
  const done = entries.filter(({ path, from }) => equal.has(path) && (from === undefined || equal.has(from)));
  if (differing.length === 0) return { done, verified: true, listed };
  const mismatch = halt('verify-mismatch', [listSome(differing)], [...new Set(differing)]);
  return { done, verified: false, listed, halt: mismatch };
}
