/** Events and observable values. */

import { raceAbort } from './async.ts';
import { type Disposable, toDisposable } from './lifetime.ts';

export type Event<T> = (listener: (value: T) => void) => Disposable;

/** Calls its listeners in order of subscription. A listener that throws does not stop the others. */
export class Emitter<T> implements Disposable {
  readonly #listeners = new Set<{ call: (value: T) => void }>();
  readonly #onListenerError: (failure: unknown) => void;

  constructor(onListenerError: (failure: unknown) => void = rethrowLater) {
    this.#onListenerError = onListenerError;
  }

  readonly event: Event<T> = (listener) => {
    const entry = { call: listener };
    this.#listeners.add(entry);
    return toDisposable(() => this.#listeners.delete(entry));
  };

  fire(value: T): void {
    for (const entry of [...this.#listeners]) {
      if (!this.#listeners.has(entry)) continue;
      try {
        entry.call(value);
      } catch (failure) {
        this.#onListenerError(failure);
      }
    }
  }

  dispose(): void {
    this.#listeners.clear();
  }
}

function rethrowLater(failure: unknown): void {
  queueMicrotask(() => {
    throw failure;
  });
}

/** The next event that is wanted. @throws CancelledError when `signal` aborts */
export async function nextEvent<T>(event: Event<T>, isWanted: (value: T) => boolean, signal: AbortSignal): Promise<T> {
  let stop = () => {};
  const happened = new Promise<T>((resolve) => {
    const listening = event((value) => {
      if (isWanted(value)) resolve(value);
    });
    stop = () => listening.dispose();
  });
  return raceAbort(happened, signal).finally(() => stop());
}

/** A value with a change event. */
export interface Observable<T> {
  readonly value: T;
  readonly onChange: Event<T>;
}

/** An Observable that its owner sets. Setting an equal value (by `equals`, default `Object.is`) fires no event. */
export class Value<T> implements Observable<T>, Disposable {
  #value: T;
  readonly #emitter = new Emitter<T>();
  readonly #equals: (a: T, b: T) => boolean;

  constructor(initial: T, equals: (a: T, b: T) => boolean = Object.is) {
    this.#value = initial;
    this.#equals = equals;
  }

  get value(): T {
    return this.#value;
  }

  readonly onChange: Event<T> = (listener) => this.#emitter.event(listener);

  set(next: T): void {
    if (this.#equals(this.#value, next)) return;
    this.#value = next;
    this.#emitter.fire(next);
  }

  update(change: (current: T) => T): void {
    this.set(change(this.#value));
  }

  dispose(): void {
    this.#emitter.dispose();
  }
}
