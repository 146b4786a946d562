import assert from 'node:assert/strict';
import { CancelledError } from '../../../src/base/errors.ts';
import { BulkQueue } from '../../../src/platform/http/bulkQueue.ts';
import { WireFailure, type WireResponse } from '../../../src/platform/http/wire.ts';

const deadlineMs = 60_000;

function responseOf(status: number, roundTripMs = 50): WireResponse {
  return { status, headers: new Map(), body: new Uint8Array(), roundTripMs };
}

/** A server that answers when the test says so. */
class HeldServer {
  readonly held: { answer: (response: WireResponse) => void; fail: (failure: Error) => void }[] = [];
  readonly send = () =>
    new Promise<WireResponse>((resolve, reject) => {
      this.held.push({ answer: resolve, fail: reject });
    });

  /** Answers all requests that are running now. @returns how many were running */
  async answerAll(response = responseOf(200)): Promise<number> {
    const running = this.held.splice(0);
    for (const { answer } of running) answer(response);
    await new Promise((resolve) => setImmediate(resolve));
    return running.length;
  }
}

function queueOf(max: number): BulkQueue {
  const queue = new BulkQueue();
  queue.max = max;
  return queue;
}

describe('bulk requests', () => {
  it('run 16 at a time, then more while the answers are quick', async () => {
    const server = new HeldServer();
    const queue = queueOf(64);
    const all = Promise.all(Array.from({ length: 240 }, () => queue.run(server.send, { deadlineMs })));
    const parallel: number[] = [];
    for (let left = 240; left > 0; left -= parallel.at(-1)!) parallel.push(await server.answerAll());
    assert.deepEqual(parallel, [16, 32, 64, 64, 64]);
    await all;
  });

  it('become fewer after 429, 503 or a lost connection', async () => {
    for (const refusal of [429, 503]) {
      const server = new HeldServer();
      const queue = queueOf(64);
      const all = Promise.all(Array.from({ length: 60 }, () => queue.run(server.send, { deadlineMs })));
      assert.equal(await server.answerAll(responseOf(refusal)), 16);
      assert.equal(server.held.length, 8);
      while ((await server.answerAll()) > 0);
      await all;
    }
    const server = new HeldServer();
    const queue = queueOf(64);
    const all = Promise.allSettled(Array.from({ length: 60 }, () => queue.run(server.send, { deadlineMs })));
    const lost = new WireFailure('reset', { fault: 'reset', sent: true });
    for (const { fail } of server.held.splice(0)) fail(lost);
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(server.held.length, 8);
    while ((await server.answerAll()) > 0);
    assert.equal((await all).filter(({ status }) => status === 'rejected').length, 16);
  });

  it('do not become more when few were sent', async () => {
    const server = new HeldServer();
    const queue = queueOf(64);
    for (let times = 0; times < 100; times += 1) {
      const response = queue.run(server.send, { deadlineMs });
      await server.answerAll();
      await response;
    }
    const all = Promise.all(Array.from({ length: 20 }, () => queue.run(server.send, { deadlineMs })));
    assert.equal(server.held.length, 16);
    while ((await server.answerAll()) > 0);
    await all;
  });

  it('leave the queue when they are cancelled or their deadline passes', async () => {
    const server = new HeldServer();
    const queue = queueOf(1);
    const running = queue.run(server.send, { deadlineMs });
    const abort = new AbortController();
    const cancelled = queue.run(server.send, { deadlineMs, signal: abort.signal });
    const late = queue.run(server.send, { deadlineMs: 5 });
    const last = queue.run(server.send, { deadlineMs });
    abort.abort();
    await assert.rejects(cancelled, CancelledError);
    await assert.rejects(
      late,
      (failure) => failure instanceof WireFailure && failure.fault === 'timeout' && !failure.sent,
    );
    assert.equal(await server.answerAll(), 1);
    await running;
    assert.equal(await server.answerAll(), 1);
    await last;
  });

  it('wait in the order of their calls', async () => {
    const server = new HeldServer();
    const queue = queueOf(1);
    const order: number[] = [];
    const all = [0, 1, 2, 3].map((index) =>
      queue.run(
        () => {
          order.push(index);
          return server.send();
        },
        { deadlineMs },
      ),
    );
    while ((await server.answerAll()) > 0);
    await Promise.all(all);
    assert.deepEqual(order, [0, 1, 2, 3]);
  });
});
