/** The credential of a sign-in: refreshed before it expires, once for all calls that need it. */

import { raceAbort } from '../../base/async.ts';
import type { Credential, RenewableCredential } from '../credential.ts';
import { PlatformError } from '../platformError.ts';
import { isTransient } from '../retry.ts';
import { credentialOf, type TokenPair } from './tokenPair.ts';

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

/** Milliseconds before the expiry at which the tokens are refreshed. */
const earlyMs = 60_000;

export class SignInCredential implements RenewableCredential {
  readonly #options: SignInCredentialOptions;
  #pair: TokenPair | undefined;
  #renewing: Promise<TokenPair> | undefined;

  constructor(options: SignInCredentialOptions) {
    this.#options = options;
  }

  async current(signal?: AbortSignal): Promise<Credential> {
    this.#pair ??= await raceAbort(this.#options.store.read(), signal);
    const pair = this.#pair;
    if (this.#isFresh(pair)) return credentialOf(pair);
    try {
      return credentialOf(await raceAbort(this.#renew(pair), signal));
    } catch (failure) {
      // The token is still valid: an outage of the sign-in routes stops no work.
      const isOutage = failure instanceof PlatformError && isTransient(failure);
      if (isOutage && this.#options.now() < pair.expiresAt) return credentialOf(pair);
      throw failure;
    }
  }

  async expiresAt(signal?: AbortSignal): Promise<number> {
    this.#pair ??= await raceAbort(this.#options.store.read(), signal);
    return this.#pair.expiresAt;
  }

  async renew(refused: Pick<Credential, 'token'>, signal?: AbortSignal): Promise<Credential> {
    const pair = this.#pair ?? (await raceAbort(this.#options.store.read(), signal));
    // Another call has refreshed since this one was sent.
    if (pair.accessToken !== refused.token) return credentialOf(pair);
    return credentialOf(await raceAbort(this.#renew(pair), signal));
  }

  #renew(old: TokenPair): Promise<TokenPair> {
    this.#renewing ??= this.#replace(old)
      .then((pair) => {
        this.#pair = pair;
        return pair;
      })
      .finally(() => {
        this.#renewing = undefined;
      });
    return this.#renewing;
  }

  async #replace(old: TokenPair): Promise<TokenPair> {
    const { store, refresh } = this.#options;
    const isReplaced = (pair: TokenPair) => pair.accessToken !== old.accessToken && this.#isFresh(pair);
    try {
      return await store.replace(async (newest) => (isReplaced(newest) ? newest : refresh(newest)));
    } catch (failure) {
      if (!(failure instanceof PlatformError) || failure.code !== 'sign-in-ended') throw failure;
      // A window on another machine may have refreshed the same pair.
      const newest = await store.read();
      if (isReplaced(newest)) return newest;
      throw failure;
    }
  }

  #isFresh({ expiresAt }: TokenPair): boolean {
    return this.#options.now() < expiresAt - earlyMs;
  }
}
