import assert from 'node:assert/strict';
import { UserError } from '../../../src/base/errors.ts';
import { CallLimits } from '../../../src/cli/mcp/limits.ts';

describe('the limits of an assistant', () => {
  const ended = new AbortController().signal;

  it('are 60 calls in any minute', async () => {
    let now = 0;
    const limits = new CallLimits(() => now);
    for (let count = 0; count < 60; count += 1) await limits.run(async () => count, ended);
    await assert.rejects(
      limits.run(async () => 0, ended),
      (failure) => failure instanceof UserError && /60 calls/.test(failure.message),
    );
    now = 60_000;
    assert.equal(await limits.run(async () => 'later', ended), 'later');
  });

  it('let one call run at a time', async () => {
    const limits = new CallLimits();
    let running = 0;
    let most = 0;
    const call = async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((done) => setImmediate(done));
      running -= 1;
    };
    await Promise.all(Array.from({ length: 5 }, () => limits.run(call, ended)));
    assert.equal(most, 1);
  });

  it('cancel a call when the client goes', async () => {
    const client = new AbortController();
    const waiting = new CallLimits().run(
      (signal) => new Promise((_, fail) => signal.addEventListener('abort', () => fail(signal.reason))),
      client.signal,
    );
    const failed = assert.rejects(waiting);
    client.abort();
    await failed;
  });
});
