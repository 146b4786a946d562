import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import {
  constants,
  createSecureServer,
  type Http2SecureServer,
  type IncomingHttpHeaders,
  type SecureServerOptions,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import { CancelledError } from '../../../src/base/errors.ts';
import { makeLog } from '../../../src/base/log.ts';
import { operations } from '../../../src/contract/operations.ts';
import type { Client, ClientOptions } from '../../../src/platform/client.ts';
import { clientOf, closeAll, failureOf, serverOf } from '../clientUnderTest.ts';
import { certificate, certificateFiles, json, until } from './testServer.ts';

const params = { deploymentId: 1 };
const upload = { params, body: { transaction: '{}', fileName: 'model/a.yml', file: Buffer.from('a') } };

interface Request {
  headers: IncomingHttpHeaders;
  body: Buffer;
}
type Answer = (stream: ServerHttp2Stream, request: Request) => void;

const ok: Answer = (stream) => {
  stream.respond({ ':status': 200, 'content-type': 'application/json' });
  stream.end('{"id":1}');
};

describe('HTTP/2', () => {
  const closing: (() => Promise<void>)[] = [];
  afterEach(async () => {
    await closeAll();
    for (const close of closing.splice(0)) await close();
  });

  async function serve(answer: Answer, options: SecureServerOptions = {}, client: Partial<ClientOptions> = {}) {
    const pem = { cert: certificate, key: readFileSync(certificateFiles.key) };
    const server: Http2SecureServer = createSecureServer({ ...pem, allowHTTP1: true, ...options });
    const sockets = new Set<Socket>();
    const sessions: ServerHttp2Session[] = [];
    const received: Request[] = [];
    let connections = 0;
    server.on('connection', (socket: Socket) => {
      connections += 1;
      sockets.add(socket);
      socket.on('error', () => {}).once('close', () => sockets.delete(socket));
    });
    server.on('session', (session) => {
      session.on('error', () => {});
      sessions.push(session);
    });
    server.on('stream', (stream, headers) => {
      const chunks: Buffer[] = [];
      stream.on('error', () => {});
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.once('end', () => {
        const request = { headers, body: Buffer.concat(chunks) };
        received.push(request);
        answer(stream, request);
      });
    });
    // Requests over HTTP/1.1.
    server.on('request', (request, response) => {
      if (request.httpVersionMajor === 1) response.end('{"id":11}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closing.push(async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    });
    const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const connect = (): Client =>
      clientOf(url, { ...client, transport: { certificates: [certificate], environment: {}, ...client.transport } });
    return { client: connect(), connect, sessions, sockets, received, connections: () => connections };
  }

  it('carries all requests of an origin on one connection where the server offers it', async () => {
    const { client, sessions, connections, received } = await serve(ok);
    const answers = await Promise.all(Array.from({ length: 40 }, () => client.call(operations.getMe)));
    assert.ok(answers.every(({ id }) => id === 1));
    assert.equal(sessions.length, 1);
    assert.equal(connections(), 1);
    assert.equal(received[0]?.headers[':path'], '/api/v1/users/me');
    assert.match(received[0]?.headers.authorization ?? '', /^Bearer /);
  });

  it('is not used where the server offers HTTP/1.1 only; the first connection is used all the same', async () => {
    const server = await serverOf((_, response) => json(response, { id: 1 }), { tls: true });
    const client = clientOf(server.url, { transport: { certificates: [certificate] } });
    assert.equal((await client.call(operations.getMe)).id, 1);
    assert.equal(server.connections(), 1);
  });

  it('sends bodies with their length, and a length of zero for a write without a body', async () => {
    const { client, received } = await serve(ok);
    await client.call(operations.uploadFile, upload);
    assert.equal(received[0]?.headers['content-length'], String(received[0]?.body.length));
    assert.match(received[0]?.body.toString() ?? '', /model\/a\.yml/);
    await client.call(operations.deleteBranch, { params, query: { branchName: 'x' } });
    assert.equal(received[1]?.headers[':method'], 'DELETE');
    assert.equal(received[1]?.headers['content-length'], '0');
  });

  it('carries large files in both directions', async () => {
    const file = Buffer.alloc(3_000_000, 'x');
    const { client, received } = await serve((stream, { body }) => {
      stream.respond({ ':status': 200, 'content-type': 'application/json' });
      stream.end(JSON.stringify({ size: body.length, back: 'y'.repeat(3_000_000) }));
    });
    const calls = Array.from({ length: 8 }, () =>
      client.call(operations.uploadFile, { params, body: { ...upload.body, file } }),
    );
    for (const answer of await Promise.all(calls)) assert.equal((answer as { back: string }).back.length, 3_000_000);
    assert.ok(received.every(({ body }) => body.length > file.length));
  });

  it('keeps some of the allowed streams free for other calls than uploads', async () => {
    const held: ServerHttp2Stream[] = [];
    const answer: Answer = (stream, request) => {
      if (request.headers[':method'] === 'POST') held.push(stream);
      else ok(stream, request);
    };
    const { client, sessions } = await serve(answer, { settings: { maxConcurrentStreams: 20 } });
    await client.call(operations.getMe);
    const uploads = Array.from({ length: 100 }, () => client.call(operations.uploadFile, upload));
    let most = 0;
    for (let answered = 0; answered < 100; ) {
      await until(() => held.length > 0);
      most = Math.max(most, held.length);
      assert.equal((await client.call(operations.getMe)).id, 1);
      most = Math.max(most, held.length);
      for (const stream of held.splice(0)) {
        ok(stream, { headers: {}, body: Buffer.of() });
        answered += 1;
      }
    }
    await Promise.all(uploads);
    assert.ok(most <= 12, `${most} uploads at a time`);
    assert.equal(sessions.length, 1);
  });

  it('cancels a call by closing its stream, not the connection', async () => {
    const held: ServerHttp2Stream[] = [];
    const { client, sessions } = await serve((stream, request) => {
      if (request.headers[':path'] === '/api/v1/users/me') ok(stream, request);
      else held.push(stream);
    });
    const abort = new AbortController();
    const cancelled = client.call(operations.getDeployment, { params }, { signal: abort.signal });
    const other = client.call(operations.getDeployment, { params: { deploymentId: 2 } });
    await until(() => held.length === 2);
    abort.abort();
    await assert.rejects(cancelled, CancelledError);
    await until(() => held.some(({ closed }) => closed));
    const stream = held.find(({ closed }) => !closed)!;
    stream.respond({ ':status': 200, 'content-type': 'application/json' });
    stream.end('{"id":2,"name":"two"}');
    assert.equal((await other).name, 'two');
    await client.call(operations.getMe);
    assert.equal(sessions.length, 1);
  });

  it('ends with the client, which cancels running calls', async () => {
    const { client, sockets, received } = await serve(() => {});
    const call = client.call(operations.getMe);
    await until(() => received.length === 1);
    client.dispose();
    await assert.rejects(call, CancelledError);
    await until(() => sockets.size === 0);
  });

  describe('sends again what the server has not processed', () => {
    for (const [name, code] of [['REFUSED_STREAM', constants.NGHTTP2_REFUSED_STREAM]] as const) {
      it(`after ${name}, also a commit`, async () => {
        let refusals = 2;
        const { client, received } = await serve((stream, request) => {
          if (refusals-- > 0) stream.close(code);
          else ok(stream, request);
        });
        await client.call(operations.commit, { params, body: {} });
        assert.equal(received.length, 3);
      });
    }

    for (const code of [constants.NGHTTP2_NO_ERROR, constants.NGHTTP2_ENHANCE_YOUR_CALM]) {
      it(`after a GOAWAY ${code} that excludes it, on a new connection`, async () => {
        const { client, sessions, received } = await serve((stream, request) => {
          if (sessions.length === 1 && request.headers[':method'] === 'POST')
            stream.session?.goaway(code, stream.id! - 2);
          else ok(stream, request);
        });
        await client.call(operations.getMe);
        await client.call(operations.commit, { params, body: {} });
        assert.equal(sessions.length, 2);
        assert.deepEqual(
          received.map((request) => request.headers[':method']),
          ['GET', 'POST', 'POST'],
        );
      });
    }

    it('but not endlessly, and then names the write as not sent', async () => {
      const { client, received } = await serve(
        (stream) => stream.close(constants.NGHTTP2_REFUSED_STREAM),
        {},
        {
          retry: { attempts: 1 },
        },
      );
      const failure = await failureOf(client.call(operations.commit, { params, body: {} }));
      assert.equal(failure.writeState, 'not-sent');
      assert.equal(received.length, 4);
    });
  });

  it('moves 500 uploads to new connections when the server closes each after 50 requests', async () => {
    const seen = new Map<ServerHttp2Session, number>();
    const done: string[] = [];
    const { client, sessions } = await serve((stream, request) => {
      const session = stream.session as ServerHttp2Session;
      const count = (seen.get(session) ?? 0) + 1;
      seen.set(session, count);
      if (count === 50) session.goaway(constants.NGHTTP2_NO_ERROR, stream.id!);
      if (count > 50) return;
      done.push(/name="fileName"\r\n\r\n(.*)\r\n/.exec(request.body.toString())![1]!);
      ok(stream, request);
    });
    const names = Array.from({ length: 500 }, (_, index) => `model/${index}.yml`);
    await Promise.all(
      names.map((fileName) => client.call(operations.uploadFile, { params, body: { ...upload.body, fileName } })),
    );
    assert.deepEqual([...done].sort(), [...names].sort(), 'each file is processed once');
    assert.ok(sessions.length >= 10, `${sessions.length} connections`);
  });

  it('never repeats a write that may have happened', async () => {
    const faults: [string, (stream: ServerHttp2Stream, sockets: Set<Socket>) => void][] = [
      ['a lost connection', (_, sockets) => sockets.forEach((socket) => void socket.resetAndDestroy())],
      ['a closed connection', (stream) => stream.session?.destroy()],
      ['INTERNAL_ERROR', (stream) => stream.close(constants.NGHTTP2_INTERNAL_ERROR)],
      ['CANCEL', (stream) => stream.close(constants.NGHTTP2_CANCEL)],
      ['an end without an answer', (stream) => stream.close(constants.NGHTTP2_NO_ERROR)],
      ['a GOAWAY that includes it', (stream) => stream.session?.goaway(constants.NGHTTP2_INTERNAL_ERROR, stream.id)],
      [
        'an answer cut short',
        (stream, sockets) => {
          stream.respond({ ':status': 200, 'content-type': 'application/json' });
          stream.write('{"ok":', () => sockets.forEach((socket) => void socket.destroy()));
        },
      ],
      [
        'an answer shorter than its length',
        (stream) => {
          stream.respond({ ':status': 200, 'content-type': 'application/json', 'content-length': '2000' });
          stream.write('{}', () => stream.close(constants.NGHTTP2_NO_ERROR));
        },
      ],
    ];
    for (const [name, fault] of faults) {
      const { client, received, sockets } = await serve((stream, request) => {
        if (request.headers[':method'] === 'GET') ok(stream, request);
        else fault(stream, sockets);
      });
      await client.call(operations.getMe);
      const failure = await failureOf(client.call(operations.commit, { params, body: {} }));
      assert.equal(failure.writeState, 'unknown', name);
      assert.equal(failure.kind, 'reset', name);
      assert.equal(received.length, 2, name);
      assert.equal((await client.call(operations.getMe)).id, 1, `${name}: the next call works`);
    }
  });

  it('opens a new connection after one that timed out', async () => {
    const { client, sessions } = await serve(
      (stream, request) => {
        if (sessions.length > 1) ok(stream, request);
      },
      {},
      // Also for the second call, whose connection takes long on a busy machine.
      { transport: { headersMs: 1_000 }, retry: { attempts: 1 } },
    );
    const failure = await failureOf(client.call(operations.commit, { params, body: {} }));
    assert.equal(failure.kind, 'timeout');
    assert.equal(failure.writeState, 'unknown');
    assert.equal((await client.call(operations.getMe)).id, 1);
    assert.equal(sessions.length, 2);
  });

  it('is limited in the size and the pauses of a response', async () => {
    const { connect } = await serve(
      (stream) => {
        stream.respond({ ':status': 200 });
        stream.write('x'.repeat(5_000));
      },
      {},
      { retry: { attempts: 1 }, transport: { maxResponseBytes: 1_000 } },
    );
    assert.equal((await failureOf(connect().call(operations.getMe))).kind, 'too-large');
    const { client } = await serve(
      (stream) => stream.respond({ ':status': 200 }),
      {},
      {
        retry: { attempts: 1 },
        transport: { stallMs: 30 },
      },
    );
    assert.equal((await failureOf(client.call(operations.getMe))).kind, 'timeout');
  });

  for (const [name, refuse] of [
    ['closes it', (stream) => stream.session?.destroy()],
    ['demands better encryption', (stream) => stream.session?.goaway(constants.NGHTTP2_INADEQUATE_SECURITY, 0)],
    ['demands HTTP/1.1', (stream) => stream.close(constants.NGHTTP2_HTTP_1_1_REQUIRED)],
  ] as [string, (stream: ServerHttp2Stream) => void][]) {
    it(`gives way to HTTP/1.1 when the server offers it, but ${name} without an answer`, async () => {
      const lines: string[] = [];
      const log = makeLog((level, line) => level === 'info' && lines.push(line));
      const { client, sessions } = await serve(refuse, {}, { log });
      assert.equal((await client.call(operations.getMe)).id, 11);
      assert.equal((await client.call(operations.getMe)).id, 11);
      assert.equal(sessions.length, 1);
      assert.equal(lines.length, 1);
      assert.match(lines[0]!, /HTTP\/1\.1/);
    });
  }

  it('lets the process end while the connection is idle', async () => {
    const { client, connections } = await serve(ok);
    await client.call(operations.getMe);
    const handles = (process as unknown as { _getActiveHandles(): unknown[] })._getActiveHandles();
    const own = handles.filter((handle) => (handle as { alpnProtocol?: string }).alpnProtocol === 'h2');
    assert.equal(connections(), 1);
    assert.ok(own.length <= 1, 'only the server’s side is active');
  });
});
