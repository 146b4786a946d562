/** Hints that something changed in a folder, passed on when it is quiet again. What changed is for a scan to find out. */

import { lstatSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { type Disposable, toDisposable } from '../base/lifetime.ts';
import type { Log } from '../base/log.ts';

export interface WatchOptions {
  folder: string;
  /** Whether a path (relative, POSIX) is worth a hint. */
  isRelevant: (path: string) => boolean;
  /** When the folder was looked at last, in milliseconds since the epoch. */
  lookedAt: () => number;
  /** Called once the folder has been quiet for `quietMs`, at the latest `patienceMs` after the first hint. */
  onQuiet: () => void;
  log: Log;
  quietMs?: number;
  patienceMs?: number;
}

/** How far a disk's clock may lag behind. */
const coarseMs = 100;

/** Joins hints: one call when they stop, and one now and then while they do not. */
export class Quiet implements Disposable {
  readonly #onQuiet: () => void;
  readonly #quietMs: number;
  readonly #patienceMs: number;
  #quiet: NodeJS.Timeout | undefined;
  #patience: NodeJS.Timeout | undefined;

  constructor(onQuiet: () => void, quietMs: number, patienceMs: number) {
    this.#onQuiet = onQuiet;
    this.#quietMs = quietMs;
    this.#patienceMs = patienceMs;
  }

  hint(): void {
    clearTimeout(this.#quiet);
    this.#quiet = setTimeout(() => this.#fire(), this.#quietMs);
    this.#patience ??= setTimeout(() => this.#fire(), this.#patienceMs);
  }

  dispose(): void {
    clearTimeout(this.#quiet);
    clearTimeout(this.#patience);
    this.#quiet = undefined;
    this.#patience = undefined;
  }

  #fire(): void {
    this.dispose();
    this.#onQuiet();
  }
}

/** Watches until disposed. A watcher that fails counts as a hint. The library loads on first use. */
export function watchFolder(options: WatchOptions): Disposable {
  const { folder, isRelevant, lookedAt, onQuiet, log, quietMs = 300, patienceMs = 10_000 } = options;
  let hintedAt = 0;
  const quiet = new Quiet(
    () => {
      // Somebody may have looked since.
      if (hintedAt >= lookedAt()) onQuiet();
    },
    quietMs,
    patienceMs,
  );
  const hint = () => {
    hintedAt = Date.now();
    quiet.hint();
  };
  let closed = false;
  let close: (() => Promise<void>) | undefined;
  const failed = (failure: unknown) => {
    log.warn(`Watching ${folder}: ${failure instanceof Error ? failure.message : failure}`);
    if (!closed) hint();
  };
  import('chokidar').then(({ watch }) => {
    if (closed) return;
    const watcher = watch(folder, {
      ignoreInitial: true,
      followSymlinks: false,
      ignored: (path) => {
        const inside = relative(folder, path).split(sep).join('/');
        return inside !== '' && !isRelevant(inside);
      },
    });
    watcher.on('all', (_event, path, told) => {
      // What was told gone may have been replaced long ago.
      const stats = told ?? lstatSync(path, { throwIfNoEntry: false });
      // Ten thousand files take the watcher longer to tell of than git to write: what was looked at since is no news.
      if (!stats || Math.max(stats.mtimeMs, stats.ctimeMs) > lookedAt() - coarseMs) hint();
    });
    watcher.on('error', failed);
    close = () => watcher.close();
  }, failed);
  return toDisposable(() => {
    closed = true;
    quiet.dispose();
    close?.().catch(() => {});
  });
}
