import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Channel, type Port } from '../../../../src/base/channel.ts';
import { toDisposable } from '../../../../src/base/lifetime.ts';
import { LoopbackServer } from '../../../../src/ui/dashboard/outside/loopbackServer.ts';
import { hostHtml, hostPolicy } from '../../../../src/ui/dashboard/preview/hostHtml.ts';

interface Answer {
  status: number;
  headers: IncomingMessage['headers'];
  text: string;
}

describe('the loopback server of the outside browser', () => {
  let server: LoopbackServer;
  const ports: Port[] = [];
  let closed = 0;
  let connected: (port: Port) => void = () => {};

  beforeEach(async () => {
    ports.length = 0;
    closed = 0;
    connected = () => {};
    server = await LoopbackServer.start({
      page: () => ({ html: '<!DOCTYPE html><title>host</title>', policy: "default-src 'none'" }),
      assets: { 'page.js': { type: 'text/javascript', read: async () => new TextEncoder().encode('1;') } },
      onConnect(port) {
        connected(port);
        ports.push(port);
        return toDisposable(() => {
          closed += 1;
        });
      },
    });
  });
  afterEach(() => server.dispose());

  /** Paths go out as they are written: no client cleans them up. */
  const ask = (
    path: string,
    { method = 'GET', headers = {}, body }: { method?: string; headers?: Record<string, string>; body?: string } = {},
  ) =>
    new Promise<Answer>((resolve, reject) => {
      const { port } = new URL(server.origin);
      const sent = request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (part: string) => {
          text += part;
        });
        response.on('end', () => resolve({ status: response.statusCode!, headers: response.headers, text }));
        response.on('error', reject);
      });
      sent.on('error', reject);
      sent.end(body);
    });
  /** The cookie of the browser and the secret of the page. */
  const enterPage = async () => {
    const { status, headers, text } = await ask(`/enter/${server.issueToken()}`);
    assert.equal(status, 200);
    const secret = /url=\.\.\/#([\w-]{40,})"/.exec(text)?.[1];
    assert.ok(secret, text);
    return { cookie: headers['set-cookie']![0]!.split(';')[0]!, secret };
  };
  const enter = async () => (await enterPage()).cookie;
  const json = { 'Content-Type': 'application/json' };
  /** Opens the stream of events; resolves when the server has registered the page. */
  const listen = async ({ cookie, secret }: { cookie: string; secret: string }) => {
    const lines: string[] = [];
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      const sent = request(
        `${server.origin}/events?page=${secret}`,
        { headers: { Cookie: cookie }, agent: false },
        (response) => {
          response.setEncoding('utf8');
          response.on('data', (text: string) => lines.push(text));
          response.on('close', resolve);
          response.on('error', () => {});
        },
      );
      sent.on('error', () => {});
      sent.end();
      end = () => sent.destroy();
    });
    while (ports.length === 0) await new Promise((resolve) => setImmediate(resolve));
    return { lines, ended, close: () => end() };
  };

  it('listens on this machine only', () => assert.match(server.origin, /^http:\/\/127\.0\.0\.1:\d+$/));

  it('detects whether a URL reaches it', async () => {
    assert.equal(await server.isReachedBy(new URL(server.origin)), true);
    const answers: unknown[] = [];
    for (const status of [403, 404, 302, 502]) {
      const other = createServer((_request, response) => response.writeHead(status, { location: '/login' }).end());
      await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
      const { port } = other.address() as AddressInfo;
      answers.push(await server.isReachedBy(new URL(`http://127.0.0.1:${port}/proxy/1/`)));
      other.close();
    }
    assert.deepEqual(answers, [false, false, undefined, undefined]);
    assert.equal(await server.isReachedBy(new URL('http://127.0.0.1:1/')), undefined);
  });

  it('refuses requests without the cookie', async () => {
    for (const path of ['/', '/events', '/page.js']) assert.equal((await ask(path)).status, 403, path);
    const post = await ask('/message', { method: 'POST', headers: { ...json, Origin: server.origin }, body: '{}' });
    assert.equal(post.status, 403);
    assert.equal(ports.length, 0);
  });

  it('accepts a token once and sets an HttpOnly cookie', async () => {
    const token = server.issueToken();
    const first = await ask(`/enter/${token}`);
    assert.match(first.headers['set-cookie']![0]!, /; HttpOnly; SameSite=Strict/);
    assert.ok(!first.text.includes(token));
    const second = await ask(`/enter/${token}`);
    assert.equal(second.status, 403);
    assert.equal(second.headers['set-cookie'], undefined);
    const cookie = first.headers['set-cookie']![0]!.split(';')[0]!;
    assert.match((await ask('/', { headers: { Cookie: cookie } })).text, /<title>host/);
  });

  it('refuses a wrong, an empty and an older token', async () => {
    const older = server.issueToken();
    const token = server.issueToken();
    for (const wrong of ['', 'x', token.slice(1), `${token}x`, older, encodeURIComponent('é'.repeat(43))]) {
      const { status, headers } = await ask(`/enter/${wrong}`);
      assert.deepEqual([status, headers['set-cookie']], [403, undefined], wrong);
    }
    assert.equal((await ask(`/enter/${token}`)).status, 200);
  });

  it('refuses a wrong cookie, and the right one under another name', async () => {
    const cookie = await enter();
    const [name, value] = cookie.split('=');
    for (const wrong of [`${name}=`, `${name}=x`, `other=${value}`, `${name}=${value}x`]) {
      assert.equal((await ask('/', { headers: { Cookie: wrong } })).status, 403, wrong);
    }
  });

  it('refuses other host names (DNS rebinding)', async () => {
    const Cookie = await enter();
    const { port } = new URL(server.origin);
    for (const Host of ['evil.example', `evil.example:${port}`, 'localhost', `127.0.0.1:${Number(port) + 1}`]) {
      const { status, text } = await ask('/', { headers: { Host, Cookie } });
      assert.equal(status, 421, Host);
      assert.doesNotMatch(text, /host<\/title>/);
      const token = server.issueToken();
      assert.equal((await ask(`/enter/${token}`, { headers: { Host } })).headers['set-cookie'], undefined);
    }
  });

  it('accepts the origin of a tunnel', async () => {
    const Cookie = await enter();
    server.allow('https://tunnel.example');
    assert.equal((await ask('/', { headers: { Host: 'tunnel.example', Cookie } })).status, 200);
  });

  it('reads no file, whatever the path', async () => {
    const Cookie = await enter();
    const paths = [
      '/../package.json',
      '/..%2f..%2fpackage.json',
      '/%2e%2e/%2e%2e/etc/passwd',
      '//etc/passwd',
      '/page.js/../../x',
      '/page.js%00',
      '/constructor',
      '/__proto__',
      '\\..\\x',
    ];
    for (const path of paths) {
      const { status, text } = await ask(path, { headers: { Cookie } });
      assert.ok(status >= 400 && status < 500, `${path}: ${status}`);
      assert.doesNotMatch(text, /root:|"name"/);
    }
    const asset = await ask('/page.js', { headers: { Cookie } });
    assert.deepEqual([asset.status, asset.text], [200, '1;']);
  });

  it('accepts messages only from its own page', async () => {
    const entered = await enterPage();
    const own = { Cookie: entered.cookie, 'X-Page-Secret': entered.secret };
    const page = await listen(entered);
    const heard: unknown[] = [];
    ports[0]!.onMessage((message) => heard.push(message));
    const send = (headers: Record<string, string>, body = '{"n":1}') =>
      ask('/message', { method: 'POST', headers: { ...own, ...headers }, body });
    assert.equal((await send(json)).status, 403, 'without an origin');
    assert.equal((await send({ ...json, Origin: 'https://evil.example' })).status, 403);
    assert.equal((await send({ ...json, Origin: 'null' })).status, 403);
    const Origin = server.origin;
    assert.equal((await send({ ...json, Origin, 'Sec-Fetch-Site': 'same-site' })).status, 403);
    assert.equal((await send({ 'Content-Type': 'text/plain', Origin })).status, 415, 'a form needs no permission');
    assert.equal((await send({ ...json, Origin }, '{')).status, 400);
    const tooLarge = await send({ ...json, Origin }, `"${'x'.repeat(300_000)}"`).catch(() => ({ status: 413 }));
    assert.equal(tooLarge.status, 413);
    assert.deepEqual(heard, []);
    assert.equal((await send({ ...json, Origin, 'Sec-Fetch-Site': 'same-origin' })).status, 204);
    assert.deepEqual(heard, [{ n: 1 }]);
    page.close();
  });

  it('refuses the channel to another server of this machine, which gets the cookie but not the secret', async () => {
    const { cookie: Cookie, secret } = await enterPage();
    const headers = { ...json, Cookie, Origin: server.origin };
    const known = [await ask('/', { headers: { Cookie } }), await ask('/page.js', { headers: { Cookie } })];
    for (const { status, text, headers } of known) {
      assert.equal(status, 200);
      assert.ok(!(text + JSON.stringify(headers)).includes(secret));
    }
    for (const wrong of ['', 'x', secret.slice(1), `${secret}x`, Cookie.split('=')[1]!]) {
      assert.equal((await ask(`/events?page=${wrong}`, { headers })).status, 403);
      const post = { ...headers, 'X-Page-Secret': wrong };
      assert.equal((await ask('/message', { method: 'POST', headers: post, body: '{}' })).status, 403);
    }
    assert.equal((await ask('/events', { headers })).status, 403);
    assert.equal((await ask('/message', { method: 'POST', headers, body: '{}' })).status, 403);
    // The secret is no more than the second of two.
    assert.equal((await ask(`/events?page=${secret}`)).status, 403);
    assert.equal(ports.length, 0);
  });

  it('keeps a first message that arrives before the stream is open', async () => {
    const entered = await enterPage();
    const Cookie = entered.cookie;
    const headers = { ...json, Cookie, Origin: server.origin, 'X-Page-Secret': entered.secret };
    const early = ask('/message', { method: 'POST', headers, body: '{"n":1}' });
    await ask('/', { headers: { Cookie } });
    const heard: unknown[] = [];
    connected = (port) => port.onMessage((message) => heard.push(message));
    const page = await listen(entered);
    assert.equal((await early).status, 204);
    assert.deepEqual(heard, [{ n: 1 }]);
    page.close();
  });

  it('carries a channel both ways', async () => {
    const entered = await enterPage();
    const page = await listen(entered);
    const channel = new Channel<{ double(n: number): number }>(ports[0]!);
    const answer = channel.call('double', 21, { deadlineMs: 5_000 });
    const { cookie: Cookie, secret } = entered;
    const headers = { ...json, Cookie, Origin: server.origin, 'X-Page-Secret': secret };
    while (!page.lines.some((line) => line.includes('"double"'))) await new Promise((r) => setImmediate(r));
    const asked = JSON.parse(/data: (.*)/.exec(page.lines.join(''))![1]!) as { id: number; body: number };
    const reply = { channel: 'reply', id: asked.id, body: asked.body * 2 };
    await ask('/message', { method: 'POST', headers, body: JSON.stringify(reply) });
    assert.equal(await answer, 42);
    page.close();
  });

  it('serves the last page and settles the requests to the earlier one', async () => {
    const entered = await enterPage();
    const first = await listen(entered);
    const asked = new Channel<{ never(): void }>(ports[0]!).call('never', undefined);
    const second = await listen(entered);
    await assert.rejects(asked, /closed/);
    await first.ended;
    while (ports.length < 2) await new Promise((resolve) => setImmediate(resolve));
    assert.equal(closed, 1);
    second.close();
    while (closed < 2) await new Promise((resolve) => setImmediate(resolve));
  });

  it('forbids caching and sends no referrer', async () => {
    const { headers } = await ask('/', { headers: { Cookie: await enter() } });
    assert.equal(headers['cache-control'], 'no-store, no-transform');
    assert.equal(headers['referrer-policy'], 'no-referrer');
    assert.match(String(headers['content-security-policy']), /frame-ancestors 'none'/);
  });
});

describe('the host document', () => {
  const options = {
    nonce: 'abc123',
    tenantOrigin: 'https://acme.example.com/some/path',
    script: 'https://cdn.example/page.js',
    style: 'https://cdn.example/page.css',
    assets: 'https://cdn.example',
    environment: 'editor',
    language: 'en',
    title: 'A <b>"title"</b>',
  } as const;

  it('allows only its own script, style and the tenant’s frame', () => {
    const policy = new Map(
      hostPolicy(options)
        .split('; ')
        .map((part) => [part.split(' ')[0]!, part]),
    );
    assert.equal(policy.get('default-src'), "default-src 'none'");
    assert.equal(policy.get('frame-src'), 'frame-src https://acme.example.com');
    assert.equal(policy.get('script-src'), "script-src 'nonce-abc123'");
    assert.equal(policy.get('connect-src'), undefined);
    assert.doesNotMatch(hostPolicy(options), /unsafe|\*/);
  });

  it('has no inline script and escapes the title', () => {
    const html = hostHtml(options);
    assert.doesNotMatch(html, /<b>/);
    assert.deepEqual(html.match(/<script[^>]*>[^<]*/g), ['<script nonce="abc123" src="https://cdn.example/page.js">']);
  });
});
