/** Watches a folder for changes. Its events only trigger a scan, which finds the changes. */

import { lstatSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { type Disposable, toDisposable } from '../../base/lifetime.ts';

export interface WatchOptions {
  folder: string;
  /** Whether changes of a path (relative, POSIX) matter. */
  isRelevant: (path: string) => boolean;
  /** A file changed, at that time in milliseconds since the epoch; undefined: it does not exist any more. */
  onChange: (changedAt: number | undefined) => void;
  /** The watcher failed and may have missed changes. */
  onFailure: (failure: unknown) => void;
}

/** Watches until disposed. Events may be late, repeated, in any order, or missing. */
export type WatchSource = (options: WatchOptions) => Disposable;

/** The library loads on first use. */
export const watchFolder: WatchSource = ({ folder, isRelevant, onChange, onFailure }) => {
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
    watcher.on('all', (_event, path, known) => {
      // A file reported as removed may exist again.
      const stats = known ?? lstatSync(path, { throwIfNoEntry: false });
      onChange(stats && Math.max(stats.mtimeMs, stats.ctimeMs));
    });
    watcher.on('error', failed);
    close = () => watcher.close();
  }, failed);
  return toDisposable(() => {
    closed = true;
    close?.().catch(() => {});
  });
};
