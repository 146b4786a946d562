import assert from 'node:assert/strict';
import { createServer, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { makeLog } from '../../../src/base/log.ts';
import { operations } from '../../../src/contract/operations.ts';
import type { ClientOptions } from '../../../src/platform/client.ts';
import type { FailureKind, WriteState } from '../../../src/platform/errors.ts';
import { clientOf, closeAll, failureOf, secretToken, serveAndConnect, serverOf } from '../clientUnderTest.ts';
import { type Answer, json } from './testServer.ts';

const params = { deploymentId: 1 };
const once: Partial<ClientOptions> = { retry: { attempts: 1 } };

interface Fault {
  name: string;
  answer: Answer;
  kind: FailureKind;
  writeState: WriteState;
  message?: RegExp;
  options?: Partial<ClientOptions>;
}

function status(code: number, body: unknown, headers: Record<string, string> = {}): Answer {
  return (_, response) => json(response, body, code, { 'x-request-id': 'req-42', ...headers });
}

const page = '<!DOCTYPE html><html><body>Sign in</body></html>';
function html(code: number): Answer {
  return (_, response) => response.writeHead(code, { 'content-type': 'text/html' }).end(page) as never;
}

const faults: Fault[] = [
  {
    name: 'a page with 200',
    answer: html(200),
    kind: 'not-json',
    writeState: 'refused-by-server',
    message: /no such operation/,
  },
  {
    name: 'a page with 404',
    answer: html(404),
    kind: 'not-json',
    writeState: 'refused-by-server',
    message: /no such operation/,
  },
  { name: 'a page with 502', answer: html(502), kind: 'server', writeState: 'unknown' },
  {
    name: 'a page with the content type of JSON',
    answer: (_, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end(page),
    kind: 'unexpected-shape',
    writeState: 'unknown',
  },
  {
    name: 'JSON of an unexpected shape',
    answer: status(200, { hello: 1 }),
    kind: 'unexpected-shape',
    writeState: 'unknown',
    message: /deployment|id|name/,
  },
  { name: 'null', answer: status(200, null), kind: 'unexpected-shape', writeState: 'unknown' },
  {
    name: 'an empty response',
    answer: (_, response) => void response.writeHead(200).end(),
    kind: 'unexpected-shape',
    writeState: 'unknown',
    message: /empty/,
  },
  {
    name: 'incomplete JSON',
    answer: (_, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{"id": 1, "na'),
    kind: 'unexpected-shape',
    writeState: 'unknown',
  },
  {
    name: '400',
    answer: status(400, { error: 'That is wrong' }),
    kind: 'rejected',
    writeState: 'refused-by-server',
    message: /That is wrong/,
  },
  { name: '401', answer: status(401, { error: 'No' }), kind: 'unauthorized', writeState: 'refused-by-server' },
  { name: '403', answer: status(403, { error: 'No' }), kind: 'forbidden', writeState: 'refused-by-server' },
  {
    name: '404',
    answer: status(404, { error: 'Gone' }),
    kind: 'not-found',
    writeState: 'refused-by-server',
    message: /Gone/,
  },
  { name: '408', answer: status(408, {}), kind: 'timeout', writeState: 'unknown' },
  { name: '409', answer: status(409, { error: 'Both' }), kind: 'conflict', writeState: 'refused-by-server' },
  { name: '411', answer: status(411, {}), kind: 'rejected', writeState: 'refused-by-server' },
  { name: '413', answer: status(413, {}), kind: 'rejected', writeState: 'refused-by-server', message: /larger/ },
  { name: '429', answer: status(429, {}), kind: 'rejected', writeState: 'refused-by-server' },
  { name: '500', answer: status(500, { error: 'Boom' }), kind: 'server', writeState: 'unknown', message: /Boom/ },
  { name: '503', answer: status(503, {}), kind: 'server', writeState: 'unknown' },
  {
    name: '503 with Retry-After',
    answer: status(503, {}, { 'retry-after': '1' }),
    kind: 'server',
    writeState: 'refused-by-server',
  },
  {
    name: 'an error with a list of objects as text',
    answer: status(400, { error: '', message: [{ message: 'first' }, 'second'] }),
    kind: 'rejected',
    writeState: 'refused-by-server',
    message: /first; second/,
  },
  {
    name: 'a success that reports a failure',
    answer: status(200, { success: false, error: 'Not today' }),
    kind: 'rejected',
    writeState: 'refused-by-server',
    message: /Not today/,
  },
  {
    name: 'a success that only has an error',
    answer: status(200, { error: 'Not today' }),
    kind: 'rejected',
    writeState: 'refused-by-server',
    message: /Not today/,
  },
  {
    name: 'a reset before the headers',
    answer: (_, __, incoming) => void incoming.socket.resetAndDestroy(),
    kind: 'reset',
    writeState: 'unknown',
  },
  {
    name: 'an end before the headers',
    answer: (_, __, incoming) => void incoming.socket.end(),
    kind: 'reset',
    writeState: 'unknown',
  },
  {
    name: 'a reset after the headers',
    answer: (_, response, incoming) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
      response.write('{"id": 1,', () => incoming.socket.resetAndDestroy());
    },
    kind: 'reset',
    writeState: 'unknown',
  },
  {
    name: 'a body that ends before its length',
    answer: (_, response, incoming) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"id": 1, "name": "x"}', () => incoming.socket.end());
    },
    kind: 'reset',
    writeState: 'unknown',
  },
  {
    name: 'a chunked body that ends early',
    answer: (_, response, incoming) => {
      response.writeHead(200, { 'transfer-encoding': 'chunked' });
      response.write('{"id": 1, "name": "x"}', () => incoming.socket.end());
    },
    kind: 'reset',
    writeState: 'unknown',
  },
  {
    name: 'silence',
    answer: () => {},
    kind: 'timeout',
    writeState: 'unknown',
    options: { transport: { headersMs: 30 } },
  },
  {
    name: 'a response that stalls',
    answer: (_, response) => void response.writeHead(200).write('{'),
    kind: 'timeout',
    writeState: 'unknown',
    options: { transport: { stallMs: 30 } },
  },
  {
    name: 'an endless slow response',
    answer: (_, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write(' '), 5);
      response.on('close', () => clearInterval(drip));
    },
    kind: 'timeout',
    writeState: 'unknown',
    options: { deadlineMs: 500 },
  },
  {
    name: 'a response with a huge content length',
    answer: (_, response) => void response.writeHead(200, { 'content-length': '5000' }).write('{'),
    kind: 'too-large',
    writeState: 'unknown',
    options: { transport: { maxResponseBytes: 1000 } },
  },
  {
    name: 'a huge response',
    answer: (_, response) => {
      response.writeHead(200);
      const more = () => {
        while (response.writable && response.write('x'.repeat(1000)));
      };
      response.on('drain', more);
      more();
    },
    kind: 'too-large',
    writeState: 'unknown',
    options: { transport: { maxResponseBytes: 100_000 } },
  },
  {
    name: 'a small response that decompresses to a huge one',
    answer: (_, response) =>
      void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(1_000_000, ' '))),
    kind: 'too-large',
    writeState: 'unknown',
    options: { transport: { maxResponseBytes: 100_000 } },
  },
  {
    name: 'damaged compression',
    answer: (_, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end('{"id": 1}'),
    kind: 'reset',
    writeState: 'unknown',
  },
  {
    name: 'endless headers',
    answer: (_, __, incoming) => void incoming.socket.write(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(200_000)}\r\n\r\n`),
    kind: 'too-large',
    writeState: 'unknown',
  },
  {
    name: 'another protocol than HTTP',
    answer: (_, __, incoming) => void incoming.socket.write('SSH-2.0-server\r\n'),
    kind: 'unexpected-shape',
    writeState: 'unknown',
  },
];

describe('failures by fault', () => {
  afterEach(closeAll);

  for (const { name, answer, kind, writeState, message, options } of faults) {
    it(`${name}: ${kind}`, async () => {
      const { client } = await serveAndConnect(answer, { ...once, ...options });
      const failure = await failureOf(client.call(operations.getDeployment, { params }));
      assert.equal(failure.kind, kind, failure.describe());
      assert.equal(failure.writeState, writeState);
      assert.equal(failure.operation, 'getDeployment');
      if (message) assert.match(failure.message, message);
      assert.ok(!failure.message.includes('<'), 'the message contains no markup');
    });
  }

  it('include the request id and the status of the response', async () => {
    const { client } = await serveAndConnect(status(400, { error: 'no' }));
    const failure = await failureOf(client.call(operations.getDeployment, { params }));
    assert.equal(failure.requestId, 'req-42');
    assert.match(failure.where!, /127\.0\.0\.1:\d+.*getDeployment.*HTTP 400.*req-42/);
  });

  it('show no key that a server echoes in a header', async () => {
    const key = 'opaque-Key-5f1c2d';
    const echoes: Answer[] = [
      status(400, { error: 'no' }, { 'x-request-id': `req-${key}` }),
      status(500, { error: 'no' }, { 'x-request-id': key.toLowerCase() }),
      (_, response) => response.writeHead(302, { location: `https://${key}.example/` }).end() as never,
      (_, response) => {
        response.writeHead(200, { 'x-request-id': key, 'content-length': 1000 });
        response.write('{');
        response.destroy();
      },
    ];
    for (const answer of echoes) {
      const { url } = await serverOf(answer);
      const failure = await failureOf(
        clientOf(url, { ...once, credential: { token: key } }).call(operations.getDeployment, { params }),
      );
      const shown = JSON.stringify([failure.describe(), failure, failure.stack]);
      assert.ok(!shown.toLowerCase().includes(key.toLowerCase()), shown);
    }
  });

  it('are of kind dns when the host name does not resolve', async () => {
    const failure = await failureOf(
      clientOf('https://no-such-host.invalid', { ...once, transport: { environment: {} } }).call(operations.getMe),
    );
    assert.equal(failure.kind, 'dns');
    assert.equal(failure.writeState, 'not-sent');
    assert.equal(failure.host, 'no-such-host.invalid');
  });

  it('are of kind refused when no server listens', async () => {
    const { url, close } = await serverOf(() => {});
    await close();
    const failure = await failureOf(clientOf(url, once).call(operations.commit, { params, body: {} }));
    assert.equal(failure.kind, 'refused');
    assert.equal(failure.writeState, 'not-sent');
  });

  it('are of kind tls for a self-signed certificate, before anything is sent', async () => {
    const server = await serverOf((_, response) => json(response, { id: 1 }), { tls: true });
    const failure = await failureOf(clientOf(server.url, once).call(operations.getMe));
    assert.equal(failure.kind, 'tls');
    assert.equal(failure.writeState, 'not-sent');
    assert.equal(server.received.length, 0);
    // Node's own advice is about starting Node.
    assert.doesNotMatch(failure.message, /Node/);
  });

  it('are of kind timeout for an endless handshake, before anything is sent', async () => {
    const silent = createServer((socket: Socket) => socket.on('error', () => {}));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = silent.address() as { port: number };
      const client = clientOf(`https://127.0.0.1:${port}`, { ...once, transport: { connectMs: 50 } });
      const failure = await failureOf(client.call(operations.commit, { params, body: {} }));
      assert.equal(failure.kind, 'timeout');
      assert.equal(failure.writeState, 'not-sent');
    } finally {
      silent.close();
    }
  });

  it('do not contain the token when the server repeats it', async () => {
    const lines: string[] = [];
    const { client } = await serveAndConnect(status(400, { error: `bad key ${secretToken}` }), {
      log: makeLog((_, line) => lines.push(line)),
    });
    const failure = await failureOf(client.call(operations.getDeployment, { params }));
    assert.match(failure.message, /bad key …/);
    assert.ok(lines.length > 0 && !lines.join('\n').includes(secretToken));
  });
});
