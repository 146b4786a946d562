import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { type Operation, operation } from '../../src/contract/definition/operation.ts';
import { operations } from '../../src/contract/operations.ts';
import type { PlatformErrorCode, WriteState } from '../../src/platform/errors.ts';
import { PlatformError } from '../../src/platform/platformError.ts';
import { defaultRetry, retryAfterMs, waitBeforeRetry } from '../../src/platform/retry.ts';

function failed(
  code: PlatformErrorCode,
  writeState: WriteState,
  details: { status?: number; retryAfterMs?: number } = {},
): PlatformError {
  return new PlatformError(code, ['h', 'detail'], { writeState, host: 'h', operation: 'o', ...details });
}

const read: Operation = operation({
  id: 'r',
  group: 'A',
  method: 'GET',
  path: '/',
  summary: '',
  response: z.unknown(),
});
const write: Operation = operations.commit;

function waits(failure: PlatformError, entry: Operation, attempt = 1, random = 0.5): number | undefined {
  return waitBeforeRetry({ ...defaultRetry, random: () => random }, attempt, failure, entry);
}

describe('retries', () => {
  it('wait with full jitter between zero and a bound that doubles up to a cap', () => {
    const reset = failed('reset', 'unknown');
    const policy = { ...defaultRetry, attempts: 20, baseMs: 100, capMs: 1000 };
    const bounds = [100, 200, 400, 800, 1000, 1000];
    for (const [index, bound] of bounds.entries()) {
      assert.equal(waitBeforeRetry({ ...policy, random: () => 0 }, index + 1, reset, read), 0);
      const most = waitBeforeRetry({ ...policy, random: () => 0.999999 }, index + 1, reset, read)!;
      assert.ok(most < bound && most > bound * 0.99, `attempt ${index + 1}: ${most} of ${bound}`);
    }
  });

  it('end after the given number of attempts', () => {
    assert.equal(waits(failed('reset', 'unknown'), read, defaultRetry.attempts), undefined);
    assert.notEqual(waits(failed('reset', 'unknown'), read, defaultRetry.attempts - 1), undefined);
  });

  it('wait for Retry-After unless it is too long', () => {
    const limited = (ms: number) => failed('rejected', 'refused-by-server', { status: 429, retryAfterMs: ms });
    assert.equal(waits(limited(7000), read), 7000);
    assert.equal(waits(limited(defaultRetry.maxRetryAfterMs + 1), read), undefined);
  });

  it('read Retry-After as seconds or as a date', () => {
    const now = Date.parse('2026-01-01T00:00:00Z');
    assert.equal(retryAfterMs('3', now), 3000);
    assert.equal(retryAfterMs('Thu, 01 Jan 2026 00:00:09 GMT', now), 9000);
    assert.equal(retryAfterMs('Wed, 31 Dec 2025 00:00:00 GMT', now), 0);
    assert.equal(retryAfterMs('soon', now), undefined);
    for (const long of ['9'.repeat(400), '86400', 'Fri, 01 Jan 2999 00:00:00 GMT']) {
      assert.equal(retryAfterMs(long, now), 3_600_000);
    }
    assert.equal(retryAfterMs(undefined, now), undefined);
  });

  const transient: [string, PlatformError][] = [
    ['a reset', failed('reset', 'unknown')],
    ['a time-out', failed('timeout', 'unknown')],
    ['408', failed('timeout', 'unknown', { status: 408 })],
    ['500', failed('server', 'unknown', { status: 500 })],
    ['503 without Retry-After', failed('server', 'unknown', { status: 503 })],
  ];
  for (const [name, failure] of transient) {
    it(`repeat a read after ${name}, but never a write, which may have happened`, () => {
      assert.notEqual(waits(failure, read), undefined);
      assert.equal(waits(failure, write), undefined);
    });
  }

  const certain: [string, PlatformError][] = [
    ['a name that does not resolve', failed('dns', 'not-sent')],
    ['a refused connection', failed('refused', 'not-sent')],
    ['a reset before sending', failed('reset', 'not-sent')],
    ['429', failed('rejected', 'refused-by-server', { status: 429 })],
    ['503 with Retry-After', failed('server', 'refused-by-server', { status: 503, retryAfterMs: 10 })],
  ];
  for (const [name, failure] of certain) {
    it(`repeat even a write after ${name}, because it did not happen`, () => {
      assert.notEqual(waits(failure, write), undefined);
      assert.notEqual(waits(failure, read), undefined);
    });
  }

  const final: [string, PlatformError][] = [
    ['400', failed('rejected', 'refused-by-server', { status: 400 })],
    ['401', failed('unauthorized', 'refused-by-server', { status: 401 })],
    ['403', failed('forbidden', 'refused-by-server', { status: 403 })],
    ['404', failed('not-found', 'refused-by-server', { status: 404 })],
    ['409', failed('conflict', 'refused-by-server', { status: 409 })],
    ['a page', failed('no-such-operation', 'refused-by-server', { status: 200 })],
    ['an unexpected shape', failed('unexpected-shape', 'unknown', { status: 200 })],
    ['a bad certificate', failed('tls', 'not-sent')],
    ['an invalid request', failed('invalid-request', 'not-sent')],
    ['too large an answer', failed('too-large', 'unknown', { status: 200 })],
  ];
  for (const [name, failure] of final) {
    it(`never repeat a request after ${name}`, () => assert.equal(waits(failure, read), undefined));
  }
});
