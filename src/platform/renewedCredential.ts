/** A credential that is replaced before it expires and after the platform has refused it, once for all calls that need it. */

import { raceAbort } from '../base/async.ts';
import type { BareToken, Credential, RenewableCredential } from './credential.ts';
import { PlatformError } from './platformError.ts';
import { isTransient } from './retry.ts';

export interface ExpiringCredential {
  credential: Credential | BareToken;
  /** Milliseconds since the epoch. */
  expiresAt: number;
}

interface CredentialSource {
  /** The first one. */
  read: () => Promise<ExpiringCredential>;
  /** The one after `old`. */
  replace: (old: ExpiringCredential) => Promise<ExpiringCredential>;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/** Milliseconds before the expiry at which a credential is replaced. */
const earlyMs = 60_000;

export function isFresh({ expiresAt }: Pick<ExpiringCredential, 'expiresAt'>, now: number): boolean {
  return now < expiresAt - earlyMs;
}

export class RenewedCredential implements RenewableCredential {
  readonly #source: CredentialSource;
  #held: ExpiringCredential | undefined;
  #pending: Promise<ExpiringCredential> | undefined;

  constructor(source: CredentialSource) {
    this.#source = source;
  }

  async current(signal?: AbortSignal): Promise<Credential | BareToken> {
    const held = await this.#first(signal);
    const { now } = this.#source;
    if (isFresh(held, now())) return held.credential;
    try {
      return (await this.#next(held, signal)).credential;
    } catch (failure) {
      // The token is still valid: an outage of the routes that replace it stops no work.
      const isOutage = failure instanceof PlatformError && isTransient(failure);
      if (isOutage && now() < held.expiresAt) return held.credential;
      throw failure;
    }
  }

  async expiresAt(signal?: AbortSignal): Promise<number> {
    return (await this.#first(signal)).expiresAt;
  }

  async renew(refused: Pick<Credential, 'token'>, signal?: AbortSignal): Promise<Credential | BareToken> {
    const held = await this.#first(signal);
    // Another call has replaced the token since this one was sent.
    if (held.credential.token !== refused.token) return held.credential;
    return (await this.#next(held, signal)).credential;
  }

  async #first(signal?: AbortSignal): Promise<ExpiringCredential> {
    return this.#held ?? raceAbort(this.#once(this.#source.read), signal);
  }

  #next(old: ExpiringCredential, signal?: AbortSignal): Promise<ExpiringCredential> {
    return raceAbort(
      this.#once(() => this.#source.replace(old)),
      signal,
    );
  }

  /** Concurrent callers share one request. Aborting one caller does not cancel it, and a failure is not kept. */
  #once(request: () => Promise<ExpiringCredential>): Promise<ExpiringCredential> {
    this.#pending ??= request()
      .then((held) => {
        this.#held = held;
        return held;
      })
      .finally(() => {
        this.#pending = undefined;
      });
    return this.#pending;
  }
}
