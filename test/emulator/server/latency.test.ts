import assert from 'node:assert/strict';
import { Latency } from '../../../src/emulator/server/latency.ts';

describe('a slow network in front of the emulator', () => {
  it('lets those who arrive while others are answered begin to wait at once', async () => {
    const latency = new Latency(20, new AbortController().signal);
    const seen: string[] = [];
    let going = true;
    const turn = () => {
      if (seen.at(-1) !== 'turn') seen.push('turn');
      if (going) setImmediate(turn);
    };
    setImmediate(turn);
    // All due at the same moment.
    await Promise.all(['a', 'b', 'c', 'd'].map((name) => latency.wait().then(() => seen.push(name))));
    going = false;
    assert.deepEqual(
      seen.filter((each, index) => each !== 'turn' || index > 0),
      ['a', 'turn', 'b', 'turn', 'c', 'turn', 'd'],
    );
  });

  it('answers in the order of arrival', async () => {
    const latency = new Latency(5, new AbortController().signal);
    const seen: number[] = [];
    await Promise.all([1, 2, 3, 4, 5].map((name) => latency.wait().then(() => seen.push(name))));
    assert.deepEqual(seen, [1, 2, 3, 4, 5]);
  });

  it('ends with the emulator', async () => {
    const closing = new AbortController();
    const latency = new Latency(60_000, closing.signal);
    const waits = [latency.wait(), latency.wait()];
    closing.abort();
    for (const { status } of await Promise.allSettled(waits)) assert.equal(status, 'rejected');
  });

  it('is not there unless it is asked for', async () => {
    let waited = true;
    void new Latency(0, new AbortController().signal).wait().then(() => {
      waited = false;
    });
    await Promise.resolve();
    assert.equal(waited, false);
  });
});
