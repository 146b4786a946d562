/** Keeps one local folder and one dev branch equal: the entry point of synchronisation. */

import { type Clock, systemClock } from '../base/clock.ts';
import { type CatalogMessage, messageOf, UserError } from '../base/errors.ts';
import { Emitter, type Event, type Observable } from '../base/event.ts';
import type { Hash } from '../base/hash.ts';
import { type Disposable, Lifetime } from '../base/lifetime.ts';
import { type Machine, thisMachine } from '../base/machine.ts';
import { BranchContents } from './branchContents.ts';
import { FolderComparer } from './folderComparer.ts';
import { watchAndCompare } from './folderWatch.ts';
import { type FolderStore, openStore } from './local/folderStore.ts';
import { restoreFile } from './local/restoreFile.ts';
import type { TrashEntry } from './local/trash.ts';
import { Filter, refusalOf } from './plan/filter.ts';
import { HaltError } from './plan/halt.ts';
import { isInSync, type PlanInput } from './plan/halts.ts';
import type { Plan } from './plan/planTypes.ts';
import {
  assertConfirmed,
  assertPlanCurrent,
  type Direction,
  planChangedHalt,
  selectEntries,
} from './plan/selection.ts';
import type { SyncTarget } from './plan/syncTarget.ts';
import type { Tree } from './plan/tree.ts';
import type { BranchPort } from './remote/branchPort.ts';
import { Guard } from './remote/guard.ts';
import { WritableBranch } from './remote/writableBranch.ts';
import { isSameConflict, type Resolution, resolveConflict } from './resolveConflict.ts';
import { type SavedPush, SaveQueue } from './saveQueue.ts';
import type { JournalEntry } from './state/journal.ts';
import { type LockedFolder, SyncTurns } from './syncTurns.ts';
import type { PushedFiles, SyncEngineOptions, SyncOptions, SyncState } from './syncTypes.ts';
import { carryOut, type TransferTools, transferTools } from './transfer/carryOut.ts';
import { pushSavedFiles } from './transfer/pushSavedFiles.ts';
import type { SyncResult } from './transfer/syncResult.ts';
import type { SyncRun } from './transfer/syncRun.ts';

/** A transfer whose request was lost, or whose branch moved, is planned again, up to this many times. */
/** New plans of a push while the branch moves. After them, it is sent in pieces that no other file concerns. */
const maxRounds = 3;
const roundPauseMs = 200;

export class SyncEngine implements Disposable {
  readonly #options: SyncEngineOptions;
  readonly #clock: Clock;
  readonly #machine: Machine;
  readonly #port: BranchPort;
  readonly #guard: Guard;
  readonly #lifetime = new Lifetime();
  readonly #pushed = this.#lifetime.add(new Emitter<PushedFiles>());
  readonly #comparer: FolderComparer;
  readonly #turns: SyncTurns;
  readonly #contents: BranchContents;
  readonly #saves: SaveQueue;
  #opening: Promise<FolderStore> | undefined;
  #store: FolderStore | undefined;

