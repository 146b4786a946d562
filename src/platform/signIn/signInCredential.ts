/** The credential of a sign-in, whose tokens all windows share. */

import type { RenewableCredential } from '../credential.ts';
import { PlatformError } from '../platformError.ts';
import { type ExpiringCredential, isFresh, RenewedCredential } from '../renewedCredential.ts';
import type { TokenPair } from './tokenPair.ts';

/** Where the pair is kept, which other windows use, too. */
export interface TokenStore {
  /** @throws UserError if there is none */
  read(): Promise<TokenPair>;
  /** Stores what `renew` makes of the newest pair, while no other window can. */
  replace(renew: (newest: TokenPair) => Promise<TokenPair>): Promise<TokenPair>;
}

interface SignInCredentialOptions {
  store: TokenStore;
  refresh: (pair: TokenPair) => Promise<TokenPair>;
  /** Milliseconds since the epoch. */
  now: () => number;
}

export function signInCredential({ store, refresh, now }: SignInCredentialOptions): RenewableCredential {
  const replace = async ({ credential: { token } }: ExpiringCredential): Promise<TokenPair> => {
    const isReplaced = (pair: TokenPair) => pair.accessToken !== token && isFresh(pair, now());
    try {
      return await store.replace(async (newest) => (isReplaced(newest) ? newest : refresh(newest)));
    } catch (failure) {
      if (!(failure instanceof PlatformError) || failure.code !== 'sign-in-ended') throw failure;
      // A window on another machine may have refreshed the same pair.
      const newest = await store.read();
      if (isReplaced(newest)) return newest;
      throw failure;
    }
  };
  return new RenewedCredential({
    read: async () => accessOf(await store.read()),
    replace: async (old) => accessOf(await replace(old)),
    now,
  });
}

/** An access token is a bearer token, whatever it starts with. */
function accessOf({ accessToken, expiresAt }: TokenPair): ExpiringCredential {
  return { credential: { token: accessToken, scheme: 'bearer' }, expiresAt };
}
