/** The files that are saved but not pushed yet. Pushes them together, and again when the platform was offline. */

import { Coalesced } from '../base/async.ts';
import type { Clock } from '../base/clock.ts';
import { Emitter, type Event } from '../base/event.ts';
import type { Disposable } from '../base/lifetime.ts';
import { isOffline, OfflineRetry } from './offlineRetry.ts';
import type { SyncResult } from './transfer/syncResult.ts';

/** One attempt to push saved files. */
export interface SavedPush {
  paths: readonly string[];
  /** Undefined when the attempt failed. */
  result?: SyncResult;
  failure?: unknown;
}

interface SaveQueueOptions {
  push: (paths: readonly string[]) => Promise<SyncResult>;
  clock: Clock;
  /** Ends the retries. */
  ended: AbortSignal;
}

export class SaveQueue implements Disposable {
  readonly #options: SaveQueueOptions;
  readonly #paths = new Set<string>();
  readonly #attempted = new Emitter<SavedPush>();
  readonly #pushing: Coalesced<SyncResult>;
  readonly #retry: OfflineRetry;
  #isPushing = false;

  constructor(options: SaveQueueOptions) {
    this.#options = options;
    this.#pushing = new Coalesced(() => this.#pushAll());
    this.#retry = new OfflineRetry(options.clock, options.ended, async () => {
      if (this.#paths.size > 0) await this.#pushing.request();
    });
  }

  /** Fires after each attempt, retries included. */
  get onDidAttempt(): Event<SavedPush> {
    return this.#attempted.event;
  }

  /** Whether files wait for the next attempt. */
  get isWaiting(): boolean {
    return this.#paths.size > 0;
  }

  get isPushing(): boolean {
    return this.#isPushing;
  }

  /** Files saved during a push go together with the next one. @throws what `push` throws; the files stay queued then */
  add(paths: readonly string[]): Promise<SyncResult> {
    for (const path of paths) this.#paths.add(path);
    return this.#pushing.request();
  }

  /** The platform answered: without waiting files there is nothing to retry. */
  platformAnswered(): void {
    if (this.#paths.size === 0) this.#retry.stop();
  }

  dispose(): void {
    this.#attempted.dispose();
  }

  async #pushAll(): Promise<SyncResult> {
    const paths = [...this.#paths];
    this.#paths.clear();
    this.#isPushing = true;
    try {
      const result = await this.#options.push(paths);
      this.#isPushing = false;
      this.#attempted.fire({ paths, result });
      return result;
    } catch (failure) {
      this.#isPushing = false;
      for (const path of paths) this.#paths.add(path);
      if (isOffline(failure)) this.#retry.start();
      this.#attempted.fire({ paths, failure });
      throw failure;
    }
  }
}
