/** Runs the work of one engine, one run at a time, and keeps the engine's state up to date. */

import { Limit } from '../base/async.ts';
import type { Clock } from '../base/clock.ts';
import { isCancellation } from '../base/errors.ts';
import { Emitter, Value } from '../base/event.ts';
import type { HeldLock } from '../base/folderLock.ts';
import type { Disposable } from '../base/lifetime.ts';
import type { FolderComparer } from './folderComparer.ts';
import type { FolderStore } from './local/folderStore.ts';
import { isOffline } from './offlineRetry.ts';
import { type Halt, HaltError, halt } from './plan/halt.ts';
import type { Plan } from './plan/planTypes.ts';
import { remainingPlan } from './remainingPlan.ts';
import type { BranchReads } from './remote/branchPort.ts';
import type { SyncState } from './syncTypes.ts';
import { SyncRun } from './transfer/syncRun.ts';

/** A folder whose lock this process holds. */
export interface LockedFolder {
  store: FolderStore;
  lock: HeldLock;
}

interface SyncTurnsOptions {
  openStore: () => Promise<FolderStore>;
  comparer: FolderComparer;
  port: BranchReads;
  clock: Clock;
  lockWaitMs: number;
  /** Aborts all work. */
  ended: AbortSignal;
  /** Called after each run that did not fail. */
  onSuccess: () => void;
}

export class SyncTurns implements Disposable {
  readonly state = new Value<SyncState>({ phase: 'idle', local: 0, remote: 0, conflicts: [] });
  readonly rescanRequested = new Emitter<void>();
  readonly #options: SyncTurnsOptions;
  readonly #turn = new Limit(1);
  /** A rescan is due after the running transfer. */
  #isRescanDue = false;
  /** Dev mode was found on another branch. Stays until a push or a probe shows otherwise. */
  #movedSession: Halt | undefined;

  constructor(options: SyncTurnsOptions) {
    this.#options = options;
  }

  get isSessionMoved(): boolean {
    return this.#movedSession !== undefined;
  }

  sessionReturned(): void {
    this.#movedSession = undefined;
  }

  /** Postpones a rescan while a transfer runs. @returns false when none runs */
  postponeRescan(): boolean {
    const { phase } = this.state.value;
    if (phase !== 'pushing' && phase !== 'pulling') return false;
    this.#isRescanDue = true;
    return true;
  }

  /** Waits for other work of this engine, then runs `work`. */
  run<T>(
    phase: SyncState['phase'],
    signal: AbortSignal | undefined,
    work: (store: FolderStore, signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const { ended, openStore, onSuccess } = this.#options;
    const whole = signal ? AbortSignal.any([signal, ended]) : ended;
    return this.#turn.run(async () => {
      const before = this.state.value;
      this.state.update((state) => ({ ...state, phase }));
      try {
        const result = await work(await openStore(), whole);
        onSuccess();
        return result;
      } catch (failure) {
        const offline = isOffline(failure);
        this.state.update((state) => ({
          ...state,
          phase: offline ? 'offline' : before.halt ? 'halted' : 'idle',
          ...(!isCancellation(failure) && { failure }),
        }));
        throw failure;
      } finally {
        if (this.#isRescanDue && phase !== 'scanning') {
          this.#isRescanDue = false;
          this.rescanRequested.fire();
        }
      }
    }, whole);
  }

  /** Like `run`, under the folder's lock. A HaltError becomes the run's halt. */
  runLocked(
    phase: SyncState['phase'],
    signal: AbortSignal | undefined,
    work: (locked: LockedFolder, run: SyncRun, signal: AbortSignal) => Promise<void>,
  ): Promise<SyncRun> {
    const { clock, port, comparer, lockWaitMs } = this.#options;
    return this.run(phase, signal, async (store, whole) => {
      const run = new SyncRun(clock.now(), port.requests);
      const lock = await store.lock.acquire(lockWaitMs, whole);
      try {
        if (!lock) throw new HaltError(halt('locked'));
        await work({ store, lock }, run, whole);
      } catch (failure) {
        if (!(failure instanceof HaltError)) {
          // Some steps of a push may be done.
          if (!run.isUntouched) this.#isRescanDue = true;
          throw failure;
        }
        run.halt = failure.halt;
      } finally {
        await lock?.release();
      }
      run.plan ??= this.state.value.plan;
      run.plan ??= (await comparer.compare(store, whole)).plan;
      run.end(clock.now(), port.requests);
      this.#showResult(run, store);
      // The branch may contain more than was sent, and the folder more than was planned.
      if (!run.halt && !run.isUntouched) this.#isRescanDue = true;
      return run;
    });
  }

  show(plan: Plan, reason = this.#movedSession ?? plan.halts.push[0] ?? plan.halts.pull[0]): void {
    this.state.update(({ lastVerified }) => ({
      phase: reason ? 'halted' : 'idle',
      local: plan.pushes.length,
      remote: plan.pulls.length,
      conflicts: plan.conflicts,
      plan,
      ...(reason && { halt: reason }),
      ...(lastVerified && { lastVerified }),
    }));
  }

  dispose(): void {
    this.state.dispose();
    this.rescanRequested.dispose();
  }

  /** Shows the state after a run, without scanning or listing again. */
  #showResult(run: SyncRun, store: FolderStore): void {
    const plan = run.plan!;
    const remaining = run.isUntouched ? plan : remainingPlan(plan, run, store);
    if (run.halt?.kind === 'session-moved') this.#movedSession = run.halt;
    else if (run.isVerifiedPush) this.#movedSession = undefined;
    if (run.isVerifiedPush) {
      this.state.update((state) => ({ ...state, lastVerified: new Date(this.#options.clock.now()) }));
    }
    this.show(remaining, run.halt);
  }
}
