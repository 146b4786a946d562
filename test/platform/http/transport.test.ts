import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { CancelledError } from '../../../src/base/errors.ts';
import { makeLog } from '../../../src/base/log.ts';
import { operations } from '../../../src/contract/operations.ts';
import { Transport } from '../../../src/platform/http/transport.ts';
import { clientOf, closeAll, failureOf, serveAndConnect, serverOf } from '../clientUnderTest.ts';
import { certificate, json, until } from './testServer.ts';

const params = { deploymentId: 1 };

describe('connections', () => {
  afterEach(closeAll);

  it('are at most sixteen per host and are reused', async () => {
    let running = 0;
    let most = 0;
    const held: (() => void)[] = [];
    const { client, server } = await serveAndConnect((_, response) => {
      running += 1;
      most = Math.max(most, running);
      held.push(() => {
        running -= 1;
        json(response, { id: 1 });
      });
      // Responses are delayed until 16 requests are open, so that a 17th connection would be noticed.
      if (held.length === 16) setTimeout(() => held.splice(0).forEach((answer) => void answer()), 5);
    });
    await Promise.all(Array.from({ length: 48 }, () => client.call(operations.getMe)));
    assert.equal(most, 16);
    assert.equal(server.connections(), 16);
  });

  it('are separate for bulk calls, so that no other call waits for them', async () => {
    const held: (() => void)[] = [];
    const { client, server } = await serveAndConnect((request, response) => {
      if (request.method === 'POST') held.push(() => json(response, {}));
      else json(response, { id: 1 });
    });
    const body = { transaction: '{}', fileName: 'model/a.yml', file: Buffer.from('a') };
    const uploads = Array.from({ length: 200 }, () => client.call(operations.uploadFile, { params, body }));
    await until(() => held.length === 16);
    assert.equal((await client.call(operations.getMe)).id, 1);
    while (server.received.length < 201) {
      for (const answer of held.splice(0)) answer();
      await new Promise((resolve) => setImmediate(resolve));
    }
    for (const answer of held.splice(0)) answer();
    await Promise.all(uploads);
    assert.ok(server.connections() <= 64 + 1, `${server.connections()} connections`);
  });

  it('are closed when their call is cancelled', async () => {
    let closed = 0;
    const { client, server } = await serveAndConnect((_, response) => void response.on('close', () => (closed += 1)));
    const abort = new AbortController();
    const call = client.call(operations.getMe, {}, { signal: abort.signal });
    await until(() => server.received.length === 1);
    abort.abort();
    await assert.rejects(call, CancelledError);
    await until(() => closed === 1);
  });

  it('are closed when a call is cancelled during its response', async () => {
    let closed = 0;
    const { client, server } = await serveAndConnect((_, response) => {
      response.on('close', () => (closed += 1));
      response.writeHead(200).write('{');
    });
    const abort = new AbortController();
    const call = client.call(operations.getMe, {}, { signal: abort.signal });
    await until(() => server.received.length === 1);
    setTimeout(() => abort.abort(), 20);
    await assert.rejects(call, CancelledError);
    await until(() => closed === 1);
  });

  it('do not send a call that is cancelled while it waits for a connection', async () => {
    const { client, server } = await serveAndConnect(
      (_, response) => {
        if (server.received.length > 1) json(response, { id: 1 });
      },
      { transport: { connections: 1 } },
    );
    const first = new AbortController();
    const second = new AbortController();
    const running = client.call(operations.getMe, {}, { signal: first.signal });
    await until(() => server.received.length === 1);
    const waiting = client.call(operations.stopDevMode, { params }, { signal: second.signal });
    await new Promise((resolve) => setTimeout(resolve, 10));
    second.abort();
    await assert.rejects(waiting, CancelledError);
    const third = client.call(operations.getMe);
    first.abort();
    await assert.rejects(running, CancelledError);
    assert.equal((await third).id, 1);
    assert.deepEqual(
      server.received.map(({ method }) => method),
      ['GET', 'GET'],
    );
  });

  it('do not send a call whose deadline passes while it waits for a connection', async () => {
    const { client, server } = await serveAndConnect(() => {}, {
      transport: { connections: 1 },
      retry: { attempts: 1 },
    });
    const abort = new AbortController();
    const running = client.call(operations.getMe, {}, { signal: abort.signal });
    await until(() => server.received.length === 1);
    const failure = await failureOf(client.call(operations.commit, { params, body: {} }, { deadlineMs: 30 }));
    assert.equal(failure.kind, 'timeout');
    assert.equal(failure.writeState, 'not-sent');
    abort.abort();
    await assert.rejects(running, CancelledError);
  });

  it('end with the client, which cancels running calls', async () => {
    const { client, server } = await serveAndConnect(() => {});
    const call = client.call(operations.getMe);
    await until(() => server.received.length === 1);
    client.dispose();
    await assert.rejects(call, CancelledError);
    await until(() => server.sockets.size === 0);
    await assert.rejects(client.call(operations.getMe), CancelledError);
  });

  it('send nothing for a call with an aborted signal', async () => {
    const { client, server } = await serveAndConnect(() => {});
    await assert.rejects(client.call(operations.getMe, {}, { signal: AbortSignal.abort() }), CancelledError);
    assert.equal(server.connections(), 0);
  });

  it('accept compressed responses', async () => {
    const { client, server } = await serveAndConnect((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(JSON.stringify({ id: 1, email: 'ä' })));
    });
    assert.equal((await client.call(operations.getMe)).email, 'ä');
    assert.equal(server.received[0]?.headers['accept-encoding'], 'gzip');
  });

  for (const coding of ['constructor', '__proto__', 'toString', 'valueOf, gzip']) {
    it(`answer a response with the unknown coding ${coding}`, async () => {
      const { client } = await serveAndConnect((_, response) => {
        const body = Buffer.from(JSON.stringify({ id: 1 }));
        response.writeHead(200, { 'content-encoding': coding }).end(coding.includes('gzip') ? gzipSync(body) : body);
      });
      assert.equal((await client.call(operations.getMe)).id, 1);
    });
  }

  it('end at the deadline of the call while a response is decompressed', async () => {
    const compressed = gzipSync(Buffer.alloc(60 * 1024 * 1024));
    const { client } = await serveAndConnect((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(compressed);
    });
    const failure = await failureOf(client.call(operations.getMe, {}, { deadlineMs: 20 }));
    assert.equal(failure.kind, 'timeout');
  });

  it('trust an additional certificate authority', async () => {
    const server = await serverOf((_, response) => json(response, { id: 1 }), { tls: true });
    const client = clientOf(server.url, { transport: { certificates: [certificate] } });
    assert.equal((await client.call(operations.getMe)).id, 1);
  });
});

