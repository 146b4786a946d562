/** The dbt syncs of one deployment: the history, and the state of those that run, which is polled while a client watches. */

import { delay } from '../../base/async.ts';
import { isCancellation } from '../../base/errors.ts';
import { Emitter, type Event } from '../../base/event.ts';
import { type Disposable, Lifetime, toDisposable } from '../../base/lifetime.ts';
import { dbtSyncOperations } from '../../contract/dataModel/dbtSyncs.ts';
import type {
  DbtSyncRun,
  DbtSyncStatusResponse,
  syncStatuses,
  syncTriggers,
} from '../../contract/dataModel/syncSchemas.ts';
import type { ResourceWriter } from '../../platform/client.ts';
import { PlatformError } from '../../platform/platformError.ts';
import { isTransient } from '../../platform/retry.ts';
import { LazyList, type Loaded } from '../lazyList.ts';
import type { DbtSyncStart } from './manifestBody.ts';

export interface DbtSyncFilter {
  status?: (typeof syncStatuses)[number];
  trigger?: (typeof syncTriggers)[number];
}

/** The result of the last poll of a sync. */
export interface LiveSync {
  /** Undefined until the platform knows the sync. */
  status?: DbtSyncStatusResponse;
  ended: boolean;
  /** The last attempt failed; the next one follows. */
  failure?: unknown;
}

export interface DbtSyncsState {
  /** Newest first. Those that were started here come first while the history does not list them. */
  runs: Loaded<DbtSyncRun>;
  live: ReadonlyMap<string, LiveSync>;
  filter: DbtSyncFilter;
}

const pageSize = 50;
/** Milliseconds between two polls: longer while nothing changes, and longest during an outage. */
const defaultIntervals = [300, 600, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000];
/** The longest interval while the platform answers. */
const slowestStep = 4;
/** How long the platform may not know a new sync, in milliseconds. Notes: “dbt sync”. */
const unknownMs = 60_000;

export class DbtSyncs implements Disposable {
  readonly #client: ResourceWriter;
  readonly #params: { deploymentId: string };
  readonly #intervals: readonly number[];
  readonly #lifetime = new Lifetime();
  readonly #runs: LazyList<DbtSyncRun>;
  readonly #changed = this.#lifetime.add(new Emitter<void>());
  readonly #live = new Map<string, LiveSync>();
  /** Started here and not listed yet. */
  #started: readonly DbtSyncRun[] = [];
  #filter: DbtSyncFilter = {};
  #watchers = 0;
  #polling: AbortController | undefined;
  /** A sync ended, and the history does not show it yet. */
  #isOutdated = false;

