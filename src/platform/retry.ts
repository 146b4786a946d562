/** Retries: when a failed request is sent again and after which wait. A write that may have happened is never repeated. */

import type { Operation } from '../contract/definition/operation.ts';
import type { PlatformError } from './platformError.ts';
import { serverMs } from './serverMs.ts';

export interface RetryPolicy {
  /** How often a request is sent, the first attempt included. */
  attempts: number;
  /** Upper bound of the first wait, in milliseconds; it doubles each time. */
  baseMs: number;
  /** Upper bound of every wait without `Retry-After`, in milliseconds. */
  capMs: number;
  /** Longest `Retry-After` to wait for, in milliseconds; a longer one ends the call. */
  maxRetryAfterMs: number;
  /** Uniform in [0, 1). */
  random: () => number;
}

export const defaultRetry: RetryPolicy = {
  attempts: 4,
  baseMs: 400,
  capMs: 5_000,
  maxRetryAfterMs: 30_000,
  random: Math.random,
};

/** Milliseconds to wait after attempt number `attempt` (from 1), with full jitter; undefined to give up. */
export function waitBeforeRetry(
  policy: RetryPolicy,
  attempt: number,
  failure: PlatformError,
  operation: Operation,
): number | undefined {
  if (attempt >= policy.attempts || !isTransient(failure) || !mayResend(failure, operation)) return undefined;
  const jitter = policy.random() * Math.min(policy.capMs, policy.baseMs * 2 ** (attempt - 1));
  const requested = failure.retryAfterMs ?? 0;
  return requested > policy.maxRetryAfterMs ? undefined : Math.max(requested, jitter);
}

/** Whether the same request may succeed later without any change. */
export function isTransient({ kind, status, writeState }: PlatformError): boolean {
  if (status !== undefined && (status < 200 || status >= 300)) return status === 408 || status === 429 || status >= 500;
  if (kind === 'proxy') return writeState === 'not-sent' && status === undefined;
  return kind === 'dns' || kind === 'refused' || kind === 'timeout' || kind === 'reset';
}

function mayResend({ writeState }: PlatformError, { idempotent }: Operation): boolean {
  return idempotent || writeState !== 'unknown';
}

/** `Retry-After` in milliseconds, at most an hour: seconds or an HTTP date. */
export function retryAfterMs(value: string | undefined, now = Date.now()): number | undefined {
  if (value === undefined) return undefined;
  const text = value.trim();
  const seconds = /^\d+(\.\d+)?$/.test(text) ? Number(text) : (Date.parse(text) - now) / 1000;
  return Number.isNaN(seconds) ? undefined : serverMs(seconds, 0);
}
