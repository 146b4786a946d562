/** The tokens of a sign-in: issued, refreshed and read. A refresh token is valid once; using it again ends the sign-in. */

import { endSession } from '../branches/devMode.ts';
import type { Caller, Platform } from '../platform/platform.ts';
import type { SignedInRecord } from '../records/signInRecord.ts';
import { OAuthFailure } from './oauthFailure.ts';
import { hashOf, newSecret } from './secrets.ts';

/** Seconds that an access token is valid. Notes: Credentials. */
const accessLifetime = 3600;
/** Milliseconds without a refresh after which a sign-in ends. */
const idleLifetime = 30 * 24 * 3_600_000;

interface Tokens {
  accessToken: string;
  refreshToken: string;
  /** Seconds. */
  expiresIn: number;
}

/** Adds a credential of this user. Removes those that were not refreshed for long. */
export function signIn(platform: Platform, userId: number, clientId: string): Tokens {
  const { signedIn } = platform.record.signIn;
  const now = platform.services.clock();
  for (const entry of [...signedIn]) if (now - entry.refreshedAt > idleLifetime) signOut(platform, entry);
  const family = `rt-${newSecret()}`;
  const entry: SignedInRecord = {
    id: platform.nextCredentialId(),
    userId,
    clientId,
    refresh: { family: hashOf(family), current: '' },
    refreshedAt: now,
    access: [],
  };
  signedIn.push(entry);
  return issue(entry, family, now);
}

/** @throws OAuthFailure `invalid_grant` */
export function refresh(platform: Platform, refreshToken: string, clientId: string | undefined): Tokens {
  const [family = '', current = ''] = refreshToken.split('.');
  const hash = hashOf(family);
  const entry = platform.record.signIn.signedIn.find((other) => other.refresh.family === hash);
  const now = platform.services.clock();
  const isOfClient = clientId === undefined || entry?.clientId === clientId;
  const isActive = platform.activeUser(entry?.userId) !== undefined;
  if (!entry || !isOfClient || !isActive || now - entry.refreshedAt > idleLifetime) {
    throw new OAuthFailure('invalid_grant', 'The refresh token is unknown or expired');
  }
  if (entry.refresh.current !== hashOf(current)) {
    signOut(platform, entry);
    throw new OAuthFailure('invalid_grant', 'The refresh token was used already. The sign-in has ended');
  }
  return issue(entry, family, now);
}

/** The user and the credential of an access token; undefined for any other text and for an expired one. */
export function findSignedIn(platform: Platform, accessToken: string): Caller | undefined {
  const hash = hashOf(accessToken);
  const now = platform.services.clock();
  const credential = platform.record.signIn.signedIn.find(({ access }) =>
    access.some(({ token, expiresAt }) => token === hash && now < expiresAt),
  );
  const user = platform.activeUser(credential?.userId);
  return credential && user && { credential, user };
}

function issue(entry: SignedInRecord, family: string, now: number): Tokens {
  const accessToken = `at-${newSecret()}`;
  const current = newSecret();
  const expiresAt = now + accessLifetime * 1000;
  entry.access = [...entry.access.filter((known) => now < known.expiresAt), { token: hashOf(accessToken), expiresAt }];
  entry.refresh.current = hashOf(current);
  entry.refreshedAt = now;
  return { accessToken, refreshToken: `${family}.${current}`, expiresIn: accessLifetime };
}

/** A later credential may get the same id, so its dev mode ends, too. */
export function signOut(platform: Platform, entry: SignedInRecord): void {
  const { deployments, signIn } = platform.record;
  for (const { id } of deployments) endSession(platform.deployment(id), entry.id);
  signIn.signedIn.splice(signIn.signedIn.indexOf(entry), 1);
}