  constructor(client: ResourceWriter, deploymentId: string, intervalsMs: readonly number[] = defaultIntervals) {
    this.#client = client;
    this.#params = { deploymentId };
    this.#intervals = intervalsMs;
    this.#runs = this.#lifetime.add(
      new LazyList((signal) => {
        const query = { ...this.#filter, first: pageSize };
        return client.pages(dbtSyncOperations.listDbtSyncs, { params: this.#params, query }, { signal });
      }),
    );
    this.#lifetime.add(this.#runs.onChange(() => this.#onRuns()));
    this.#lifetime.onDispose(() => this.#polling?.abort());
  }

  get onChange(): Event<void> {
    return this.#changed.event;
  }

  state(): DbtSyncsState {
    const { value } = this.#runs;
    return {
      runs: { ...value, items: [...this.#started, ...value.items] },
      live: new Map(this.#live),
      filter: this.#filter,
    };
  }

  /** Loads the first page once. Never rejects: see `state().runs.failure`. */
  async load(): Promise<void> {
    if (this.#runs.value.phase !== 'failed') await this.#runs.load();
  }

  /** Loads the loaded pages again, and polls again what could not be read. */
  reload(): Promise<void> {
    for (const [id, { failure }] of this.#live) if (failure !== undefined) this.#live.delete(id);
    return this.#runs.reload();
  }

  loadMore(): Promise<void> {
    return this.#runs.loadMore();
  }

  async setFilter(filter: DbtSyncFilter): Promise<void> {
    this.#filter = filter;
    await this.#runs.reload();
  }

  /** @returns the id of the sync. @throws PlatformError, CancelledError */
  async start(body: DbtSyncStart, signal?: AbortSignal): Promise<string> {
    const input = { params: this.#params, body };
    const { syncJobId } = await this.#client.call(dbtSyncOperations.startDbtSync, input, { signal });
    const { source = 'git', output = 'branch', ref } = body;
    const run = { syncJobId, status: 'RUNNING', source, output, dbtRef: ref, startedAt: new Date().toISOString() };
    this.#started = [run, ...this.#started];
    await this.#runs.reload();
    return syncJobId;
  }

  /** @throws PlatformError `conflict` when it has ended */
  async cancel(syncJobId: string, signal?: AbortSignal): Promise<void> {
    const params = { ...this.#params, syncJobId };
    try {
      await this.#client.call(dbtSyncOperations.cancelDbtSync, { params }, { signal });
    } finally {
      await this.#runs.reload();
    }
  }

  /** Polls running syncs until it is disposed. */
  watch(): Disposable {
    this.#watchers += 1;
    this.#poll();
    return toDisposable(() => {
      this.#watchers -= 1;
      if (this.#watchers === 0) this.#polling?.abort();
    });
  }

  /** Polls a sync that was started here. @returns its last status; it stays pending if this object is disposed before */
  async untilEnded(syncJobId: string): Promise<string> {
    const watching = this.watch();
    try {
      return await new Promise<string>((resolve) => {
        const check = () => {
          const listed = this.state().runs.items.find((each) => each.syncJobId === syncJobId)?.status;
          const live = this.#live.get(syncJobId);
          // The list knows whether it was cancelled. A filter may hide it there.
          const end = listed ?? (live?.ended ? (live.status?.status ?? 'UNKNOWN') : undefined);
          if (end === undefined || end === 'RUNNING') return;
          subscription.dispose();
          resolve(end);
        };
        const subscription = this.onChange(check);
        check();
      });
    } finally {
      watching.dispose();
    }
  }

  isRunning(syncJobId: string): boolean {
    return this.#running().includes(syncJobId);
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #onRuns(): void {
    const { items, phase } = this.#runs.value;
    const isListed = (id: string) => items.some(({ syncJobId }) => syncJobId === id);
    // One that ended may be missing in the history because of the filter.
    const isOver = (id: string) => phase === 'ready' && this.#live.get(id)?.ended === true;
    this.#started = this.#started.filter(({ syncJobId: id }) => !isListed(id) && !isOver(id));
    for (const { syncJobId, status } of items) if (status !== 'RUNNING') this.#live.delete(syncJobId);
    this.#changed.fire();
    this.#poll();
  }

  #running(): string[] {
    return this.state()
      .runs.items.filter(({ syncJobId, status }) => status === 'RUNNING' && !this.#live.get(syncJobId)?.ended)
      .map(({ syncJobId }) => syncJobId);
  }

  #poll(): void {
    if (this.#watchers === 0 || this.#polling || this.#lifetime.disposed) return;
    if (this.#running().length === 0 && !this.#isOutdated) return;
    const run = new AbortController();
    this.#polling = run;
    this.#pollUntilEnded(run.signal)
      .catch((failure: unknown) => {
        if (!isCancellation(failure)) throw failure;
      })
      .finally(() => {
        this.#polling = undefined;
        if (run.signal.aborted) this.#poll();
      });
  }

  async #pollUntilEnded(signal: AbortSignal): Promise<void> {
    for (let step = 0; ; ) {
      const found = await Promise.all(this.#running().map((id) => this.#read(id, signal)));
      if (found.includes('ended')) this.#isOutdated = true;
      if (found.length > 0) this.#changed.fire();
      if (this.#isOutdated) {
        await this.#runs.reload();
        const { phase, failure } = this.#runs.value;
        this.#isOutdated = phase === 'failed' && failure instanceof PlatformError && isTransient(failure);
      }
      if (this.#running().length === 0 && !this.#isOutdated) return;
      const isOutage = found.includes('failed') || this.#isOutdated;
      const slowest = isOutage ? this.#intervals.length - 1 : slowestStep;
      step = found.includes('moved') ? 0 : Math.min(step + 1, slowest);
      await delay(this.#intervals[Math.min(step, this.#intervals.length - 1)]!, signal);
    }
  }

  /** Reads the state of one sync. */
  async #read(syncJobId: string, signal: AbortSignal): Promise<'moved' | 'same' | 'ended' | 'failed'> {
    const params = { ...this.#params, syncJobId };
    const before = this.#live.get(syncJobId);
    try {
      const status = await this.#client.call(dbtSyncOperations.getDbtSyncStatus, { params }, { signal });
      const ended = status.status === 'COMPLETED' || status.status === 'FAILED';
      this.#live.set(syncJobId, { status, ended });
      if (ended) return 'ended';
      return before?.failure || before?.status?.updatedAt !== status.updatedAt ? 'moved' : 'same';
    } catch (failure) {
      if (!(failure instanceof PlatformError)) throw failure;
      if (failure.kind === 'not-found' && this.#isNew(syncJobId)) return 'same';
      const ended = !isTransient(failure);
      this.#live.set(syncJobId, { ...before, ended, failure });
      return ended ? 'ended' : 'failed';
    }
  }

  #isNew(syncJobId: string): boolean {
    const run = this.state().runs.items.find((each) => each.syncJobId === syncJobId);
    return Date.now() - Date.parse(run?.startedAt ?? '') < unknownMs;
  }
}
