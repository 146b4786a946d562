/** Device codes: issued, decided by the user, polled by the client. RFC 8628. */

import type { Platform } from '../platform/platform.ts';
import type { AuthorizationRecord } from '../records/signInRecord.ts';
import { OAuthFailure } from './oauthFailure.ts';
import { hashOf, newSecret, newUserCode } from './secrets.ts';

/** Seconds that codes are valid. Notes: Credentials. */
export const codeLifetime = 900;
/** Seconds between two polls, and what `slow_down` adds. */
export const pollInterval = 5;
const hour = 3_600_000;

/** Adds a pending authorization. Removes those that expired more than an hour ago. */
export function startAuthorization(
  { record: { signIn }, services }: Platform,
  clientId: string,
): { deviceCode: string; userCode: string } {
  const now = services.clock();
  signIn.authorizations = signIn.authorizations.filter(({ expiresAt }) => expiresAt + hour > now);
  const deviceCode = `dc-${newSecret()}`;
  let userCode = newUserCode();
  while (signIn.authorizations.some((entry) => entry.userCode === userCode)) userCode = newUserCode();
  signIn.authorizations.push({
    deviceCode: hashOf(deviceCode),
    userCode,
    clientId,
    expiresAt: now + codeLifetime * 1000,
    intervalMs: pollInterval * 1000,
    polledAt: null,
    decision: null,
  });
  return { deviceCode, userCode };
}

/** The authorization that waits for the user's decision; undefined for an unknown, expired or decided code. */
export function findUndecided({ record, services }: Platform, userCode: string): AuthorizationRecord | undefined {
  const found = record.signIn.authorizations.find((entry) => entry.userCode === userCode);
  return found && found.decision === null && services.clock() < found.expiresAt ? found : undefined;
}

/** The user who approved; the code is used then. @throws OAuthFailure until that happens */
export function redeemDeviceCode({ record, services }: Platform, deviceCode: string, clientId: string): number {
  const { signIn } = record;
  const hash = hashOf(deviceCode);
  const entry = signIn.authorizations.find((other) => other.deviceCode === hash);
  if (entry?.clientId !== clientId) throw new OAuthFailure('invalid_grant', 'The device code is unknown or used');
  const now = services.clock();
  if (now >= entry.expiresAt) throw new OAuthFailure('expired_token', 'The device code has expired');
  if (entry.decision === 'denied') throw new OAuthFailure('access_denied', 'The user has denied the request');
  if (entry.decision) {
    signIn.authorizations.splice(signIn.authorizations.indexOf(entry), 1);
    return entry.decision.userId;
  }
  const isTooFast = entry.polledAt !== null && now - entry.polledAt < entry.intervalMs;
  entry.polledAt = now;
  if (!isTooFast) throw new OAuthFailure('authorization_pending', 'The user has not decided yet');
  entry.intervalMs += pollInterval * 1000;
  throw new OAuthFailure('slow_down', `Wait ${entry.intervalMs / 1000} seconds between requests`);
}
