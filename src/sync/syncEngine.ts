/** Keeps one local folder and one remote branch equal: the facade of synchronisation. Knows no editor and no command line. */

import { Coalesced, Limit, raceAbort } from '../base/async.ts';
import { isCancellation, messageOf, UserError } from '../base/errors.ts';
import { Emitter, type Event, type Observable, Value } from '../base/event.ts';
import { type Disposable, Lifetime } from '../base/lifetime.ts';
import { type Comparison, look, planLeft } from './comparison.ts';
import { type Clock, systemClock } from './disk/clock.ts';
import type { HeldLock } from './disk/lock.ts';
import { keepAgreed } from './local/baseContents.ts';
import { ChangeDebouncer } from './local/changeDebouncer.ts';
import { isGitBusy, isGitWriting } from './local/git.ts';
import type { TrashEntry } from './local/trash.ts';
import { watchFolder } from './local/watch.ts';
import { isOffline, OfflineRetry } from './offlineRetry.ts';
import { Filter, keptName } from './plan/filter.ts';
import { type Halt, HaltError, lockLost } from './plan/halt.ts';
import { isEven } from './plan/halts.ts';
import type { Conflict, Plan, PullEntry, PushEntry } from './plan/planTypes.ts';
import { assertConfirmed, assertPlanCurrent, type Moving, planChanged, selectEntries } from './plan/selection.ts';
import { changedTree } from './plan/tree.ts';
import type { BranchPort } from './remote/branchPort.ts';
import { Guard } from './remote/guard.ts';
import { RemoteBranch } from './remote/remote.ts';
import type { JournalEntry } from './state/journal.ts';
import { type FolderStore, type Machine, openStore, thisMachine } from './store.ts';
import type { PushedFiles, SyncEngineOptions, SyncOptions, SyncState, SyncTarget } from './syncTypes.ts';
import { fetchContents, notText, type PullTools, pullFiles } from './transfer/pullFiles.ts';
import { type PushTools, pushFiles } from './transfer/pushFiles.ts';
import { pushSavedFiles } from './transfer/pushSaved.ts';
import type { SyncResult } from './transfer/syncResult.ts';
import { SyncRun } from './transfer/syncRun.ts';

/** A lost request or a branch that moved leads to a new plan, so many times. */
const rounds = 3;
const roundPauseMs = 200;
/** While nothing hints at a change, both sides are compared this often. */
const rescanMs = 3 * 60 * 1000;
/** How often is looked whether git is done. */
const gitPollMs = 250;

type Direction = 'push' | 'pull';

interface Opened {
  store: FolderStore;
  lock: HeldLock;
}

export class SyncEngine implements Disposable {
  readonly #options: SyncEngineOptions;
  readonly #clock: Clock;
  readonly #machine: Machine;
  readonly #port: BranchPort;
  readonly #guard: Guard;
  readonly #lifetime = new Lifetime();
  readonly #state = new Value<SyncState>({ phase: 'idle', local: 0, remote: 0, conflicts: [] });
  readonly #pushed = new Emitter<PushedFiles>();
  readonly #glanced = new Emitter<void>();
  readonly #turn = new Limit(1);
  readonly #resumption: OfflineRetry;
  readonly #saved = new Set<string>();
  readonly #saving: Coalesced<SyncResult>;
  #store: Promise<FolderStore> | undefined;
  #opened: FolderStore | undefined;
  /** When the folder was scanned last; milliseconds since the epoch. */
  #lookedAt = 0;
  /** There is something to look at as soon as the transfer under way is done. */
  #missed = false;
  /** Dev mode was found on another branch: so it stays, whatever a comparison finds, until a push or a probe shows otherwise. */
  #moved: Halt | undefined;
  #contents: { of: Plan['listed']; files: ReadonlyMap<string, Uint8Array | null> } | undefined;

