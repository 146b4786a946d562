/** Delays, concurrency limits, coalescing and debouncing. Every wait takes an AbortSignal. */

import { CancelledError } from './errors.ts';

export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (!signal?.aborted) return;
  throw signal.reason instanceof Error && signal.reason.name !== 'AbortError' ? signal.reason : new CancelledError();
}

/** A timer for more milliseconds fires at once. */
const longestTimerMs = 2 ** 31 - 1;

/** Resolves after `ms` milliseconds, at most 24 days. @throws CancelledError, or the signal's own reason, when `signal` aborts first. */
export function delay(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer);
      try {
        throwIfAborted(signal);
      } catch (failure) {
        reject(failure);
      }
    };
    const timer = setTimeout(
      () => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      },
      Math.min(ms, longestTimerMs),
    );
    if (signal?.aborted) onAbort();
    else signal?.addEventListener('abort', onAbort, { once: true });
  });
}

/** Settles like `work`, but rejects with `late()` after `ms` milliseconds. The timer keeps the process alive. */
export function withDeadline<T>(work: Promise<T>, ms: number, late: () => Error): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => reject(late()), Math.min(ms, longestTimerMs));
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Settles like `work`, but rejects as soon as `signal` aborts. */
export function raceAbort<T>(work: Promise<T>, signal?: AbortSignal): Promise<T> {
  if (!signal) return work;
  return new Promise<T>((resolve, reject) => {
    const onAbort = () => {
      try {
        throwIfAborted(signal);
      } catch (failure) {
        reject(failure);
      }
    };
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

/** Runs at most `size` tasks at a time, in the order of their requests. `new Limit(1)` is a mutex. */
export class Limit {
  readonly #size: number;
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(size: number) {
    this.#size = size;
  }

  async run<T>(work: () => Promise<T> | T, signal?: AbortSignal): Promise<T> {
    throwIfAborted(signal);
    if (this.#running >= this.#size) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else {
      this.#running += 1;
    }
    try {
      throwIfAborted(signal);
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}

/** Divides long work, so that other work of the thread goes on after each `ms` milliseconds. */
export class Slices {
  readonly #ms: number;
  readonly #signal: AbortSignal | undefined;
  #start = performance.now();

  constructor(ms: number, signal?: AbortSignal) {
    this.#ms = ms;
    this.#signal = signal;
  }

  /** Between two steps of the work. @throws CancelledError when the signal aborts */
  async next(): Promise<void> {
    if (performance.now() - this.#start < this.#ms) return;
    await new Promise((resolve) => setImmediate(resolve));
    throwIfAborted(this.#signal);
    this.#start = performance.now();
  }
}

/**
 * Runs `work` once at a time. Requests that arrive during a run share one further run.
 * The promise of `request()` settles with a run that started after the request.
 */
export class Coalesced<T> {
  readonly #work: () => Promise<T>;
  #running: Promise<T> | undefined;
  #next: Promise<T> | undefined;

  constructor(work: () => Promise<T>) {
    this.#work = work;
  }

  request(): Promise<T> {
    if (!this.#running) return this.#start();
    this.#next ??= this.#running.then(
      () => this.#start(),
      () => this.#start(),
    );
    return this.#next;
  }

  #start(): Promise<T> {
    this.#next = undefined;
    const run = this.#work().finally(() => {
      if (this.#running === run) this.#running = undefined;
    });
    this.#running = run;
    return run;
  }
}

/** Calls `action` once, `ms` milliseconds after the last `poke()`. */
export class Debounce {
  readonly #action: () => void;
  readonly #ms: number;
  #timer: NodeJS.Timeout | undefined;

  constructor(action: () => void, ms: number) {
    this.#action = action;
    this.#ms = ms;
  }

  poke(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#action();
    }, this.#ms);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}

/** Collects different values and hands them over together, `ms` milliseconds after the first one, however many follow. */
export class Batch<T> {
  readonly #handOver: (values: readonly T[]) => void;
  readonly #ms: number;
  #values = new Set<T>();
  #timer: NodeJS.Timeout | undefined;

  constructor(handOver: (values: readonly T[]) => void, ms: number) {
    this.#handOver = handOver;
    this.#ms = ms;
  }

  add(value: T): void {
    this.#values.add(value);
    this.#timer ??= setTimeout(() => {
      const values = [...this.#values];
      this.#values = new Set();
      this.#timer = undefined;
      this.#handOver(values);
    }, this.#ms);
  }

  /** Forgets the values. */
  dispose(): void {
    clearTimeout(this.#timer);
    this.#values.clear();
  }
}
