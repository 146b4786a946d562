/** Ownership of resources that must be released: listeners, timers, child processes, sockets. */

export interface Disposable {
  dispose(): void;
}

export function toDisposable(release: () => void): Disposable {
  let done = false;
  return {
    dispose() {
      if (done) return;
      done = true;
      release();
    },
  };
}

/** Owns disposables and disposes them in reverse order. Its `signal` aborts first, so that running work ends too. */
export class Lifetime implements Disposable {
  readonly #owned = new Set<Disposable>();
  readonly #abort = new AbortController();

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  get disposed(): boolean {
    return this.#abort.signal.aborted;
  }

  /** Takes ownership. An item added to a disposed lifetime is disposed immediately. */
  add<T extends Disposable>(item: T): T {
    if (this.disposed) item.dispose();
    else this.#owned.add(item);
    return item;
  }

  onDispose(release: () => void): void {
    this.add(toDisposable(release));
  }

  /** Disposes one owned item early. */
  release(item: Disposable): void {
    this.#owned.delete(item);
    item.dispose();
  }

  /** Disposes every item, even if one of them throws. Then throws the first failure. */
  dispose(): void {
    if (this.disposed) return;
    this.#abort.abort();
    const failures: unknown[] = [];
    for (const item of [...this.#owned].reverse()) {
      try {
        item.dispose();
      } catch (failure) {
        failures.push(failure);
      }
    }
    this.#owned.clear();
    if (failures.length > 0) throw failures[0];
  }
}
