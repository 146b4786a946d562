/** Lets one process at a time write to a folder: a lock file that names its holder, and a heartbeat. */

import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { throwIfAborted } from './async.ts';
import type { Clock } from './clock.ts';
import { type Disk, isAbsent, isBusy } from './disk.ts';
import { errorCatalog } from './errors.ts';
import { foldName } from './foldName.ts';
import { hashOf } from './hash.ts';
import { defaultStateFolder } from './stateFolder.ts';

export const lockErrors = errorCatalog({
  'lock-blocked': {
    message: 'The lock of this folder cannot be used: {0} is a folder or a link instead of a file.',
    action: 'Delete it, then try again.',
  },
});

interface Holder {
  token: string;
  pid: number;
  host: string;
  /** Milliseconds since the epoch. */
  since: number;
}

interface LockOptions {
  disk: Disk;
  folder: string;
  clock: Clock;
  newId: () => string;
  pid: number;
  host: string;
  /** Whether a process on this machine is alive. */
  isAlive: (pid: number) => boolean;
}

const heartbeatMs = 2_000;
/** A holder without a heartbeat for this long counts as gone, even if its process is alive or runs on another machine. */
const staleMs = 30_000;
const pollMs = 50;

export interface HeldLock {
  /** Whether the lock is still ours: another process may have taken it over while this computer slept. */
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

  /** Waits up to `waitMs` milliseconds for the lock; undefined when another process keeps it. */
  async acquire(waitMs: number, signal?: AbortSignal): Promise<HeldLock | undefined> {
    const { clock } = this.#options;
    const end = clock.now() + waitMs;
    for (;;) {
      throwIfAborted(signal);
      const held = await this.#tryOnce();
      if (held) return held;
      if (clock.now() >= end) return undefined;
      await clock.delay(pollMs, signal);
    }
  }

  async #tryOnce(): Promise<HeldLock | undefined> {
    const { clock, disk, folder, newId, pid, host } = this.#options;
    const holder: Holder = { token: newId(), pid, host, since: clock.now() };
    const own = `${this.#path}-${holder.token}`;
    const bytes = Buffer.from(JSON.stringify(holder));
    try {
      await disk.makeFolder(folder);
      await disk.create(own, bytes, { sync: false });
    } catch (failure) {
      // The process that released the lock has just removed the folder.
      if (isAbsent(failure)) return undefined;
      throw failure;
    }
    const taken = await disk.link(own, this.#path);
    await disk.remove(own);
    if (taken) return this.#held(holder, bytes);
    const other = await this.#readLock(this.#path);
    if (!other || !(await this.#isGone(other))) return undefined;
    return (await this.#replaceLock(other, own, bytes)) ? this.#held(holder, bytes) : undefined;
  }

  /** The bytes of a lock or a claim; undefined when it has just been removed. @throws UserError when it can never be one */
  async #readLock(path: string): Promise<Uint8Array | undefined> {
    const { disk } = this.#options;
    const stat = await disk.stat(path);
    if (stat && stat.kind !== 'file') throw lockErrors.error('lock-blocked', [path]);
    return stat && (await disk.read(path))?.bytes;
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
        if (!(await isHeld())) return;
        await disk.remove(beatPath);
        await disk.remove(this.#path);
        await disk.removeFolder(folder);
      },
    };
  }

  /** Whether the holder that wrote these bytes has ended or stopped its heartbeat. */
  async #isGone(bytes: Uint8Array): Promise<boolean> {
    const { clock, disk, folder, host, isAlive } = this.#options;
    const holder = parse<Holder>(bytes);
    if (!holder || (holder.host === host && !isAlive(holder.pid))) return true;
    const beat = await disk.read(join(folder, 'heartbeat'));
    const last = beat && parse<{ token: string; at: number }>(beat.bytes);
    const seen = last && last.token === holder.token ? last.at : holder.since;
    // A damaged file without a time counts as gone.
    return !(clock.now() - seen < staleMs);
  }

  /**
   * Replaces the lock of a holder that is gone. First it claims the replacement with a file that only one process can create and
   * that is named after the old lock. So a process that is late or was killed never replaces the lock of the next holder.
   */
  async #replaceLock(gone: Uint8Array, own: string, bytes: Uint8Array): Promise<boolean> {
    const { disk } = this.#options;
    let claims: readonly string[] = [];
    try {
      await disk.create(own, bytes, { sync: false });
      claims = await this.#claim(gone, own);
      if (claims.length === 0) return false;
      const now = await disk.read(this.#path);
      if (!now || Buffer.compare(now.bytes, gone) !== 0) return false;
      await disk.rename(own, this.#path);
      return true;
    } catch (failure) {
      if (isBusy(failure) || isAbsent(failure)) return false;
      throw failure;
    } finally {
      await disk.remove(own);
      for (const claim of claims) await disk.remove(claim);
    }
  }

  /**
   * A claim whose process is gone is claimed in the same way.
   * @returns the claim files, ours last; none when another process is replacing the lock.
   */
  async #claim(gone: Uint8Array, own: string): Promise<string[]> {
    const { disk } = this.#options;
    const claims: string[] = [];
    for (let [path, last] = [this.#path, gone]; ; ) {
      const claim = `${this.#path}-after-${hashOf(Buffer.concat([Buffer.from(path), last])).slice(0, 16)}`;
      claims.push(claim);
      if (await disk.link(own, claim)) return claims;
      const other = await this.#readLock(claim);
      if (!other || !(await this.#isGone(other))) return [];
      [path, last] = [claim, other];
    }
  }
}

function parse<T>(bytes: Uint8Array): T | undefined {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8')) as T;
  } catch {
    return undefined;
  }
}

/** Independent of variables and settings that an editor and a terminal may have different values of. */
function candidates(): string[] {
  const home = join(defaultStateFolder({}), 'locks');
  if (process.platform === 'win32') return [home, join(tmpdir(), 'data-model-workbench', 'locks')];
  return [home, join('/tmp', `data-model-workbench-${userInfo().uid}`, 'locks')];
}

/** The first writable folder: a home folder may be read-only or missing. undefined: none is writable. */
export async function userLockFolder(
  disk: Disk,
  newId: () => string,
  folders: readonly string[] = candidates(),
): Promise<string | undefined> {
  for (const folder of folders) {
    const probe = join(folder, `probe-${newId()}`);
    try {
      await disk.makeFolder(folder);
      await disk.create(probe, new Uint8Array(), { sync: false });
      await disk.remove(probe);
      return folder;
    } catch (failure) {
      const isReadOnly = (failure as { code?: unknown }).code === 'EROFS';
      if (!isReadOnly && !isBusy(failure) && !isAbsent(failure)) throw failure;
    }
  }
  return undefined;
}

/** The folder of one lock. `root` has no symbolic links; some systems find it in any case and Unicode form. */
export function lockFolderOf(root: string, userFolder: string): string {
  return join(userFolder, hashOf(Buffer.from(foldName(root))).slice(0, 16));
}
