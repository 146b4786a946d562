/** Watches a folder on a real disk. What it tells is a hint at most: what changed is for a scan to find out. */

import { lstatSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { type Disposable, toDisposable } from '../../base/lifetime.ts';

export interface WatchOptions {
  folder: string;
  /** Whether a path (relative, POSIX) is worth telling of. */
  isRelevant: (path: string) => boolean;
  /** Something changed, at that time in milliseconds since the epoch; undefined: it is gone. */
  onTold: (changedAt: number | undefined) => void;
  /** The watcher failed, and may have missed anything. */
  onFailure: (failure: unknown) => void;
}

/** Watches until disposed; it may tell late, twice, in any order, or not at all. */
export type WatchSource = (options: WatchOptions) => Disposable;

/** The library loads on first use. */
export const watchFolder: WatchSource = ({ folder, isRelevant, onTold, onFailure }) => {
  let closed = false;
  let close: (() => Promise<void>) | undefined;
  const failed = (failure: unknown) => {
    if (!closed) onFailure(failure);
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
      onTold(stats && Math.max(stats.mtimeMs, stats.ctimeMs));
    });
    watcher.on('error', failed);
    close = () => watcher.close();
  }, failed);
  return toDisposable(() => {
    closed = true;
    close?.().catch(() => {});
  });
};
