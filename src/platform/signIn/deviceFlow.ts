/** Signs in with a browser on any device: RFC 8628. */

import { type Clock, systemClock } from '../../base/clock.ts';
import { isLoopback } from '../http/proxy.ts';
import { PlatformError } from '../platformError.ts';
import { isTransient } from '../retry.ts';
import { postForm, refusedBy, type SignInHost, secondsOf, stringOf } from './postForm.ts';
import { signInErrors } from './signInErrors.ts';
import { readTokens, type TokenPair } from './tokenPair.ts';

/** The data that the user needs to approve the sign-in. */
export interface DeviceCode {
  /** Shown to the user, who compares it with the page. */
  userCode: string;
  /** Where to enter the code. */
  verificationUri: string;
  /** The same page with the code filled in; else `verificationUri`. */
  openUri: string;
  /** Milliseconds since the epoch. */
  expiresAt: number;
  /** The secret for which the platform gives the tokens. */
  deviceCode: string;
  intervalMs: number;
}

type WaitingClock = Pick<Clock, 'now' | 'delay'>;

/** Seconds. RFC 8628, 3.2 and 3.5; notes: Credentials. */
const [codeLifetime, interval, slowDown] = [900, 5, 5];
const maxIntervalMs = 60_000;

/** @throws UserError `sign-in-not-offered` if the host has no such sign-in; other codes of `signInErrors`, PlatformError, CancelledError */
export async function startSignIn(
  host: SignInHost,
  signal?: AbortSignal,
  clock: WaitingClock = systemClock,
): Promise<DeviceCode> {
  const answer = await postForm(host, '/auth/device/code', {}, signal);
  const { body, status } = answer;
  const required = <T>(name: string, value: T | undefined): T => {
    if (status < 300 && value !== undefined) return value;
    throw refusedBy(answer, name);
  };
  const deviceCode = required('device_code', stringOf(body, 'device_code'));
  const userCode = required('user_code', shownCode(stringOf(body, 'user_code')));
  const verificationUri = required('verification_uri', pageOf(stringOf(body, 'verification_uri')));
  return {
    deviceCode,
    userCode,
    verificationUri,
    openUri: pageOf(stringOf(body, 'verification_uri_complete')) ?? verificationUri,
    expiresAt: clock.now() + secondsOf(body, 'expires_in', codeLifetime),
    intervalMs: secondsOf(body, 'interval', interval),
  };
}

/** Polls until the user has decided. @throws UserError of `signInErrors`, PlatformError, CancelledError when `signal` aborts */
export async function awaitTokens(
  host: SignInHost,
  { deviceCode, expiresAt, intervalMs }: DeviceCode,
  signal?: AbortSignal,
  clock: WaitingClock = systemClock,
): Promise<TokenPair> {
  const name = new URL(host.baseUrl).host;
  const fields = { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code: deviceCode };
  for (let waitMs = intervalMs; ; ) {
    const left = expiresAt - clock.now();
    if (left <= 0) throw signInErrors.error('sign-in-expired', [name]);
    await clock.delay(Math.min(waitMs, left), signal);
    try {
      const answer = await postForm(host, '/auth/device/token', fields, signal);
      switch (answer.error) {
        case 'authorization_pending':
          break;
        case 'slow_down':
          waitMs += slowDown * 1000;
          break;
        case 'access_denied':
          throw signInErrors.error('sign-in-denied', [name]);
        case 'expired_token':
          throw signInErrors.error('sign-in-expired', [name]);
        default:
          return readTokens(answer, clock.now());
      }
    } catch (failure) {
      if (!(failure instanceof PlatformError) || !isTransient(failure)) throw failure;
      // A client must slow down when the server does not answer in time. RFC 8628, 3.5.
      waitMs = Math.max(waitMs, failure.retryAfterMs ?? Math.min(waitMs * 2, maxIntervalMs));
    }
  }
}

/** A code that a user can compare: the text of a server must not be a message. */
function shownCode(code: string | undefined): string | undefined {
  return code !== undefined && /^[\p{L}\p{N}\p{P}\p{S} ]{1,20}$/u.test(code) ? code : undefined;
}

/** A page that may be opened: the answer of a host must not run a program on this machine. */
function pageOf(uri: string | undefined): string | undefined {
  if (uri === undefined || !URL.canParse(uri)) return undefined;
  const { protocol, hostname, href } = new URL(uri);
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname)) ? href : undefined;
}
