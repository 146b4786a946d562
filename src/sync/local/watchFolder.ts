/** Watches a folder for changes. Its events only trigger a scan, which finds the changes. */

import { lstatSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { type Disposable, toDisposable } from '../../base/lifetime.ts';

export interface WatchOptions {
  folder: string;
  /** Whether changes of a path (relative, POSIX) matter. */
  isRelevant: (path: string) => boolean;
  /** Files and folders that exist when watching begins are reported like new ones. Default: they are not reported. */
  reportsFirst?: boolean;
  /**
   * A file or folder (relative, POSIX; empty for the folder itself) changed, at that time in milliseconds since the epoch;
   * undefined: it does not exist any more.
   */
  onChange: (changedAt: number | undefined, path: string) => void;
  /** From now on, changes are seen. What was deleted before was not reported. */
  onReady?: () => void;
  /** The watcher failed and may have missed changes. */
  onFailure: (failure: unknown) => void;
}

/** Watches until disposed. Events may be late, repeated, in any order, or missing. */
export type WatchSource = (options: WatchOptions) => Disposable;

/** The library loads on first use. */
export const watchFolder: WatchSource = ({
  folder,
  isRelevant,
  reportsFirst = false,
  onChange,
  onReady,
  onFailure,
}) => {
  let closed = false;
  let close: (() => Promise<void>) | undefined;
  const failed = (failure: unknown) => {
    if (!closed) onFailure(failure);
  };
  import('chokidar').then(({ watch }) => {
    if (closed) return;
    const inFolder = (path: string) => relative(folder, path).split(sep).join('/');
    // While the folder does not exist, the folders above it are watched.
    const isAbove = (path: string) => path === '..' || path.startsWith('../');
    const watcher = watch(folder, {
      ignoreInitial: !reportsFirst,
      followSymlinks: false,
      ignored: (path) => {
        const inside = inFolder(path);
        return inside !== '' && !isAbove(inside) && !isRelevant(inside);
      },
    });
    watcher.on('all', (_event, path, known) => {
      const inside = inFolder(path);
      if (isAbove(inside)) return;
      // A file reported as removed may exist again.
      const stats = known ?? lstatSync(path, { throwIfNoEntry: false });
      onChange(stats && Math.max(stats.mtimeMs, stats.ctimeMs), inside);
    });
    watcher.on('ready', () => onReady?.());
    watcher.on('error', failed);
    close = () => watcher.close();
  }, failed);
  return toDisposable(() => {
    closed = true;
    close?.().catch(() => {});
  });
};
