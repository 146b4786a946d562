/** Compares a folder with its branch whenever something may have changed. Sends nothing. */

import type { Clock } from '../base/clock.ts';
import { isCancellation, messageOf } from '../base/errors.ts';
import type { Event } from '../base/event.ts';
import { type Disposable, Lifetime } from '../base/lifetime.ts';
import type { Log } from '../base/log.ts';
import type { Machine } from '../base/machine.ts';
import { ChangeDebouncer } from './local/changeDebouncer.ts';
import { isGitWriting } from './local/git.ts';
import { type WatchSource, watchFolder } from './local/watchFolder.ts';
import { type Filter, ignoreFileName } from './plan/filter.ts';

/** Without change events, both sides are compared this often. */
const rescanMs = 3 * 60 * 1000;
const gitPollMs = 250;

interface FolderWatchOptions {
  /** Absolute path of the project folder. */
  projectFolder: string;
  filter: () => Filter;
  /** When the last scan began; milliseconds since the epoch. */
  scannedAt: () => number;
  /** Postpones the comparison while a transfer runs; returns false when none runs. */
  postponeRescan: () => boolean;
  refresh: (signal: AbortSignal) => Promise<unknown>;
  rescanRequested: Event<void>;
  machine: Machine;
  /** Default: `watchFolder`. */
  watch?: WatchSource | undefined;
  clock: Clock;
  log: Log;
}

/** Watches until disposed: compares after change events, requests, failures of the watcher, and every few minutes. */
export function watchAndCompare(options: FolderWatchOptions): Disposable {
  const { projectFolder, filter, watch = watchFolder, clock, log } = options;
  const lifetime = new Lifetime();
  const compare = () => {
    if (lifetime.disposed || options.postponeRescan()) return;
    options.refresh(lifetime.signal).catch((failure) => {
      if (!isCancellation(failure)) log.debug(`Background comparison: ${messageOf(failure)}`);
    });
  };
  const compareAfterGit = waitForGit(options, lifetime.signal, compare);
  const changes = lifetime.add(
    new ChangeDebouncer({
      clock,
      scannedAt: options.scannedAt,
      onQuiet: () => void compareAfterGit().catch(() => {}),
    }),
  );
  lifetime.add(
    watch({
      folder: projectFolder,
      isRelevant: (path) => filter().includes(path) || filter().mayHold(path) || path === ignoreFileName,
      onChange: (changedAt) => changes.changeEvent(changedAt),
      onFailure: (failure) => {
        log.warn(`Watching ${projectFolder}: ${messageOf(failure)}`);
        changes.request();
      },
    }),
  );
  lifetime.add(options.rescanRequested(() => changes.request()));
  lifetime.onDispose(clock.every(rescanMs, compare));
  return lifetime;
}

/** Returns a function that calls `compare` when git has finished writing. */
function waitForGit(
  { machine, projectFolder, clock }: FolderWatchOptions,
  signal: AbortSignal,
  compare: () => void,
): () => Promise<void> {
  const isWriting = () => isGitWriting(machine.disk, projectFolder, clock.now());
  let isWaiting = false;
  return async () => {
    if (isWaiting) return;
    isWaiting = true;
    try {
      while (await isWriting()) {
        while (await isWriting()) await clock.delay(gitPollMs, signal);
        // Files that git wrote last would cause another comparison if this one began now.
        await clock.delay(gitPollMs, signal);
      }
    } finally {
      isWaiting = false;
    }
    compare();
  };
}
