/**
 * The compiler's child processes. The code of a model can change the process that runs it, so a process serves one line of
 * versions (a branch) and one caller's rights. As long as it has run a single model, it also serves that model for other lines.
 */

import { throwIfAborted } from '../base/async.ts';
import type { Disposable } from '../base/lifetime.ts';
import type { CompilerProcess } from './compilerProcess.ts';

/** What a process is needed for. */
export interface Use {
  /** Versions of a model that may see each other, such as those of a branch. */
  line: string;
  /** Key of what the code of the model knows about the caller. */
  rights: string;
  /** Key of the model; null: a model of its own. */
  model: string | null;
}

/** A process with what it has been used for. */
export interface Slot {
  process: CompilerProcess;
}

interface OwnSlot extends Slot, Use {
  isBusy: boolean;
  /** How many uses it served one after another while others waited for a process. */
  inARow: number;
  /** Ends it when it was idle for long. */
  idle: NodeJS.Timeout | undefined;
}

interface Waiting {
  use: Use;
  start(slot: OwnSlot): void;
}

interface PoolOptions {
  startProcess(): CompilerProcess;
  /** Of running processes. */
  maxProcesses: number;
  /** Milliseconds after which an idle process ends. */
  idleMs: number;
}

/** A process that has what others need goes on for so many uses before it makes room. */
const maxInARow = 16;

export class ProcessPool implements Disposable {
  readonly #options: PoolOptions;
  /** The one that was used last is the last one. */
  readonly #slots = new Set<OwnSlot>();
  readonly #waiting: Waiting[] = [];

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** Runs `work` with a process of its own for the time. @throws CancelledError when `signal` aborts before it starts */
  async run<T>(use: Use, work: (slot: Slot) => Promise<T>, signal: AbortSignal): Promise<T> {
    throwIfAborted(signal);
    const slot = await this.#take(use, signal);
    try {
      return await work(slot);
    } finally {
      this.#release(slot);
    }
  }

  /** Ends all processes. */
  dispose(): void {
    for (const slot of this.#slots) this.#end(slot);
  }

  #take(use: Use, signal: AbortSignal): Promise<OwnSlot> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
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

  #release(slot: OwnSlot): void {
    slot.isBusy = false;
    slot.idle = setTimeout(() => this.#end(slot), this.#options.idleMs).unref();
    if (slot.process.exitReason !== undefined) this.#end(slot);
    this.#distribute();
  }

  #end(slot: OwnSlot): void {
    clearTimeout(slot.idle);
    this.#slots.delete(slot);
    slot.process.kill();
  }

  #distribute(): void {
    for (const slot of this.#slots) if (!slot.isBusy && slot.process.exitReason !== undefined) this.#end(slot);
    const needsProcess = ({ use }: Waiting) => ![...this.#slots].some((slot) => canServe(slot, use));
    const othersWait = this.#waiting.some(needsProcess);
    for (const slot of this.#idle()) if (!othersWait || slot.inARow < maxInARow) this.#serve(slot, othersWait);
    for (const waiting of this.#waiting.filter(needsProcess)) {
      // One that was started for an earlier one may serve this one, too.
      if (!needsProcess(waiting)) continue;
      if (this.#slots.size >= this.#options.maxProcesses) {
        const [oldest] = this.#idle();
        if (!oldest) break;
        this.#end(oldest);
      }
      const process = this.#options.startProcess();
      const slot = { ...waiting.use, process, isBusy: false, inARow: 0, idle: undefined };
      this.#slots.add(slot);
      this.#give(slot, waiting);
    }
    for (const slot of this.#idle()) this.#serve(slot, false);
  }

  #idle(): OwnSlot[] {
    return [...this.#slots].filter(({ isBusy }) => !isBusy);
  }

  #serve(slot: OwnSlot, othersWait: boolean): void {
    const served = this.#waiting.find(({ use }) => canServe(slot, use));
    if (!served) return;
    slot.inARow = othersWait ? slot.inARow + 1 : 0;
    this.#give(slot, served);
  }

  #give(slot: OwnSlot, waiting: Waiting): void {
    this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
    clearTimeout(slot.idle);
    slot.isBusy = true;
    if (slot.model !== waiting.use.model) slot.model = null;
    this.#slots.delete(slot);
    this.#slots.add(slot);
    waiting.start(slot);
  }
}

function canServe(slot: OwnSlot, use: Use): boolean {
  if (slot.rights !== use.rights) return false;
  return slot.line === use.line || (slot.model !== null && slot.model === use.model);
}