  constructor(options: SyncEngineOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#machine = options.machine ?? thisMachine();
    this.#port = options.port ?? new WritableBranch(options.client, options.target, options.storageFolder);
    this.#guard = new Guard(this.#port);
    const { signal } = this.#lifetime;
    const shared = { port: this.#port, clock: this.#clock, openStore: () => this.#openStore() };
    this.#comparer = new FolderComparer({ ...shared, disk: this.#machine.disk });
    this.#contents = new BranchContents({ ...shared, plan: () => this.state.value.plan });
    this.#turns = this.#lifetime.add(
      new SyncTurns({
        ...shared,
        comparer: this.#comparer,
        lockWaitMs: options.lockWaitMs ?? 15_000,
        ended: signal,
        onSuccess: () => this.#saves.platformAnswered(),
      }),
    );
    this.#saves = this.#lifetime.add(
      new SaveQueue({ push: (paths) => this.#pushSaved(paths), clock: this.#clock, ended: signal }),
    );
  }

  get target(): SyncTarget {
    return this.#options.target;
  }

  get state(): Observable<SyncState> {
    return this.#turns.state;
  }

  /** Fires as soon as the platform has accepted a push; the verifying listing follows. */
  get onDidPush(): Event<PushedFiles> {
    return this.#pushed.event;
  }

  /** Fires before and after each attempt to push saved files, retries included. */
  get onPushSaved(): Event<SavedPush> {
    return this.#saves.onAttempt;
  }

  /** Scans, lists and plans; writes neither to the folder nor to the branch. @throws PlatformError, CancelledError */
  refresh(signal?: AbortSignal): Promise<Plan> {
    const turns = this.#turns;
    return turns.run('scanning', signal, async (store, whole) => {
      const comparison = await this.#comparer.compare(store, whole);
      await this.#comparer.recordAgreed(store, comparison, whole);
      if (turns.isSessionMoved && (await this.#port.probe(whole)).branchName === this.#port.branchName) {
        turns.sessionReturned();
      }
      turns.show(comparison.plan);
      return comparison.plan;
    });
  }

  /**
   * Forgets the base: the branch was created again from another one, so the folder's files are newer. What both sides have counts as
   * common in the branch's version: the next plan pushes the folder's files, and deletes none. @throws UserError for a halt
   */
  startOver(signal?: AbortSignal): Promise<Plan> {
    return this.#begin(({ remote, local }) => new Map([...remote].filter(([path]) => local.has(path))), signal);
  }

  /**
   * Takes the version that both sides come from as the base, for example of a fresh checkout. A base that this machine already
   * has is newer, and stays. @throws UserError for a halt
   */
  startFrom(common: Tree, signal?: AbortSignal): Promise<Plan> {
    return this.#begin((_, store, origin) => (origin === 'new' ? store.filter().part(common) : undefined), signal);
  }

  async #begin(
    baseOf: (plan: Plan, store: FolderStore, origin: PlanInput['baseOrigin']) => Tree | undefined,
    signal: AbortSignal | undefined,
  ): Promise<Plan> {
    const run = await this.#turns.runLocked('scanning', signal, async ({ store }, syncRun, whole) => {
      const { plan, input } = await this.#comparer.compareUnderLock(store, whole);
      syncRun.plan = plan;
      const isUnsafe = input.folderRefused !== undefined || input.folderMissing || input.contradictory.length > 0;
      if (isUnsafe) throw new HaltError(plan.halts.push[0]!);
      const base = baseOf(plan, store, input.baseOrigin);
      if (base) await store.base.begin(base);
    });
    if (run.halt) throw new UserError(run.halt.message, { ...run.halt, code: run.halt.kind });
    return this.refresh(signal);
  }

  /** Pushes local changes to the branch. A halt is part of the result. @throws PlatformError, CancelledError */
  push(options: SyncOptions = {}, signal?: AbortSignal): Promise<SyncResult> {
    return this.#transfer('push', options, signal);
  }

  /** Pulls the branch's changes into the folder. A halt is part of the result. @throws PlatformError, CancelledError */
  pull(options: SyncOptions = {}, signal?: AbortSignal): Promise<SyncResult> {
    return this.#transfer('pull', options, signal);
  }

  /**
   * Pushes files that were just saved, without a scan, in at most two sequential round trips after the guard's. Files saved
   * during a push go together with the next one. After a failure the files stay queued: they are pushed with the next save, or
   * when the platform can be reached again.
   * @throws PlatformError
   */
  save(paths: readonly string[]): Promise<SyncResult> {
    return this.#saves.add(paths);
  }

  /** Ends a conflict with one side's version, or with the branch's version and a copy of the local one next to it. */
  async resolve(path: string, resolution: Resolution, signal?: AbortSignal): Promise<SyncResult> {
    // Capture the shown conflict now; a running comparison may change it before this work begins.
    const shown = this.state.value.conflicts.find((each) => each.path === path);
    const phase = resolution === 'local' ? 'pushing' : 'pulling';
    const run = await this.#turns.runLocked(phase, signal, async (locked, syncRun, whole) => {
      const { plan } = await this.#comparer.compareUnderLock(locked.store, whole);
      syncRun.plan = plan;
      const conflict = plan.conflicts.find((each) => each.path === path);
      if (!conflict) return;
      if (shown && !isSameConflict(shown, conflict)) throw new HaltError(planChangedHalt([path]));
      const tools = { ...this.#toolsOf(locked), store: locked.store };
      await resolveConflict(conflict, resolution, tools, syncRun, whole);
    });
    return this.#finish('resolve', run);
  }

  /** The branch's bytes of a file, verified by their hash; undefined: no file. @throws UserError when the file is not text */
  remoteContent(path: string, signal?: AbortSignal): Promise<Uint8Array | undefined> {
    return this.#contents.remoteContent(path, signal);
  }

  /** The base's bytes of a file; undefined when they are not kept. */
  baseContent(path: string): Promise<Uint8Array | undefined> {
    return this.#contents.baseContent(path);
  }

  /** The bytes of a version that is kept on this machine. */
  async keptContent(hash: Hash): Promise<Uint8Array | undefined> {
    return (await this.#openStore()).contents.get(hash);
  }

  /** Why a path (relative to the project folder) is synced or not. */
  why(path: string): { synced: boolean; reason: CatalogMessage } {
    return refusalOf(path, this.state.value.plan?.refused ?? []) ?? this.#filter().why(path);
  }

  /** Newest first. */
  async history(): Promise<readonly JournalEntry[]> {
    return (await this.#openStore()).journal.entries();
  }

  /** Newest first. */
  async trash(): Promise<readonly TrashEntry[]> {
    return (await this.#openStore()).trash.entries();
  }

  /** Writes an entry's bytes back to their path; the file there goes to the trash first. @throws UserError also for a halt */
  async restore(entry: TrashEntry, signal?: AbortSignal): Promise<void> {
    const { path } = entry;
    const run = await this.#turns.runLocked('pulling', signal, async ({ store }, syncRun) => {
      await this.#comparer.recover(store);
      const change = await restoreFile(entry, store, (file) => this.#isDirty(file));
      syncRun.addWritten(path, change, entry.hash);
    });
    await this.#finish('restore', run);
    if (run.halt) throw new UserError(run.halt.message, { ...run.halt, code: run.halt.kind, where: path });
  }

  /** Compares until disposed: after changes of the folder, after transfers and `requestRescan`, and every few minutes. */
  watch(): Disposable {
    return this.#lifetime.add(
      watchAndCompare({
        projectFolder: this.#options.target.projectFolder,
        filter: () => this.#filter(),
        scannedAt: () => this.#comparer.scannedAt,
        postponeRescan: () => this.#turns.postponeRescan(),
        refresh: (signal) => this.refresh(signal),
        rescanRequested: this.#turns.rescanRequested.event,
        machine: this.#machine,
        watch: this.#options.watch,
        clock: this.#clock,
        log: this.#options.log,
      }),
    );
  }

  /** Compares soon if the folder is watched: the user may have changed files in another program. */
  requestRescan(): void {
    this.#turns.rescanRequested.fire();
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  async #transfer(direction: Direction, options: SyncOptions, signal?: AbortSignal): Promise<SyncResult> {
    const phase = direction === 'push' ? 'pushing' : 'pulling';
    const transfer = async (locked: LockedFolder, syncRun: SyncRun, whole: AbortSignal) => {
      for (let round = 1; ; round += 1) {
        const comparison = await this.#comparer.compareUnderLock(locked.store, whole);
        const { plan, input } = comparison;
        syncRun.plan = plan;
        const selection = selectEntries(plan, direction, options.paths);
        if (round === 1) assertPlanCurrent(plan, selection, options);
        const confirmed = options.confirmed === true && options.plan !== undefined && round === 1;
        const { lock: held } = locked;
        if (!confirmed && input.baseOrigin === 'new')
          await this.#comparer.recordAgreed(locked.store, comparison, whole, { held, confirmed });
        assertConfirmed(input, plan, selection, confirmed);
        // A first plan is not confirmed when nothing of it is selected.
        const isAsked = plan.halts[direction].some(({ kind }) => kind === 'first-sync' || kind === 'filter-changed');
        if (confirmed || !isAsked || isInSync(plan)) {
          await this.#comparer.recordAgreed(locked.store, comparison, whole, { held });
        }
        const inPieces = round > maxRounds;
        const retry = await carryOut(selection, this.#toolsOf(locked), syncRun, whole, inPieces);
        if (!retry) return;
        if (inPieces) throw retry.failure;
        await this.#clock.delay(roundPauseMs, whole);
      }
    };
    const run = await this.#turns.runLocked(phase, signal, async (locked, syncRun, whole) => {
      try {
        await transfer(locked, syncRun, whole);
      } catch (failure) {
        if (failure instanceof HaltError) throw failure;
        syncRun.end(this.#clock.now(), this.#port.requests);
        await this.#addToHistory(direction, syncRun);
        throw failure;
      }
    });
    return this.#finish(direction, run);
  }

  async #pushSaved(paths: readonly string[]): Promise<SyncResult> {
    const run = await this.#turns.runLocked('pushing', undefined, async (locked, syncRun, whole) => {
      const { store } = locked;
      await this.#comparer.recover(store);
      const tools = {
        ...this.#toolsOf(locked).push,
        loadFilter: store.loadFilter,
        isGitBusy: () => this.#comparer.isGitBusy(store),
      };
      if (!(await pushSavedFiles(paths, tools, syncRun, whole))) syncRun.needsFullSync = true;
    });
    // More than a save (deletions, many or large files, no base yet) needs a full push.
    return run.needsFullSync ? this.push({ paths }) : this.#finish('push', run);
  }

  #toolsOf({ store, lock }: LockedFolder): TransferTools {
    return transferTools(store, lock, {
      port: this.#port,
      guard: this.#guard,
      clock: this.#clock,
      log: this.#options.log,
      onAccepted: (paths) => this.#pushed.fire({ paths }),
      isDirty: (path) => this.#isDirty(path),
    });
  }

  #isDirty(path: string): boolean {
    return this.#options.isDirty?.(path) ?? false;
  }

  #filter(): Filter {
    return this.#store?.filter() ?? new Filter(this.#options.target);
  }

  async #openStore(): Promise<FolderStore> {
    const { target, storageFolder } = this.#options;
    this.#opening ??= openStore(target, storageFolder, this.#clock, this.#machine);
    this.#store = await this.#opening;
    return this.#store;
  }

  async #finish(action: JournalEntry['action'], run: SyncRun): Promise<SyncResult> {
    await this.#addToHistory(action, run);
    return run.result();
  }

  async #addToHistory(action: JournalEntry['action'], run: SyncRun): Promise<void> {
    if (run.isUneventful) return;
    const { journal } = await this.#openStore();
    const entry = run.journalEntry(action, this.#options.target.branchName, this.#clock.now());
    const onFailure = (failure: unknown) => this.#options.log.warn(`No history was written: ${messageOf(failure)}`);
    await journal.add(entry).catch(onFailure);
  }
}
