/** Carries local changes to the branch: reads each file once, sends them in one call, believes only a listing. */

import { isCancellation } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import type { Clock } from '../disk/clock.ts';
import type { LocalFolder } from '../local/localFolder.ts';
import { type Halt, HaltError, halt, lockLost, nameSome } from '../plan/halt.ts';
import type { PushEntry } from '../plan/planTypes.ts';
import type { Hash, Tree } from '../plan/tree.ts';
import type { BranchReads } from '../remote/branchPort.ts';
import { type Guard, type GuardedWrite, WriteFailure } from '../remote/guard.ts';
import type { BaseStore } from '../state/baseStore.ts';
import type { ContentStore } from '../state/contentStore.ts';
import type { Intent } from '../state/intents.ts';
import { directWrite, expectedOf, manifestOf, needsUpload, type ReadFile, routeOf, targetsOf } from './route.ts';

export interface PushTools {
  guard: Guard;
  port: BranchReads;
  folder: LocalFolder;
  base: BaseStore;
  contents: ContentStore;
  clock: Clock;
  log: Log;
  /** Whether this process is still the folder's one writer. */
  isHeld(): Promise<boolean>;
  /** Told as soon as the server has accepted a change. */
  onAccepted(paths: readonly string[]): void;
}

export interface PushOutcome {
  done: PushEntry[];
  deferred: { path: string; reason: string }[];
  verified: boolean;
  halt?: Halt;
  /** Nothing was changed, and a new plan may go through: the branch moved, or a request was lost on the way. */
  again?: { failure: unknown };
  /** The branch as it was listed last. */
  listed?: Tree;
}

/** Reads what the entries send; what is not as the plan saw it waits for the next round. */
export async function readForPush(entries: readonly PushEntry[], folder: LocalFolder, settle: boolean) {
  const files = new Map<string, ReadFile>();
  const ready: PushEntry[] = [];
  const deferred: { path: string; reason: string }[] = [];
  await Promise.all(
    entries.map(async (entry) => {
      const { path, from, local, change } = entry;
      if (change === 'delete') {
        if (await folder.isAbsent(path)) ready.push(entry);
        else deferred.push({ path, reason: 'It is there again.' });
        return;
      }
      const file = await folder.read(path, { settle });
      if (!file || file.hash !== local) deferred.push({ path, reason: 'It is being changed right now.' });
      else if (from !== undefined && !(await folder.isAbsent(from))) {
        deferred.push({ path, reason: `${from} is there again.` });
      } else {
        files.set(path, file);
        ready.push(entry);
      }
    }),
  );
  // In the plan's order, whatever order the reads ended in.
  const order = new Map(entries.map((entry, index) => [entry, index]));
  ready.sort((a, b) => order.get(a)! - order.get(b)!);
  return { files, ready, deferred };
}

/** Pushes `entries` as they were planned. @throws what the port throws where nothing was sent or nobody knows. */
export async function pushFiles(
  entries: readonly PushEntry[],
  tools: PushTools,
  signal?: AbortSignal,
): Promise<PushOutcome> {
  // Beside the reading. An upload that nobody needs in the end is forgotten by the platform.
  const opening = needsUpload(entries) ? tools.guard.open(signal) : undefined;
  opening?.catch(() => {});
  const { files, ready, deferred } = await readForPush(entries, tools.folder, true);
  if (ready.length === 0) return { done: [], deferred, verified: true };
  const route = routeOf(ready, files);
  try {
    if (route !== 'upload') {
      const prepare = async (_: Tree, left: readonly PushEntry[]): Promise<GuardedWrite> => ({
        write: directWrite(route, left, files),
        expected: expectedOf(left),
      });
      return withDeferred(await send(ready, files, tools, prepare, signal), deferred);
    }
    const bytes = new Map(Array.from(files, ([path, file]) => [path, file.bytes]));
    // While the files are under way.
    const durable = tools.folder.makeDurable(targetsOf(ready, files).keys());
    durable.catch(() => {});
    const { ticket, lastHash } = await (opening ?? tools.guard.open(signal));
    await tools.guard.stage(ticket, bytes, signal);
    const prepare = async (listed: Tree, left: readonly PushEntry[]): Promise<GuardedWrite> => {
      const targets = targetsOf(left, files);
      const prune = [...targets.values()].includes(undefined);
      return {
        write: { kind: 'finish', ticket, manifest: manifestOf(listed, targets), prune },
        expected: expectedOf(left),
      };
    };
    return withDeferred(await send(ready, files, tools, prepare, signal, { durable, lastHash }), deferred);
  } catch (failure) {
    if (failure instanceof HaltError && failure.halt.kind === 'remote-moved') {
      return { done: [], deferred, verified: true, again: { failure } };
    }
    throw failure;
  }
}

