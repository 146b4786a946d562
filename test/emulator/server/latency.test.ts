import assert from 'node:assert/strict';
import { Latency } from '../../../src/emulator/server/latency.ts';

describe('the simulated latency', () => {
  it('starts to wait immediately for requests that arrive while others are answered', async () => {
    const latency = new Latency(20, new AbortController().signal);
    const seen: string[] = [];
    let going = true;
    const turn = () => {
      if (seen.at(-1) !== 'turn') seen.push('turn');
      if (going) setImmediate(turn);
    };
    setImmediate(turn);
    // All are due at the same time.
    await Promise.all(['a', 'b', 'c', 'd'].map((name) => latency.wait().then(() => seen.push(name))));
    going = false;
    assert.deepEqual(
      seen.filter((each, index) => each !== 'turn' || index > 0),
      ['a', 'turn', 'b', 'turn', 'c', 'turn', 'd'],
    );
  });

  it('keeps the order of arrival', async () => {
    const latency = new Latency(5, new AbortController().signal);
    const seen: number[] = [];
    await Promise.all([1, 2, 3, 4, 5].map((name) => latency.wait().then(() => seen.push(name))));
    assert.deepEqual(seen, [1, 2, 3, 4, 5]);
  });

  it('ends when the emulator closes', async () => {
    const closing = new AbortController();
    const latency = new Latency(60_000, closing.signal);
    const waits = [latency.wait(), latency.wait()];
    closing.abort();
    for (const { status } of await Promise.allSettled(waits)) assert.equal(status, 'rejected');
  });

  it('is off by default', async () => {
    let waited = true;
    void new Latency(0, new AbortController().signal).wait().then(() => {
      waited = false;
    });
    await Promise.resolve();
    assert.equal(waited, false);
  });
});
