import assert from 'node:assert/strict';
import { CancelledError } from '../../../src/base/errors.ts';
import { operations } from '../../../src/contract/operations.ts';
import { closeAll, failureOf, serveAndConnect } from '../clientUnderTest.ts';
import { type Answer, json, until } from './testServer.ts';

const params = { deploymentId: 1 };

function status(code: number, body: unknown, headers?: Record<string, string>): Answer {
  return (_, response) => json(response, body, code, headers);
}

describe('retries after faults', () => {
  afterEach(closeAll);

  /** Fails the first `times` requests with `fault`, then answers. */
  function flaky(times: number, fault: Answer, answer: Answer): Answer {
    let count = 0;
    return (request, response, incoming) => {
      count += 1;
      return (count <= times ? fault : answer)(request, response, incoming);
    };
  }
  const good = status(200, { id: 1, name: 'sample' });
  const reset: Answer = (_, __, incoming) => void incoming.socket.resetAndDestroy();

  it('repeat a read after resets and 5xx', async () => {
    const { client, server } = await serveAndConnect(flaky(3, flaky(2, reset, status(502, {})), good));
    assert.equal((await client.call(operations.getDeployment, { params })).name, 'sample');
    assert.equal(server.received.length, 4);
  });

  it('send a commit once when its result is unknown', async () => {
    for (const fault of [reset, status(500, {}), status(503, {}), status(408, {})]) {
      const { client, server } = await serveAndConnect(fault);
      const failure = await failureOf(client.call(operations.commit, { params, body: {} }));
      assert.equal(failure.writeState, 'unknown');
      assert.equal(server.received.length, 1);
    }
  });

  it('repeat a commit that was not processed', async () => {
    for (const fault of [status(429, {}), status(503, {}, { 'retry-after': '0' })]) {
      const { client, server } = await serveAndConnect(flaky(1, fault, status(200, {})));
      await client.call(operations.commit, { params, body: {} });
      assert.equal(server.received.length, 2);
    }
  });

  it('end with the failure of the last attempt', async () => {
    const { client, server } = await serveAndConnect(status(500, { error: 'still' }), { retry: { attempts: 3 } });
    assert.match((await failureOf(client.call(operations.getDeployment, { params }))).message, /still/);
    assert.equal(server.received.length, 3);
  });

  it('do not wait beyond the deadline', async () => {
    const { client, server } = await serveAndConnect(status(429, {}, { 'retry-after': '20' }), { deadlineMs: 10_000 });
    const failure = await failureOf(client.call(operations.getDeployment, { params }));
    assert.equal(failure.retryAfterMs, 20_000);
    assert.equal(server.received.length, 1);
  });

  it('can be cancelled during a wait', async () => {
    const { client, server } = await serveAndConnect(status(429, {}, { 'retry-after': '20' }));
    const abort = new AbortController();
    const call = client.call(operations.getDeployment, { params }, { signal: abort.signal });
    await until(() => server.received.length === 1);
    setTimeout(() => abort.abort(), 10);
    await assert.rejects(call, CancelledError);
  });
});