function withDeferred(outcome: PushOutcome, deferred: PushOutcome['deferred']): PushOutcome {
  return { ...outcome, deferred: [...deferred, ...outcome.deferred] };
}

/** What is about to be sent, as the base has it written down. */
interface Noted {
  /** Those whose files are still there. */
  entries: readonly PushEntry[];
  targets: ReadonlyMap<string, Hash | undefined>;
  intents: readonly Intent[];
  deferred: PushOutcome['deferred'];
}

/**
 * Writes down what is about to be sent once its files are on the disk, and in this order: neither the base nor the branch
 * ever knows more than this disk does. `onDisk`: the files that turned out to be missing.
 */
async function note(
  planned: readonly PushEntry[],
  files: ReadonlyMap<string, ReadFile>,
  onDisk: Promise<ReadonlySet<string>>,
  { base, clock }: PushTools,
): Promise<Noted> {
  const missing = await onDisk;
  // What is on this disk under another name by now, or not at all, is no more than bytes that were read once.
  const isGone = ({ path }: PushEntry) => files.has(path) && missing.has(path);
  const deferred = planned.filter(isGone).map(({ path }) => ({ path, reason: 'It was moved or deleted just now.' }));
  const entries = planned.filter((entry) => !isGone(entry));
  const targets = targetsOf(entries, files);
  const intents = Array.from(targets, ([path, hash]): Intent => ({ side: 'push', path, hash: hash ?? null }));
  await base.record({ intents }, clock.now());
  return { entries, targets, intents, deferred };
}

/** What was not sent comes true by nobody's doing but somebody else's: their file must not look like ours. */
async function withdraw(noting: Promise<Noted>, { base, clock, log, isHeld }: PushTools): Promise<void> {
  try {
    const { intents } = await noting;
    if (await isHeld()) await base.record({ withdrawn: intents }, clock.now());
  } catch (failure) {
    log.warn(`What was to be sent, and was not, stays written down: ${failure}`);
  }
}

/**
 * Sends what `prepare` makes of the fresh listing and of the entries whose files are still there, and follows it up: an
 * ambiguous failure is settled by reading the branch, never by sending again; the base advances for what a listing shows.
 * `staged`: an upload's files are being put on the disk already, and what the branch's last commit was when it began.
 */
export async function send(
  planned: readonly PushEntry[],
  files: ReadonlyMap<string, ReadFile>,
  tools: PushTools,
  prepare: (listed: Tree, entries: readonly PushEntry[]) => Promise<GuardedWrite | undefined>,
  signal?: AbortSignal,
  staged?: { durable: Promise<ReadonlySet<string>>; lastHash: string | undefined },
): Promise<PushOutcome> {
  const onDisk = staged?.durable ?? tools.folder.makeDurable(targetsOf(planned, files).keys());
  const noting = note(planned, files, onDisk, tools);
  // Awaited before anything is sent; a failure of the listings must not leave it unheard.
  noting.catch(() => {});
  let sent: GuardedWrite | undefined;
  let listed: Tree | undefined;
  try {
    sent = await tools.guard.write(
      async (fresh) => {
        const { entries } = await noting;
        const decided = entries.length > 0 ? await prepare(fresh, entries) : undefined;
        if (decided && !(await tools.isHeld())) throw new HaltError(lockLost());
        return decided;
      },
      {
        witness: planned.some(({ remote, change }) => remote === undefined || change === 'delete'),
        lastHash: staged?.lastHash,
        signal,
      },
    );
    if (!sent) {
      await withdraw(noting, tools);
      return { done: [], deferred: (await noting).deferred, verified: true };
    }
  } catch (failure) {
    const isWrite = failure instanceof WriteFailure;
    if (!isWrite || failure.outcome !== 'unknown') await withdraw(noting, tools);
    if (!isWrite) throw failure;
    const noted = await noting;
    const found = await afterFailure(failure, noted, tools, signal);
    if (!found.arrived) {
      const { deferred } = noted;
      return { done: [], deferred, verified: true, listed: found.listed, again: { failure: failure.cause } };
    }
    listed = found.listed;
  }
  const noted = await noting;
  return withDeferred(await followUp(noted, files, sent, listed, tools, signal), noted.deferred);
}

