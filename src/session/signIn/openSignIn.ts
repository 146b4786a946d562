/** Opens the sign-in of a connection: its tokens, which are refreshed when necessary. Loaded only for such a connection. */

import { join } from 'node:path';
import { systemClock } from '../../base/clock.ts';
import { messageOf, UserError } from '../../base/errors.ts';
import { FolderLock } from '../../base/folderLock.ts';
import { hashOf } from '../../base/hash.ts';
import type { Log } from '../../base/log.ts';
import { thisMachine } from '../../base/machine.ts';
import type { RenewableCredential } from '../../platform/credential.ts';
import { Transport, type TransportOptions } from '../../platform/http/transport.ts';
import { checkPlatform } from '../../platform/reach.ts';
import { awaitTokens, type DeviceCode, startSignIn } from '../../platform/signIn/deviceFlow.ts';
import { signInCredential } from '../../platform/signIn/signInCredential.ts';
import { refreshTokens, type TokenPair } from '../../platform/signIn/tokenPair.ts';
import { StoredTokens, type TokenSlot } from './storedTokens.ts';

interface SignInOptions {
  baseUrl: string;
  slot: TokenSlot;
  /** The folder in which windows agree on who refreshes. */
  storageFolder: string;
  transport: TransportOptions;
  /** Gets every token that is used, so that logs leave it out. */
  onToken(token: string): void;
}

export function openSignIn({ baseUrl, slot, storageFolder, transport, onToken }: SignInOptions): RenewableCredential {
  const folder = join(storageFolder, 'signIn', hashOf(Buffer.from(baseUrl)).slice(0, 16));
  const keep = (pair: TokenPair) => {
    for (const token of [pair.accessToken, pair.refreshToken]) if (token !== undefined) onToken(token);
    return pair;
  };
  const machine = thisMachine();
  const store = new StoredTokens({
    slot: { read: async () => keep(await slot.read()), write: (pair) => slot.write(pair) },
    host: new URL(baseUrl).host,
    lock: new FolderLock({ ...machine, clock: systemClock, folder }),
    disk: machine.disk,
    usedFile: `${folder}.used`,
    clock: systemClock,
  });
  const refresh = async (pair: TokenPair) => {
    // A pair that arrives must be stored, so closing the session does not end this request.
    const own = new Transport(transport);
    try {
      return keep(await refreshTokens({ baseUrl, transport: own }, pair, systemClock.now));
    } finally {
      own.dispose();
    }
  };
  return signInCredential({ store, refresh, now: systemClock.now });
}

/** A sign-in that waits for the user. */
export interface PendingSignIn extends Pick<DeviceCode, 'userCode' | 'verificationUri' | 'openUri' | 'expiresAt'> {
  tokens(signal: AbortSignal): Promise<TokenPair>;
  dispose(): void;
}

/**
 * Checks that a platform answers at the address, and asks it for a code.
 * @returns undefined if it offers no sign-in with a browser @throws PlatformError, CancelledError
 */
export async function beginSignIn(
  baseUrl: string,
  options: TransportOptions & { log: Log },
  signal: AbortSignal,
): Promise<PendingSignIn | undefined> {
  const transport = new Transport(options);
  try {
    await checkPlatform(baseUrl, transport, signal);
    const code = await startSignIn({ baseUrl, transport }, signal).catch((failure: unknown) => {
      if (!(failure instanceof UserError)) throw failure;
      options.log.info(messageOf(failure));
    });
    if (!code) {
      transport.dispose();
      return undefined;
    }
    return {
      ...code,
      tokens: (cancelled) => awaitTokens({ baseUrl, transport }, code, cancelled),
      dispose: () => transport.dispose(),
    };
  } catch (failure) {
    transport.dispose();
    throw failure;
  }
}
