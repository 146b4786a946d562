import assert from 'node:assert/strict';
import { Channel, type Port } from '../../src/base/channel.ts';
import { CancelledError } from '../../src/base/errors.ts';
import { Emitter } from '../../src/base/event.ts';

/** Two ports that post to each other through structured clones, as processes do. */
function pair(): { ports: [Port, Port]; close: (reason: string) => void; posted: unknown[] } {
  const posted: unknown[] = [];
  const inboxes = [new Emitter<unknown>(), new Emitter<unknown>()];
  const closing = new Emitter<string>();
  const port = (own: number): Port => ({
    post(message) {
      posted.push(message);
      const copy = structuredClone(message);
      queueMicrotask(() => inboxes[1 - own]?.fire(copy));
    },
    onMessage: (listener) => inboxes[own]!.event(listener),
    onClose: closing.event,
  });
  return { ports: [port(0), port(1)], close: (reason) => closing.fire(reason), posted };
}

type Remote = { double(n: number): number; fail(text: string): never; hang(x: undefined): Promise<void> };
const remote: Remote = {
  double: (n) => n * 2,
  fail: (text) => {
    throw new Error(text);
  },
  hang: () => new Promise(() => {}),
};

describe('Channel', () => {
  it('returns the matching reply for each request', async () => {
    const { ports } = pair();
    new Channel(ports[1], remote);
    const channel = new Channel<Remote>(ports[0]);
    assert.deepEqual(await Promise.all([channel.call('double', 1), channel.call('double', 21)]), [2, 42]);
  });

  it('rejects with the other side’s message', async () => {
    const { ports } = pair();
    new Channel(ports[1], remote);
    await assert.rejects(new Channel<Remote>(ports[0]).call('fail', 'out of cheese'), /out of cheese/);
  });

  it('rejects unknown requests, including the names of prototype members', async () => {
    const { ports } = pair();
    new Channel(ports[1], remote);
    const channel = new Channel<Record<string, (x: undefined) => void>>(ports[0]);
    await assert.rejects(channel.call('constructor', undefined), /Unknown request/);
  });

  it('rejects at the deadline, on abort and when the other side ends', async () => {
    const { ports, close } = pair();
    new Channel(ports[1], remote);
    const channel = new Channel<Remote>(ports[0]);
    await assert.rejects(channel.call('hang', undefined, { deadlineMs: 5 }), /No answer to “hang” within 5 ms/);
    const abort = new AbortController();
    const aborted = channel.call('hang', undefined, { signal: abort.signal });
    abort.abort();
    await assert.rejects(aborted, CancelledError);
    const orphan = channel.call('hang', undefined);
    close('it crashed');
    await assert.rejects(orphan, /it crashed/);
    await assert.rejects(channel.call('double', 1), /it crashed/);
  });

  it('aborts the signal of the handler when the caller cancels', async () => {
    const { ports } = pair();
    const aborted = new Promise<void>((resolve) => {
      new Channel(ports[1], {
        wait: (_: undefined, signal: AbortSignal) =>
          new Promise(() => signal.addEventListener('abort', () => resolve())),
      });
    });
    const abort = new AbortController();
    const call = new Channel<{ wait(x: undefined): Promise<void> }>(ports[0]).call('wait', undefined, {
      signal: abort.signal,
    });
    call.catch(() => {});
    await new Promise((resolve) => setImmediate(resolve));
    abort.abort();
    await aborted;
  });

  it('ignores foreign messages', async () => {
    const { ports } = pair();
    new Channel(ports[1], remote);
    const channel = new Channel<Remote>(ports[0]);
    for (const stray of [null, 'x', 1, {}, { channel: 'reply', id: 99 }, { channel: 'nope', id: 1 }])
      ports[1].post(stray);
    assert.equal(await channel.call('double', 4), 8);
  });
});
