/** The tokens of one connection in the secret store. All windows use them, and one at a time replaces them. */

import { dirname } from 'node:path';
import type { Clock } from '../../base/clock.ts';
import type { Disk } from '../../base/disk.ts';
import { UserError } from '../../base/errors.ts';
import type { FolderLock } from '../../base/folderLock.ts';
import { hashOf } from '../../base/hash.ts';
import type { TokenStore } from '../../platform/signIn/signInCredential.ts';
import { signInErrors } from '../../platform/signIn/signInErrors.ts';
import type { TokenPair } from '../../platform/signIn/tokenPair.ts';

/** The place of the tokens. */
export interface TokenSlot {
  /** @throws UserError after another window has signed out */
  read(): Promise<TokenPair>;
  write(pair: TokenPair): Promise<void>;
}

interface StoredTokensOptions {
  slot: TokenSlot;
  /** The platform's name, for errors. */
  host: string;
  lock: Pick<FolderLock, 'acquire'>;
  disk: Pick<Disk, 'read' | 'create' | 'remove' | 'makeFolder'>;
  /** Holds the hash of the last refresh token that was sent. */
  usedFile: string;
  clock: Pick<Clock, 'now' | 'delay'>;
}

/** Another window refreshes for at most half of this time. */
const lockWaitMs = 60_000;
/** How long another window's change of the secret store may take to arrive in this window. */
const arrivalMs = 5_000;
const pollMs = 100;

export class StoredTokens implements TokenStore {
  readonly #options: StoredTokensOptions;

  constructor(options: StoredTokensOptions) {
    this.#options = options;
  }

  read(): Promise<TokenPair> {
    return this.#options.slot.read();
  }

  async replace(renew: (newest: TokenPair) => Promise<TokenPair>): Promise<TokenPair> {
    const { disk, lock, slot, usedFile } = this.#options;
    const held = await lock.acquire(lockWaitMs);
    if (!held) throw signInErrors.error('sign-in-busy', [this.#options.host]);
    try {
      const newest = await this.#newest();
      await disk.makeFolder(dirname(usedFile));
      await disk.remove(usedFile);
      await disk.create(usedFile, Buffer.from(markOf(newest)), { sync: false });
      const next = await renew(newest).catch(async (failure: unknown) => {
        if (wasAnswered(failure)) await disk.remove(usedFile);
        throw failure;
      });
      if (next === newest) await disk.remove(usedFile);
      else await slot.write(next);
      return next;
    } finally {
      await held.release();
    }
  }

  /** The secret store of this window may still have the pair that another window has replaced. */
  async #newest(): Promise<TokenPair> {
    const { clock, disk, usedFile } = this.#options;
    const used = Buffer.from((await disk.read(usedFile))?.bytes ?? []).toString();
    for (const end = clock.now() + arrivalMs; ; ) {
      const pair = await this.read();
      if (markOf(pair) !== used || clock.now() >= end) return pair;
      await clock.delay(pollMs);
    }
  }
}

function markOf({ refreshToken, accessToken }: TokenPair): string {
  return hashOf(Buffer.from(refreshToken ?? accessToken));
}

/** Without an answer, the platform may have replaced the pair. */
function wasAnswered(failure: unknown): boolean {
  return failure instanceof UserError && (failure as { writeState?: unknown }).writeState !== 'unknown';
}
