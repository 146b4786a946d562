import assert from 'node:assert/strict';
import { CancelledError } from '../../src/base/errors.ts';
import type { LogLine } from '../../src/contract/deployments/runtime.ts';
import { LogMemory, type TailOptions, tailLogs } from '../../src/platform/logTail.ts';
import { closeAll, failureOf, serveAndConnect } from './clientUnderTest.ts';
import { json } from './http/testServer.ts';

function line(second: number, message: string, pod = 'api-1'): LogLine {
  return { pod, date: new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString(), message };
}

/** Serves `tail(poll)` in pages of two; undefined is an outage. */
async function logs(tail: (poll: number) => LogLine[] | undefined, options: TailOptions = {}) {
  let poll = 0;
  const { client, server } = await serveAndConnect(
    ({ url }, response) => {
      const { after } = Object.fromEntries(new URL(url, 'http://x').searchParams);
      if (after === undefined) poll += 1;
      const lines = tail(poll);
      if (!lines) return json(response, {}, 503);
      const start = Number(after ?? 0);
      json(response, {
        items: lines.slice(start, start + 2),
        pageInfo: { hasNextPage: start + 2 < lines.length, endCursor: String(start + 2) },
      });
    },
    { retry: { attempts: 1 } },
  );
  const stream = tailLogs(client, { deploymentId: 1, filter: { source: 'dev' } }, { intervalMs: 1, ...options });
  return { stream, server };
}

async function take(stream: AsyncIterable<LogLine[]>, count: number): Promise<string[]> {
  const messages: string[] = [];
  for await (const batch of stream) {
    messages.push(...batch.map(({ message }) => message));
    if (messages.length >= count) break;
  }
  return messages;
}

// Notes: “a live view is polling plus removal of repeats on (pod, date, message)”.
describe('tailLogs', () => {
  afterEach(closeAll);

  it('yields each line once, across pages and polls, ordered by time', async () => {
    const all = [line(3, 'c'), line(1, 'a'), line(2, 'b'), line(4, 'd'), line(5, 'e')];
    const { stream, server } = await logs((poll) => (poll === 1 ? all.slice(0, 3) : all));
    assert.deepEqual(await take(stream, 5), ['a', 'b', 'c', 'd', 'e']);
    assert.match(server.received[0]!.url, /source=dev/);
  });

  it('distinguishes lines by pod, date and message', async () => {
    const lines = [line(1, 'a'), line(1, 'a', 'api-2'), line(2, 'a'), line(1, 'b'), line(1, 'a')];
    const { stream } = await logs(() => lines);
    assert.equal((await take(stream, 4)).length, 4);
  });

  it('resumes after an outage without repetition or gap', async () => {
    const interruptions: boolean[] = [];
    const { stream } = await logs(
      (poll) => (poll === 1 ? [line(1, 'a')] : poll < 4 ? undefined : [line(1, 'a'), line(2, 'b'), line(3, 'c')]),
      { onInterruption: (failure) => interruptions.push(failure !== undefined) },
    );
    assert.deepEqual(await take(stream, 3), ['a', 'b', 'c']);
    assert.deepEqual(interruptions, [true, true, false]);
  });

  it('resumes an earlier tail with its memory', async () => {
    const memory = new LogMemory();
    const { stream } = await logs(() => [line(1, 'a')], { memory });
    assert.deepEqual(await take(stream, 1), ['a']);
    const { stream: later } = await logs(() => [line(1, 'a'), line(2, 'b')], { memory });
    assert.deepEqual(await take(later, 1), ['b']);
  });

  it('limits its memory and removes the lines not seen for the longest time', () => {
    const memory = new LogMemory(3);
    for (const message of ['a', 'b', 'c']) assert.equal(memory.add(line(1, message)), true);
    assert.equal(memory.add(line(1, 'a')), false);
    assert.equal(memory.add(line(1, 'd')), true);
    assert.equal(memory.size, 3);
    assert.equal(memory.add(line(1, 'a')), false, 'a line that is seen again is kept');
    assert.equal(memory.add(line(1, 'b')), true, 'the line not seen for the longest time is removed');
  });

  it('rejects with a permanent failure', async () => {
    const { client } = await serveAndConnect((_, response) => json(response, { error: 'no' }, 401));
    assert.equal((await failureOf(take(tailLogs(client, { deploymentId: 1 }), 1))).kind, 'unauthorized');
  });

  it('can be cancelled while it waits', async () => {
    const abort = new AbortController();
    const { stream } = await logs(() => [line(1, 'a')], { signal: abort.signal, intervalMs: 60_000 });
    assert.equal((await stream.next()).done, false);
    const next = stream.next();
    abort.abort();
    await assert.rejects(next, CancelledError);
  });
});
