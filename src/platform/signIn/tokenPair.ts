/** The tokens of a sign-in, as the platform answers them: in snake or camel case. Notes: Credentials. */

import { PlatformError } from '../platformError.ts';
import { dayMs } from '../serverMs.ts';
import { type FormAnswer, postForm, refusedBy, type SignInHost, secondsOf, stringOf } from './postForm.ts';

export interface TokenPair {
  accessToken: string;
  /** Without it the sign-in ends with the access token. */
  refreshToken?: string | undefined;
  /** Milliseconds since the epoch. */
  expiresAt: number;
}

/** Seconds. Notes: Credentials. */
const accessLifetime = 3600;

export function readTokens(answer: FormAnswer, now: number): TokenPair {
  const { body, status } = answer;
  const accessToken = status < 300 ? stringOf(body, 'access_token') : undefined;
  if (accessToken === undefined) throw refusedBy(answer, 'access_token');
  const refreshToken = stringOf(body, 'refresh_token');
  // A day at most: tokens of a longer life are refreshed daily.
  return { accessToken, refreshToken, expiresAt: now + secondsOf(body, 'expires_in', accessLifetime, dayMs) };
}

/**
 * Exchanges the refresh token for another pair. The platform may accept it only once.
 * @throws PlatformError, `sign-in-ended` when it does not accept it; UserError of `signInErrors`, CancelledError
 */
export async function refreshTokens(
  host: SignInHost,
  { refreshToken }: TokenPair,
  now: () => number,
  signal?: AbortSignal,
): Promise<TokenPair> {
  const name = new URL(host.baseUrl).host;
  const ended = (status?: number) =>
    new PlatformError('sign-in-ended', [name], { host: name, operation: 'signIn', status });
  if (refreshToken === undefined) throw ended();
  const fields = { grant_type: 'refresh_token', refresh_token: refreshToken };
  const answer = await postForm(host, '/auth/oauth2/refresh', fields, signal);
  if (answer.error === 'invalid_grant' || answer.status === 401) throw ended(answer.status);
  const pair = readTokens(answer, now());
  return { ...pair, refreshToken: pair.refreshToken ?? refreshToken };
}
