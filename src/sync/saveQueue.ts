/** The files that are saved but not pushed yet. Pushes them together, and again when the platform was offline. */

import { Coalesced } from '../base/async.ts';
import type { Clock } from '../base/clock.ts';
import { Emitter, type Event } from '../base/event.ts';
import type { Disposable } from '../base/lifetime.ts';
import { isOffline, OfflineRetry } from './offlineRetry.ts';
import type { SyncResult } from './transfer/syncResult.ts';

/** An attempt to push saved files begins, or ended with a result or a failure. */
export type SavedPush = { paths: readonly string[] } & (
  | { phase: 'begun' }
  | { phase: 'ended'; result: SyncResult }
  | { phase: 'failed'; failure: unknown }
);

interface SaveQueueOptions {
  push: (paths: readonly string[]) => Promise<SyncResult>;
  clock: Clock;
  /** Ends the retries. */
  ended: AbortSignal;
}

export class SaveQueue implements Disposable {
  readonly #options: SaveQueueOptions;
  readonly #paths = new Set<string>();
  readonly #attempts = new Emitter<SavedPush>();
  readonly #pushing: Coalesced<SyncResult>;
  readonly #retry: OfflineRetry;

  constructor(options: SaveQueueOptions) {
    this.#options = options;
    this.#pushing = new Coalesced(() => this.#pushAll());
    this.#retry = new OfflineRetry(options.clock, options.ended, async () => {
      if (this.#paths.size > 0) await this.#pushing.request();
    });
  }

  /** Fires before and after each attempt, retries included. */
  get onAttempt(): Event<SavedPush> {
    return this.#attempts.event;
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
    this.#attempts.dispose();
  }

  async #pushAll(): Promise<SyncResult> {
    const paths = [...this.#paths];
    this.#paths.clear();
    this.#attempts.fire({ phase: 'begun', paths });
    try {
      const result = await this.#options.push(paths);
      this.#attempts.fire({ phase: 'ended', paths, result });
      return result;
    } catch (failure) {
      for (const path of paths) this.#paths.add(path);
      if (isOffline(failure)) this.#retry.start();
      this.#attempts.fire({ phase: 'failed', paths, failure });
      throw failure;
    }
  }
}