/**
 * What the branch shows after a write that failed: whether it arrived all the same.
 * @throws the failure's cause where nothing was sent, nothing was changed, or nobody knows.
 */
async function afterFailure(
  { cause, decided, outcome }: WriteFailure,
  { targets, intents }: Noted,
  { base, port, clock, log }: PushTools,
  signal: AbortSignal | undefined,
): Promise<{ arrived: boolean; listed: Tree }> {
  if (outcome === 'not-sent') throw cause;
  if (outcome === 'unknown') {
    await base.record({ intents: intents.map((intent) => ({ ...intent, lost: clock.now() })) }, clock.now());
  }
  if (isCancellation(cause)) throw cause;
  const listed = await port.listHashes(signal).catch(() => undefined);
  if (!listed) throw cause;
  if ([...targets].every(([path, hash]) => listed.get(path) === hash)) {
    log.info('The answer to a write was lost; the branch shows that it arrived.');
    return { arrived: true, listed };
  }
  const untouched = [...decided.expected].every(([path, hash]) => listed.get(path) === hash);
  if (outcome === 'refused-by-server' && untouched) throw cause;
  return { arrived: false, listed };
}

/** Keeps what was accepted, and confirms it by a listing: the one that shows it already, or a new one. */
async function followUp(
  { entries, targets }: Noted,
  files: ReadonlyMap<string, ReadFile>,
  sent: GuardedWrite | undefined,
  shown: Tree | undefined,
  tools: PushTools,
  signal: AbortSignal | undefined,
): Promise<PushOutcome> {
  tools.onAccepted(entries.map(({ path }) => path));
  const kept = tools.contents.cache(new Map(Array.from(files.values(), ({ hash, bytes }) => [hash, bytes])));
  // Awaited below; a listing that fails must not leave it unheard.
  kept.catch(() => {});
  let listed = shown;
  try {
    listed ??= await tools.port.listHashes(signal);
  } catch (failure) {
    await kept;
    if (isCancellation(failure)) throw failure;
    tools.log.warn('What was pushed could not be verified yet: the listing after it failed.');
    return { done: [...entries], deferred: [], verified: false };
  }
  await kept;
  return confirm(entries, targets, sent, listed, tools);
}

/** Advances the base for every path that the listing shows as sent; anything else is told loudly. */
async function confirm(
  entries: readonly PushEntry[],
  targets: ReadonlyMap<string, Hash | undefined>,
  sent: GuardedWrite | undefined,
  listed: Tree,
  { base, clock }: PushTools,
): Promise<PushOutcome> {
  const arrived = [...targets].filter(([path, hash]) => listed.get(path) === hash);
  await base.record({ agreed: arrived }, clock.now());
  const differing = [...targets.keys()].filter((path) => listed.get(path) !== targets.get(path));
  if (sent?.write.kind === 'finish') {
    for (const path of sent.write.manifest.keys()) if (!listed.has(path)) differing.push(path);
  }
  const right = new Set(arrived.map(([path]) => path));
  const done = entries.filter(({ path, from }) => right.has(path) && (from === undefined || right.has(from)));
  if (differing.length === 0) return { done, deferred: [], verified: true, listed };
  const mismatch = halt(
    'verify-mismatch',
    `After the push the branch does not show what was sent: ${nameSome(differing)}.`,
    'Compare these files with the branch: somebody else wrote to it at the same moment, or the platform changed what it was given.',
    [...new Set(differing)],
  );
  return { done, deferred: [], verified: false, listed, halt: mismatch };
}
