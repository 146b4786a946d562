/** Ownership of things that must be let go again: listeners, timers, children, sockets. Knows nothing of what it owns. */

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

/** Owns disposables and lets them go in reverse order; its `signal` aborts first, so that work under way ends too. */
export class Lifetime implements Disposable {
  readonly #owned = new Set<Disposable>();
  readonly #abort = new AbortController();

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  get disposed(): boolean {
    return this.#abort.signal.aborted;
  }

  /** Takes ownership; what is added after the end is disposed at once. */
  add<T extends Disposable>(item: T): T {
    if (this.disposed) item.dispose();
    else this.#owned.add(item);
    return item;
  }

  onDispose(release: () => void): void {
    this.add(toDisposable(release));
  }

  /** Disposes one owned thing early. */
  release(item: Disposable): void {
    this.#owned.delete(item);
    item.dispose();
  }

  /** Disposes everything, even when one of them throws; the first failure is thrown at the end. */
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
