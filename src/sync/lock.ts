/** One writer a folder, across windows and command lines: a lock file with its holder's name and a heartbeat. */

import { join } from 'node:path';
import { throwIfAborted } from '../base/async.ts';
import type { Clock } from './clock.ts';
import type { Disk } from './disk.ts';

export interface Holder {
  token: string;
  pid: number;
  host: string;
  /** Milliseconds since the epoch. */
  since: number;
}

export interface LockOptions {
  disk: Disk;
  folder: string;
  clock: Clock;
  newId: () => string;
  pid: number;
  host: string;
  /** Whether a process of this machine is alive. */
  isAlive: (pid: number) => boolean;
}

const heartbeatMs = 2_000;
/** Without a heartbeat for so long, a holder on this machine that is alive, or one on another machine, is taken to be gone. */
const staleMs = 30_000;
const pollMs = 50;

export interface HeldLock {
  /** Whether the lock is still ours: another may have taken it over while this computer slept. */
  isHeld(): Promise<boolean>;
  release(): Promise<void>;
}

export class FolderLock {
  readonly #options: LockOptions;
  readonly #path: string;

  constructor(options: LockOptions) {
    this.#options = options;
    this.#path = join(options.folder, 'lock');
  }

  /** Waits up to `waitMs` milliseconds for the lock; undefined where somebody else keeps it. */
  async acquire(waitMs: number, signal?: AbortSignal): Promise<HeldLock | undefined> {
    const { clock, disk, folder, newId, pid, host } = this.#options;
    const end = clock.now() + waitMs;
    await disk.makeFolder(folder);
    for (;;) {
      throwIfAborted(signal);
      const holder: Holder = { token: newId(), pid, host, since: clock.now() };
      const own = `${this.#path}-${holder.token}`;
      const bytes = Buffer.from(JSON.stringify(holder));
      await disk.create(own, bytes, { sync: false });
      const taken = await disk.link(own, this.#path);
      await disk.remove(own);
      if (taken) return this.#held(holder, bytes);
      if (await this.#breakStale()) continue;
      if (clock.now() >= end) return undefined;
      await clock.delay(pollMs, signal);
    }
  }

  #held(holder: Holder, bytes: Uint8Array): HeldLock {
    const { clock, disk, folder } = this.#options;
    const beatPath = join(folder, 'heartbeat');
    let beating = Promise.resolve();
    const stop = clock.every(heartbeatMs, () => {
      const next = `${beatPath}-${holder.token}`;
      beating = beating
        .then(async () => {
          await disk.create(next, Buffer.from(JSON.stringify({ token: holder.token, at: clock.now() })), {
            sync: false,
          });
          await disk.rename(next, beatPath);
        })
        .catch(() => {});
    });
    const isHeld = async () => {
      const file = await disk.read(this.#path);
      return file !== undefined && Buffer.compare(file.bytes, bytes) === 0;
    };
    return {
      isHeld,
      release: async () => {
        stop();
        await beating;
        if (await isHeld()) await disk.remove(this.#path);
      },
    };
  }

  /** Removes the lock of a holder that is gone. @returns whether to try again at once. */
  async #breakStale(): Promise<boolean> {
    const { clock, disk, folder, newId, host, isAlive } = this.#options;
    const file = await disk.read(this.#path);
    if (!file) return true;
    const holder = parse<Holder>(file.bytes);
    if (holder && !(holder.host === host && !isAlive(holder.pid))) {
      const beat = await disk.read(join(folder, 'heartbeat'));
      const last = beat && parse<{ token: string; at: number }>(beat.bytes);
      const seen = last?.token === holder.token ? last.at : holder.since;
      if (clock.now() - seen < staleMs) return false;
    }
    // Moved away under a name of our own, so that of two that see the same stale lock only one removes it.
    const aside = join(folder, `stale-${newId()}`);
    await disk.rename(this.#path, aside).catch(() => {});
    const moved = await disk.read(aside);
    const theirs = moved && parse<Holder>(moved.bytes);
    if (theirs && theirs.token !== holder?.token) await disk.link(aside, this.#path);
    await disk.remove(aside);
    return true;
  }
}

function parse<T>(bytes: Uint8Array): T | undefined {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8')) as T;
  } catch {
    return undefined;
  }
}