/** A proxy that tunnels `platform.test` to a local port, or rejects the request. */
async function startProxy(target: () => number, refuse?: number) {
  const requests: { path: string; authorization: string | undefined }[] = [];
  const sockets = new Set<Socket>();
  const server: Server = createServer((_, response) => void response.writeHead(405).end());
  server.on('connection', (socket) => sockets.add(socket));
  server.on('connect', (request, socket) => {
    requests.push({ path: request.url!, authorization: request.headers['proxy-authorization'] });
    socket.on('error', () => {});
    if (refuse) return socket.end(`HTTP/1.1 ${refuse} No\r\ncontent-length: 0\r\n\r\n`);
    const out = connect(target(), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      out.pipe(socket);
      socket.pipe(out);
    });
    sockets.add(out);
    out.on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    host: `127.0.0.1:${port}`,
    requests,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

describe('proxies', () => {
  const closing: (() => void)[] = [];
  afterEach(async () => {
    await closeAll();
    for (const close of closing.splice(0)) close();
  });

  async function behindProxy(refuse?: number) {
    const server = await serverOf((_, response) => json(response, { id: 1 }), { tls: true });
    const proxy = await startProxy(() => server.port, refuse);
    closing.push(proxy.close);
    return { server, proxy };
  }

  it('are used by setting, with a separate credential; the token is sent through the tunnel only', async () => {
    const { proxy, server } = await behindProxy();
    const lines: string[] = [];
    const client = clientOf('https://platform.test', {
      transport: { proxy: `http://ann:p%40ss@${proxy.host}`, certificates: [certificate] },
      log: makeLog((_, line) => lines.push(line)),
    });
    assert.equal((await client.call(operations.getMe)).id, 1);
    assert.equal(server.received.length, 1);
    assert.deepEqual(proxy.requests, [
      { path: 'platform.test:443', authorization: `Basic ${Buffer.from('ann:p@ss').toString('base64')}` },
    ]);
    assert.ok(!/p%40ss|p@ss/.test(lines.join('\n')), 'no proxy password in the log');
  });

  it('are used by environment unless it excludes the host', async () => {
    const { proxy } = await behindProxy();
    const environment = { HTTPS_PROXY: `http://${proxy.host}` };
    const transport = { environment, certificates: [certificate] };
    assert.equal((await clientOf('https://platform.test', { transport }).call(operations.getMe)).id, 1);
    const direct = clientOf('https://no-such-host.invalid', {
      transport: { ...transport, noProxy: ['invalid'] },
      retry: { attempts: 1 },
    });
    assert.equal((await failureOf(direct.call(operations.getMe))).kind, 'dns');
    assert.equal(proxy.requests.length, 1);
  });

  it('that require authentication or cannot be reached are reported', async () => {
    const { proxy } = await behindProxy(407);
    const asking = clientOf('https://platform.test', { transport: { proxy: proxy.host } });
    const refused = await failureOf(asking.call(operations.commit, { params, body: {} }));
    assert.equal(refused.kind, 'proxy');
    assert.equal(refused.writeState, 'not-sent');
    assert.match(refused.message, /407/);
    proxy.close();
    const dead = clientOf('https://platform.test', { transport: { proxy: proxy.host }, retry: { attempts: 1 } });
    const failure = await failureOf(dead.call(operations.getMe));
    assert.equal(failure.kind, 'proxy');
    assert.equal(failure.writeState, 'not-sent');
  });

  it('do not hide an untrusted certificate', async () => {
    const { proxy, server } = await behindProxy();
    const client = clientOf('https://platform.test', { transport: { proxy: proxy.host }, retry: { attempts: 1 } });
    assert.equal((await failureOf(client.call(operations.getMe))).kind, 'tls');
    assert.equal(server.received.length, 0);
  });

  it('with an invalid address are reported', async () => {
    const client = clientOf('https://platform.test', { transport: { proxy: 'http://[' }, retry: { attempts: 1 } });
    assert.equal((await failureOf(client.call(operations.getMe))).kind, 'proxy');
  });
});

describe('the editor’s own fetch', () => {
  afterEach(closeAll);
  const host = 'https://no-such-host.invalid';

  it('is used for a host that cannot be reached directly, from then on', async () => {
    const requests: { url: string; init: RequestInit }[] = [];
    const lines: string[] = [];
    const fallbackFetch = (async (url: string, init: RequestInit) => {
      requests.push({ url, init });
      return new Response(JSON.stringify({ id: 5 }), { headers: { 'content-encoding': 'gzip' } });
    }) as typeof fetch;
    const log = makeLog((level, line) => level === 'info' && lines.push(line));
    const client = clientOf(host, { transport: { fallbackFetch, environment: {} }, log });
    assert.equal((await client.call(operations.getMe)).id, 5);
    assert.equal((await client.call(operations.getMe)).id, 5);
    assert.equal(requests.length, 2);
    assert.equal(requests[0]?.init.redirect, 'manual');
    assert.equal(lines.length, 1, 'one line in the log');
    assert.match(lines[0]!, /editor/);
  });

  it('is not used once the server was reached', async () => {
    let requests = 0;
    const fallbackFetch = (async () => {
      requests += 1;
      throw new Error('never');
    }) as typeof fetch;
    const { client } = await serveAndConnect((_, __, incoming) => void incoming.socket.resetAndDestroy(), {
      transport: { fallbackFetch },
      retry: { attempts: 1 },
    });
    assert.equal((await failureOf(client.call(operations.getMe))).kind, 'reset');
    assert.equal(requests, 0);
  });

  it('reports the direct failure when it fails, too', async () => {
    const fallbackFetch = (async () => {
      throw new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code: 'ENOTFOUND' }) });
    }) as typeof fetch;
    const client = clientOf(host, { transport: { fallbackFetch, environment: {} }, retry: { attempts: 1 } });
    const failure = await failureOf(client.call(operations.getMe));
    assert.equal(failure.kind, 'dns');
    assert.equal(failure.writeState, 'not-sent');
  });

  it('leaves the write state unknown when it fails after sending', async () => {
    const fallbackFetch = (async () => {
      throw new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code: 'ECONNRESET' }) });
    }) as typeof fetch;
    const client = clientOf(host, { transport: { fallbackFetch, environment: {} } });
    const failure = await failureOf(client.call(operations.commit, { params, body: {} }));
    assert.equal(failure.writeState, 'unknown');
  });

  it('can be cancelled and is limited in size and time', async () => {
    const hanging = ((_: string, { signal }: RequestInit) =>
      new Promise((_, reject) => signal!.addEventListener('abort', () => reject(signal!.reason)))) as typeof fetch;
    const transport = new Transport({ fallbackFetch: hanging, environment: {} });
    const client = clientOf(host, { transport, retry: { attempts: 1 } });
    assert.equal((await failureOf(client.call(operations.getMe, {}, { deadlineMs: 500 }))).kind, 'timeout');
    const abort = new AbortController();
    const call = client.call(operations.getMe, {}, { signal: abort.signal });
    setTimeout(() => abort.abort(), 20);
    await assert.rejects(call, CancelledError);
    transport.dispose();
    const huge = (async () => new Response('x'.repeat(5000))) as typeof fetch;
    const small = clientOf(host, { transport: { fallbackFetch: huge, environment: {}, maxResponseBytes: 1000 } });
    assert.equal((await failureOf(small.call(operations.getMe))).kind, 'too-large');
  });
});
