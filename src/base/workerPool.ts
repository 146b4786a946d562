/**
 * Processes or threads that run foreign code, which can block or change its worker. So a worker serves one line of versions (a
 * branch) and one caller's rights. As long as it has run a single version, it also serves that version for other lines.
 */

import { throwIfAborted } from './async.ts';
import type { Disposable } from './lifetime.ts';

/** The purpose of a worker. */
export interface Use {
  /** Versions of code that may see each other, such as those of a branch. */
  line: string;
  /** Key of what the code knows about the caller. */
  rights: string;
  /** Key of the code; null: no other use has the same. */
  version: string | null;
}

export interface Worker {
  /** Undefined while it runs. */
  readonly exitReason: string | undefined;
  kill(): void;
}

/** Holds the worker of a use, which may replace it by another one that does the same. */
export interface Slot<W> {
  worker: W;
}

interface OwnSlot<W> extends Slot<W>, Use {
  isBusy: boolean;
  /** How many uses it served one after another while others waited for a worker. */
  inARow: number;
  /** Ends it when it was idle for long. */
  idle: NodeJS.Timeout | undefined;
}

interface Waiting<W> {
  use: Use;
  start(slot: OwnSlot<W>): void;
}

interface PoolOptions<W> {
  start(): W;
  /** The most workers that run at the same time. */
  maxWorkers: number;
  /** Milliseconds after which an idle worker ends. */
  idleMs: number;
}

/** A worker that others wait for goes on for so many uses before it makes room. */
const maxInARow = 16;

export class WorkerPool<W extends Worker> implements Disposable {
  readonly #options: PoolOptions<W>;
  /** The one that was used last is the last one. */
  readonly #slots = new Set<OwnSlot<W>>();
  readonly #waiting: Waiting<W>[] = [];

  constructor(options: PoolOptions<W>) {
    this.#options = options;
  }

  /** Runs `work` with a worker that does nothing else in that time. @throws CancelledError when `signal` aborts before it starts */
  async run<T>(use: Use, work: (slot: Slot<W>) => Promise<T>, signal: AbortSignal): Promise<T> {
    throwIfAborted(signal);
    const slot = await this.#take(use, signal);
    try {
      return await work(slot);
    } finally {
      this.#release(slot);
    }
  }

  /** Ends all workers. */
  dispose(): void {
    for (const slot of this.#slots) this.#end(slot);
  }

  #take(use: Use, signal: AbortSignal): Promise<OwnSlot<W>> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting<W> = {
        use,
        start(slot) {
          signal.removeEventListener('abort', onAbort);
          resolve(slot);
        },
      };
      const onAbort = () => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        try {
          throwIfAborted(signal);
        } catch (failure) {
          reject(failure);
        }
      };
      signal.addEventListener('abort', onAbort, { once: true });
      this.#waiting.push(waiting);
      this.#distribute();
    });
  }

  #release(slot: OwnSlot<W>): void {
    slot.isBusy = false;
    slot.idle = setTimeout(() => this.#end(slot), this.#options.idleMs).unref();
    if (slot.worker.exitReason !== undefined) this.#end(slot);
    this.#distribute();
  }

  #end(slot: OwnSlot<W>): void {
    clearTimeout(slot.idle);
    this.#slots.delete(slot);
    slot.worker.kill();
  }

  #distribute(): void {
    for (const slot of this.#slots) if (!slot.isBusy && slot.worker.exitReason !== undefined) this.#end(slot);
    const needsWorker = ({ use }: Waiting<W>) => ![...this.#slots].some((slot) => canServe(slot, use));
    const othersWait = this.#waiting.some(needsWorker);
    for (const slot of this.#idle()) if (!othersWait || slot.inARow < maxInARow) this.#serve(slot, othersWait);
    for (const waiting of this.#waiting.filter(needsWorker)) {
      // One that was started for an earlier one may serve this one, too.
      if (!needsWorker(waiting)) continue;
      // The callers of one line do not take all workers.
      const ofLine = [...this.#slots].filter(({ isBusy, line }) => isBusy && line === waiting.use.line);
      if (ofLine.length >= Math.ceil(this.#options.maxWorkers / 2)) continue;
      if (this.#slots.size >= this.#options.maxWorkers) {
        const [oldest] = this.#idle();
        if (!oldest) break;
        this.#end(oldest);
      }
      const worker = this.#options.start();
      const slot = { ...waiting.use, worker, isBusy: false, inARow: 0, idle: undefined };
      this.#slots.add(slot);
      this.#give(slot, waiting);
    }
    for (const slot of this.#idle()) this.#serve(slot, false);
  }

  #idle(): OwnSlot<W>[] {
    return [...this.#slots].filter(({ isBusy }) => !isBusy);
  }

  #serve(slot: OwnSlot<W>, othersWait: boolean): void {
    const served = this.#waiting.find(({ use }) => canServe(slot, use));
    if (!served) return;
    slot.inARow = othersWait ? slot.inARow + 1 : 0;
    this.#give(slot, served);
  }

  #give(slot: OwnSlot<W>, waiting: Waiting<W>): void {
    this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
    clearTimeout(slot.idle);
    slot.isBusy = true;
    if (slot.version !== waiting.use.version) slot.version = null;
    this.#slots.delete(slot);
    this.#slots.add(slot);
    waiting.start(slot);
  }
}

function canServe(slot: Use, use: Use): boolean {
  if (slot.rights !== use.rights) return false;
  return slot.line === use.line || (slot.version !== null && slot.version === use.version);
}
