/** When a failed request is sent again, and after how long: full jitter, bounded, never a write whose outcome is unknown. */

import type { Operation } from '../contract/operation.ts';
import type { PlatformError } from './platformError.ts';

export interface RetryPolicy {
  /** Times a request is sent in all. */
  attempts: number;
  /** Upper bound of the first wait, in milliseconds; it doubles each time. */
  baseMs: number;
  /** Upper bound of every wait that is ours to choose. */
  capMs: number;
  /** Longest `Retry-After` that is waited for; a longer one ends the call. */
  maxRetryAfterMs: number;
  /** Even in [0, 1). */
  random: () => number;
}

export const defaultRetry: RetryPolicy = {
  attempts: 4,
  baseMs: 400,
  capMs: 5_000,
  maxRetryAfterMs: 30_000,
  random: Math.random,
};

/** Milliseconds to wait before the attempt after number `attempt` (from 1), or undefined to give up. */
export function waitBeforeRetry(
  policy: RetryPolicy,
  attempt: number,
  failure: PlatformError,
  operation: Operation,
): number | undefined {
  if (attempt >= policy.attempts || !isTransient(failure) || !mayResend(failure, operation)) return undefined;
  const jitter = policy.random() * Math.min(policy.capMs, policy.baseMs * 2 ** (attempt - 1));
  const asked = failure.retryAfterMs ?? 0;
  return asked > policy.maxRetryAfterMs ? undefined : Math.max(asked, jitter);
}

/** Whether the same request may succeed later by itself. */
export function isTransient({ kind, status, outcome }: PlatformError): boolean {
  if (status !== undefined && (status < 200 || status >= 300)) return status === 408 || status === 429 || status >= 500;
  if (kind === 'proxy') return outcome === 'not-sent' && status === undefined;
  return kind === 'dns' || kind === 'refused' || kind === 'timeout' || kind === 'reset';
}

function mayResend({ outcome }: PlatformError, { resend }: Operation): boolean {
  return resend || outcome !== 'unknown';
}

/** `Retry-After` in milliseconds: whole seconds or an HTTP date. */
export function retryAfterMs(value: string | undefined, now = Date.now()): number | undefined {
  if (value === undefined) return undefined;
  const text = value.trim();
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
