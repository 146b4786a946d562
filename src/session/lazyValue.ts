/** A value that loads on demand. */

import { CancelledError } from '../base/errors.ts';
import { type Event, type Observable, Value } from '../base/event.ts';
import type { Disposable } from '../base/lifetime.ts';

/** A single value that loads once, and again on `reload()`. */
export class LazyValue<T> implements Observable<T | undefined>, Disposable {
  readonly #read: (signal: AbortSignal) => Promise<T>;
  readonly #state = new Value<T | undefined>(undefined);
  #run: AbortController | undefined;
  #loading: Promise<T> | undefined;

  constructor(read: (signal: AbortSignal) => Promise<T>) {
    this.#read = read;
  }

  get value(): T | undefined {
    return this.#state.value;
  }

  get onChange(): Event<T | undefined> {
    return this.#state.onChange;
  }

  /** @throws the failure of the read; the next call reads again. */
  load(): Promise<T> {
    if (this.#state.value !== undefined) return Promise.resolve(this.#state.value);
    return this.#loading ?? this.reload();
  }

  reload(): Promise<T> {
    this.#run?.abort();
    const run = new AbortController();
    this.#run = run;
    const loading = this.#read(run.signal).then(
      (value) => {
        if (run !== this.#run) throw new CancelledError('Superseded by a newer read');
        this.#state.set(value);
        this.#loading = undefined;
        return value;
      },
      (failure) => {
        if (run === this.#run) this.#loading = undefined;
        throw failure;
      },
    );
    this.#loading = loading;
    return loading;
  }

  dispose(): void {
    this.#run?.abort();
    this.#state.dispose();
  }
}