  constructor(options: SyncEngineOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#machine = options.machine ?? thisMachine();
    this.#port = options.port ?? new RemoteBranch(options.client, options.target);
    this.#guard = new Guard(this.#port);
    this.#saving = new Coalesced(() => this.#pushWaiting());
    this.#resumption = new OfflineRetry(this.#clock, this.#lifetime.signal, async () => {
      if (this.#saved.size > 0) await this.#saving.request();
      else await this.refresh();
    });
  }

  get target(): SyncTarget {
    return this.#options.target;
  }

  get state(): Observable<SyncState> {
    return this.#state;
  }

  /** Fires as soon as the server has accepted a push; the verifying listing follows. */
  get onDidPush(): Event<PushedFiles> {
    return this.#pushed.event;
  }

  /** Scans, lists and plans; writes neither to the folder nor to the branch. @throws PlatformError, CancelledError */
  refresh(signal?: AbortSignal): Promise<Plan> {
    return this.#inTurn('scanning', signal, async (store, whole) => {
      const seen = await this.#look(store, whole);
      await this.#rememberAgreed(store, seen, whole);
      if (this.#moved && (await this.#port.probe(whole)).branchName === this.#port.branchName) this.#moved = undefined;
      this.#show(seen.plan);
      return seen.plan;
    });
  }

  /** Sends local changes to the branch. A halt is part of the result. @throws PlatformError, CancelledError */
  push(options: SyncOptions = {}, signal?: AbortSignal): Promise<SyncResult> {
    return this.#transfer('push', options, signal);
  }

  /** Brings the branch's changes into the folder. A halt is part of the result. @throws PlatformError, CancelledError */
  pull(options: SyncOptions = {}, signal?: AbortSignal): Promise<SyncResult> {
    return this.#transfer('pull', options, signal);
  }

  /**
   * The save path: sends what was just saved, without a scan, in at most two sequential round trips after the guard's.
   * Calls that come while one is under way go together. What cannot be sent now goes when the platform is back.
   * @throws PlatformError
   */
  async pushSaved(paths: readonly string[], signal?: AbortSignal): Promise<SyncResult> {
    for (const path of paths) this.#saved.add(path);
    return raceAbort(this.#saving.request(), signal);
  }

  /** Ends a conflict: one side's version for both, or the branch's version with the local one kept beside it. */
  resolve(path: string, choice: 'local' | 'remote' | 'both', signal?: AbortSignal): Promise<SyncResult> {
    const phase = choice === 'local' ? 'pushing' : 'pulling';
    // Now: what a look that is under way finds out is not what the person decided on.
    const shown = this.#state.value.conflicts.find((each) => each.path === path);
    return this.#exclusive(phase, signal, async (opened, outcome, whole) => {
      const seen = await this.#lookFirmly(opened.store, whole);
      outcome.plan = seen.plan;
      const conflict = seen.plan.conflicts.find((each) => each.path === path);
      if (!conflict) return;
      if (shown && (shown.local !== conflict.local || shown.remote !== conflict.remote)) {
        throw new HaltError(planChanged([path]));
      }
      if (choice === 'local') await this.#takeLocal(conflict, opened, outcome, whole);
      else await this.#takeRemote(conflict, choice === 'both', opened, outcome, whole);
    }).then((outcome) => this.#finish('resolve', outcome));
  }

  /** The branch's bytes of a file, checked against its hash; undefined where it has none. @throws UserError for what is no text */
  async remoteContent(path: string, signal?: AbortSignal): Promise<Uint8Array | undefined> {
    const store = await this.#openStore();
    const listed = this.#state.value.plan?.listed ?? (await this.#port.listHashes(signal));
    const hash = listed.get(path);
    if (hash === undefined) return undefined;
    const fetched = this.#contents?.of === listed ? this.#contents.files : undefined;
    const port = {
      ...this.#reads(),
      contents: async () => {
        const files = fetched ?? (await this.#port.contents(signal));
        this.#contents = { of: listed, files };
        return files;
      },
    };
    const content = (await fetchContents([{ path, hash }], { port, contents: store.contents }, signal)).get(path);
    if (content === 'not-text') throw new UserError(notText, { where: path });
    if (content === 'moved')
      throw new UserError('The file changed on the branch just now.', { where: path, action: 'Refresh.' });
    return content;
  }

  /** The bytes both sides last agreed on, where they are still kept. */
  async baseContent(path: string): Promise<Uint8Array | undefined> {
    const store = await this.#openStore();
    if (store.base.lastKnown.size === 0) await store.base.load((await store.loadFilter()).fingerprint);
    const hash = store.base.lastKnown.get(path);
    if (hash === undefined) return undefined;
    const local = await store.folder.read(path, { settle: false });
    return local?.hash === hash ? local.bytes : store.contents.get(hash);
  }

  /** Why a path (relative to the project folder) is synced or not. */
  why(path: string): { synced: boolean; reason: string } {
    const refused = this.#state.value.plan?.refused ?? [];
    const special =
      refused.find((entry) => entry.path === path) ?? refused.find((entry) => path.startsWith(`${entry.path}/`));
    if (special) return { synced: false, reason: special.reason };
    return (this.#opened?.filter() ?? new Filter(this.#options.target)).why(path);
  }

  /** Newest first. */
  async history(): Promise<readonly JournalEntry[]> {
    return (await this.#openStore()).journal.entries();
  }

  /** Newest first. */
  async trash(): Promise<readonly TrashEntry[]> {
    return (await this.#openStore()).trash.entries();
  }

  /** Writes the entry's bytes back to their path; what stands there now goes to the trash first. @throws UserError also for a halt */
  async restore(entry: TrashEntry, signal?: AbortSignal): Promise<void> {
    const { path } = entry;
    await this.#exclusive('pulling', signal, async ({ store }, outcome) => {
      await this.#recover(store);
      const bytes = await store.trash.bytes(entry);
      if (!bytes) throw new UserError(`The trash does not hold ${path} any more.`);
      if (this.#options.isDirty?.(path)) {
        throw new UserError(`${path} has unsaved changes.`, { action: 'Save or revert it, then restore again.' });
      }
      const current = await store.folder.read(path, { settle: false });
      const result = await store.folder.write(path, bytes, current?.hash, 'A file from the trash replaced it.');
      if (result !== 'written') throw new UserError(`${path} could not be restored: another program is writing it.`);
      outcome.wrote(path, current ? 'edit' : 'add', entry.hash);
    }).then(async (outcome) => {
      await this.#finish('restore', outcome);
      if (outcome.halt) throw new UserError(outcome.halt.message, { action: outcome.halt.action, where: path });
    });
  }

  /**
   * Follows the folder until disposed: compares when it is quiet after changes, after a transfer, after `glance`, after a
   * failure of the watcher, and every few minutes. Sends nothing by itself.
   */
  watch(): Disposable {
    const lifetime = this.#lifetime.add(new Lifetime());
    const { projectFolder } = this.#options.target;
    const compare = () => {
      if (lifetime.disposed) return;
      const { phase } = this.#state.value;
      if (phase === 'pushing' || phase === 'pulling') {
        this.#missed = true;
        return;
      }
      this.refresh(lifetime.signal).catch((failure) => {
        if (!isCancellation(failure)) this.#options.log.debug(`Comparing in the background: ${failure}`);
      });
    };
    let waiting = false;
    const compareAfterGit = async () => {
      if (waiting) return;
      waiting = true;
      try {
        const isWriting = () => isGitWriting(this.#machine.disk, projectFolder, this.#clock.now());
        while (await isWriting()) {
          while (await isWriting()) await this.#clock.delay(gitPollMs, lifetime.signal);
          // What git wrote just before it ended would be news again to a look at that moment.
          await this.#clock.delay(gitPollMs, lifetime.signal);
        }
      } finally {
        waiting = false;
      }
      compare();
    };
    const hints = lifetime.add(
      new ChangeDebouncer({
        clock: this.#clock,
        lookedAt: () => this.#lookedAt,
        onQuiet: () => void compareAfterGit().catch(() => {}),
      }),
    );
    const watch = this.#machine.watch ?? watchFolder;
    lifetime.add(
      watch({
        folder: projectFolder,
        isRelevant: (path) => {
          const filter = this.#opened?.filter() ?? new Filter(this.#options.target);
          return filter.includes(path) || filter.mayHold(path) || path === '.datamodelignore';
        },
        onTold: (changedAt) => hints.told(changedAt),
        onFailure: (failure) => {
          this.#options.log.warn(`Watching ${projectFolder}: ${messageOf(failure)}`);
          hints.hint();
        },
      }),
    );
    lifetime.add(this.#glanced.event(() => hints.hint()));
    lifetime.onDispose(this.#clock.every(rescanMs, compare));
    return lifetime;
  }

  /** Somebody comes back to the folder, who may have changed it by any means: looks soon, where it is watched. */
  glance(): void {
    this.#glanced.fire();
  }

  dispose(): void {
    this.#lifetime.dispose();
    this.#state.dispose();
    this.#pushed.dispose();
    this.#glanced.dispose();
  }

  async #transfer(direction: Direction, options: SyncOptions, signal?: AbortSignal): Promise<SyncResult> {
    const phase = direction === 'push' ? 'pushing' : 'pulling';
    const outcome = await this.#exclusive(phase, signal, async (opened, result, whole) => {
      for (let round = 1; ; round += 1) {
        const seen = await this.#lookFirmly(opened.store, whole);
        result.plan = seen.plan;
        const chosen = selectEntries(seen.plan, direction, options.paths);
        if (round === 1) assertPlanCurrent(seen.plan, chosen, options);
        const confirmed = options.confirmed === true && options.plan !== undefined && round === 1;
        assertConfirmed(seen.seen, seen.plan, chosen, { direction, confirmed });
        // A first plan of which nothing was chosen has not been confirmed.
        if (confirmed || seen.seen.baseOrigin === 'found' || isEven(seen.plan)) {
          await this.#rememberAgreed(opened.store, seen, whole, opened.lock);
        }
        const again = await this.#carryOut(chosen, opened, result, whole);
        if (!again) return;
        if (round === rounds) throw again.failure;
        await this.#clock.delay(roundPauseMs, whole);
      }
    });
    return this.#finish(direction, outcome);
  }

  async #carryOut(
    chosen: readonly Moving[],
    opened: Opened,
    result: SyncRun,
    signal: AbortSignal,
  ): Promise<{ failure: unknown } | undefined> {
    const pushes = chosen.filter((entry) => entry.kind === 'push');
    const pulls = chosen.filter((entry) => entry.kind === 'pull');
    if (pushes.length > 0) {
      const outcome = await pushFiles(pushes, this.#pushTools(opened), signal);
      result.addPush(outcome);
      if (outcome.again) return outcome.again;
    }
    if (pulls.length > 0) result.addPull(await pullFiles(pulls, this.#pullTools(opened), signal));
    return undefined;
  }

  async #pushWaiting(): Promise<SyncResult> {
    const paths = [...this.#saved];
    this.#saved.clear();
    try {
      const outcome = await this.#exclusive('pushing', undefined, async (opened, result, whole) => {
        const { store } = opened;
        await this.#recover(store);
        const tools = {
          ...this.#pushTools(opened),
          loadFilter: store.loadFilter,
          isGitBusy: () => this.#isGitBusy(store),
        };
        const settled = await pushSavedFiles(paths, tools, result, whole);
        if (!settled) result.again = true;
      });
      // More than a save: deletions, many or large files, no base yet. The full way decides.
      if (outcome.again) return await this.push({ paths });
      return await this.#finish('push', outcome);
    } catch (failure) {
      if (isOffline(failure)) {
        for (const path of paths) this.#saved.add(path);
        this.#resumption.start();
      }
      throw failure;
    }
  }

  async #takeLocal(conflict: Conflict, opened: Opened, outcome: SyncRun, signal: AbortSignal): Promise<void> {
    const { path, base, local, remote } = conflict;
    const content = remote && (await this.#fetch(path, remote, opened.store, signal));
    if (content)
      await opened.store.trash.put(content, { path, reason: 'The local version was taken.', side: 'remote' });
    const entry: PushEntry = { kind: 'push', change: 'edit', path, base, local, remote };
    const again = await this.#carryOut([entry], opened, outcome, signal);
    if (again) throw again.failure;
  }

  async #takeRemote(
    conflict: Conflict,
    keepLocal: boolean,
    opened: Opened,
    outcome: SyncRun,
    signal: AbortSignal,
  ): Promise<void> {
    const { path, base, local, remote } = conflict;
    const { folder } = opened.store;
    if (keepLocal) {
      const file = await folder.read(path, { settle: true });
      if (!file || file.hash !== local) throw new HaltError(planChanged([path]));
      const kept = keptName(path, file.hash);
      // It is there already where an earlier attempt was interrupted.
      await folder.write(kept, file.bytes, undefined, '');
    }
    const entry: PullEntry = { kind: 'pull', change: local === undefined ? 'add' : 'edit', path, base, local, remote };
    await this.#carryOut([entry], opened, outcome, signal);
  }

  async #fetch(path: string, hash: string, store: FolderStore, signal: AbortSignal): Promise<Uint8Array> {
    const found = await fetchContents([{ path, hash }], { port: this.#port, contents: store.contents }, signal);
    const content = found.get(path);
    if (content instanceof Uint8Array) return content;
    if (content === 'moved') throw new HaltError(planChanged([path]));
    throw new UserError(`The branch’s version of ${path} cannot be kept safe here: it is no text.`, {
      action: 'Keep a copy of it first, then delete it on the branch.',
    });
  }

  async #look(store: FolderStore, signal: AbortSignal): Promise<Comparison> {
    const before = this.#lookedAt;
    this.#lookedAt = this.#clock.now();
    const tools = {
      root: store.root,
      folder: store.folder,
      port: this.#port,
      base: store.base,
      loadFilter: store.loadFilter,
      isGitBusy: () => this.#isGitBusy(store),
    };
    try {
      return await look(tools, signal);
    } catch (failure) {
      this.#lookedAt = before;
      throw failure;
    }
  }

  /** Under the lock: what another process was interrupted at is put right first. */
  async #lookFirmly(store: FolderStore, signal: AbortSignal): Promise<Comparison> {
    let seen: Comparison;
    try {
      seen = await this.#look(store, signal);
    } catch (failure) {
      // What stands in the folder must not wait for the platform.
      await this.#recover(store);
      throw failure;
    }
    const { leftovers } = seen.scan;
    await this.#recover(store, leftovers);
    return leftovers.length > 0 ? this.#look(store, signal) : seen;
  }

  async #isGitBusy(store: FolderStore): Promise<boolean> {
    return (await this.#options.openMerge?.()) === true || (await isGitBusy(this.#machine.disk, store.root));
  }

  /** Writes down what is equal on both sides, and begins a base where there is none yet. Needs the lock, or takes it if it is free. */
  async #rememberAgreed(
    store: FolderStore,
    { plan, seen }: Comparison,
    signal: AbortSignal,
    held?: HeldLock,
  ): Promise<void> {
    const begins = seen.baseOrigin !== 'found';
    // A first plan with differences, or a filter that changed, waits for a person.
    if (begins && !held && (!isEven(plan) || seen.baseOrigin === 'other-filter')) return;
    if (seen.folderRefused !== undefined || seen.folderMissing || seen.contradictory.length > 0) return;
    if (!begins && plan.agreed.size === 0) return;
    const lock = held ?? (await store.lock.acquire(0, signal));
    if (!lock) return;
    try {
      // Another window wrote it since the look: the next look goes by that.
      if (!held && !(await store.base.isCurrent())) return;
      await keepAgreed(plan.agreed, store.folder, store.contents);
      if (begins) await store.base.begin(changedTree(plan.base, plan.agreed));
      else await store.base.record({ agreed: plan.agreed }, this.#clock.now());
    } finally {
      if (!held) await lock.release();
    }
  }

  #pushTools({ store, lock }: Opened): PushTools {
    return {
      guard: this.#guard,
      port: this.#port,
      folder: store.folder,
      base: store.base,
      contents: store.contents,
      clock: this.#clock,
      log: this.#options.log,
      isHeld: () => lock.isHeld(),
      onAccepted: (paths) => this.#pushed.fire({ paths }),
    };
  }

  #pullTools({ store, lock }: Opened): PullTools {
    return {
      port: this.#port,
      folder: store.folder,
      base: store.base,
      contents: store.contents,
      clock: this.#clock,
      isHeld: () => lock.isHeld(),
      isDirty: (path) => this.#options.isDirty?.(path) ?? false,
    };
  }

  #reads() {
    const port = this.#port;
    return {
      branchName: port.branchName,
      requests: port.requests,
      listHashes: (signal?: AbortSignal) => port.listHashes(signal),
      listPaths: (signal?: AbortSignal) => port.listPaths(signal),
      probe: (signal?: AbortSignal) => port.probe(signal),
    };
  }

  async #openStore(): Promise<FolderStore> {
    const { target, storageFolder } = this.#options;
    this.#store ??= openStore(target, storageFolder, this.#clock, this.#machine);
    this.#opened = await this.#store;
    return this.#opened;
  }

  /** One piece of work at a time in this process. */
  #inTurn<T>(
    phase: SyncState['phase'],
    signal: AbortSignal | undefined,
    work: (store: FolderStore, signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const whole = signal ? AbortSignal.any([signal, this.#lifetime.signal]) : this.#lifetime.signal;
    return this.#turn.run(async () => {
      const before = this.#state.value;
      this.#state.update((state) => ({ ...state, phase }));
      try {
        const result = await work(await this.#openStore(), whole);
        // What a save could not send is still to go, however well the platform answers other questions.
        if (this.#saved.size === 0) this.#resumption.stop();
        return result;
      } catch (failure) {
        const offline = isOffline(failure);
        this.#state.update((state) => ({ ...state, phase: offline ? 'offline' : before.halt ? 'halted' : 'idle' }));
        throw failure;
      } finally {
        if (this.#missed && phase !== 'scanning') {
          this.#missed = false;
          this.glance();
        }
      }
    }, whole);
  }

  /** One piece of work at a time on this machine. A HaltError becomes the outcome's halt. */
  #exclusive(
    phase: SyncState['phase'],
    signal: AbortSignal | undefined,
    work: (opened: Opened, outcome: SyncRun, signal: AbortSignal) => Promise<void>,
  ): Promise<SyncRun> {
    return this.#inTurn(phase, signal, async (store, whole) => {
      const outcome = new SyncRun(this.#clock.now(), this.#port.requests);
      const lock = await store.lock.acquire(this.#options.lockWaitMs ?? 15_000, whole);
      try {
        if (!lock) throw new HaltError(lockLost());
        await work({ store, lock }, outcome, whole);
      } catch (failure) {
        if (!(failure instanceof HaltError)) throw failure;
        outcome.halt = failure.halt;
      } finally {
        await lock?.release();
      }
      outcome.plan ??= this.#state.value.plan;
      outcome.plan ??= (await this.#look(store, whole)).plan;
      outcome.ended(this.#clock.now(), this.#port.requests);
      this.#settle(outcome, store);
      // The branch may show more than what was sent, and the folder more than what was planned.
      if (!outcome.halt && !outcome.isUntouched) this.#missed = true;
      return outcome;
    });
  }

  /** Under the lock: nobody else is in the middle of a write then. Without `leftovers` once a process, and it scans for them. */
  #recovered = false;
  async #recover(store: FolderStore, leftovers?: readonly string[]): Promise<void> {
    if (this.#recovered && !leftovers?.length) return;
    if (!leftovers) await store.loadFilter();
    const found = leftovers ?? (await store.folder.scan()).leftovers;
    if (found.length > 0) await store.folder.recover(found);
    if (!this.#recovered) await store.sweep(this.#clock.now());
    this.#recovered = true;
  }

  /** The state after work: the plan that is left, from what is known now, without asking again. */
  #settle(outcome: SyncRun, store: FolderStore): void {
    const plan = outcome.plan!;
    const left = outcome.isUntouched ? plan : planLeft(plan, outcome, store);
    if (outcome.halt?.kind === 'session-moved') this.#moved = outcome.halt;
    else if (outcome.isVerifiedPush) this.#moved = undefined;
    if (outcome.isVerifiedPush)
      this.#state.update((state) => ({ ...state, lastVerified: new Date(this.#clock.now()) }));
    this.#show(left, outcome.halt);
  }

  #show(plan: Plan, reason = this.#moved ?? plan.halts.push[0] ?? plan.halts.pull[0]): void {
    this.#state.update(({ lastVerified }) => ({
      phase: reason ? 'halted' : 'idle',
      local: plan.pushes.length,
      remote: plan.pulls.length,
      conflicts: plan.conflicts,
      plan,
      ...(reason && { halt: reason }),
      ...(lastVerified && { lastVerified }),
    }));
  }

  async #finish(action: JournalEntry['action'], outcome: SyncRun): Promise<SyncResult> {
    const result = outcome.result();
    if (result.done.length > 0 || result.halt) {
      const store = await this.#openStore();
      const entry = outcome.journalEntry(action, this.#options.target.branchName, this.#clock.now());
      await store.journal
        .add(entry)
        .catch((failure) => this.#options.log.warn(`The history was not written: ${failure}`));
    }
    return result;
  }
}
