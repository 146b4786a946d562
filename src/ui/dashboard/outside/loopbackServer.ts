/**
 * The host page for the outside browser: a server on this machine that only the one who was handed its address can use. Its
 * one-time token becomes a cookie; from then on messages come by POST and go by server-sent events. Knows no dashboard.
 */

import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Port } from '../../../base/channel.ts';
import { Emitter } from '../../../base/event.ts';
import { type Disposable, Lifetime } from '../../../base/lifetime.ts';

export interface LoopbackOptions {
  /** The document, made anew for each load, and its policy. */
  page(): { html: string; policy: string };
  /** What may be fetched beside it, by the last part of its address. Nothing else is ever read. */
  assets: Readonly<Record<string, { type: string; read(): Promise<Uint8Array> }>>;
  /** A page is there: everything said to it and by it goes through the port, until it closes. */
  onConnect(port: Port): Disposable;
}

/** A browser opens an address within seconds. */
const tokenMs = 2 * 60_000;
/** Larger messages are refused; a message of the channel is a few kilobytes. */
const largestMessage = 256 * 1024;
const streamMs = 5_000;
const probeMs = 3_000;
/** So that nothing between us and the browser takes the stream for dead. */
const heartbeatMs = 20_000;

interface Stream {
  response: ServerResponse;
  lifetime: Lifetime;
  incoming: Emitter<unknown>;
}

export class LoopbackServer implements Disposable {
  readonly #options: LoopbackOptions;
  readonly #lifetime = new Lifetime();
  readonly #server: Server;
  readonly #cookieName = `dashboard-${randomBytes(6).toString('hex')}`;
  readonly #secret = randomBytes(32).toString('base64url');
  /** Last parts of addresses that `isReachedBy` waits for. */
  readonly #probes = new Set<string>();
  /** The one-time token that was handed out last, while nobody has used it. */
  #token: { text: string; until: number } | undefined;
  readonly #origins = new Set<string>();
  readonly #opened = new Emitter<Stream>();
  #stream: Stream | undefined;

  private constructor(options: LoopbackOptions) {
    this.#options = options;
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch(() => {
        if (!response.headersSent) response.writeHead(500);
        response.end();
      });
    });
    this.#lifetime.onDispose(() => {
      this.#closeStream();
      this.#server.close();
      this.#server.closeAllConnections();
    });
  }

  /** Listens on a free port of 127.0.0.1. */
  static async start(options: LoopbackOptions): Promise<LoopbackServer> {
    const server = new LoopbackServer(options);
    await new Promise<void>((resolve, reject) => {
      server.#server.once('error', reject);
      server.#server.listen(0, '127.0.0.1', resolve);
    });
    server.#origins.add(server.origin);
    return server;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Where else this server is reached, such as through the tunnel of a remote window. */
  allow(origin: string): void {
    this.#origins.add(origin);
  }

  /**
   * Whether a request to this address of ours comes here. Says nothing (undefined) where whatever stands before us may only
   * want to know who asks; false where it refuses or knows nothing of us.
   */
  async isReachedBy(address: URL): Promise<boolean | undefined> {
    const probe = randomBytes(16).toString('hex');
    this.#probes.add(probe);
    try {
      const url = new URL(`${address.pathname.replace(/\/$/, '')}/${probe}`, address);
      const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(probeMs) });
      void response.body?.cancel();
      if (!this.#probes.has(probe)) return true;
      return response.status === 403 || response.status === 404 ? false : undefined;
    } catch {
      return undefined;
    } finally {
      this.#probes.delete(probe);
    }
  }

  /** Opens the page once, as `enter/<token>` below the server's address. */
  issueToken(): string {
    const text = randomBytes(32).toString('base64url');
    this.#token = { text, until: performance.now() + tokenMs };
    return text;
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    for (const [name, value] of Object.entries(hardening)) response.setHeader(name, value);
    // Another site that has its name point here must learn nothing.
    if (!this.#isOurHost(request)) return refuse(response, 421, 'This address is not served here.');
    const url = new URL(request.url ?? '/', this.origin);
    const name = url.pathname.replace(/^\//, '');
    // In the path, for the editor encodes a query once more on its way to the browser.
    const [, token] = /^enter\/([^/]+)$/.exec(name) ?? [];
    if (request.method === 'GET' && token !== undefined) return this.#exchange(token, response);
    if (this.#probes.delete(name)) return refuse(response, 404, 'There is nothing here.');
    if (!this.#hasCookie(request)) return refuse(response, 403, closed);
    // What an address opened from elsewhere may do: show the page.
    const site = request.headers['sec-fetch-site'];
    if (name !== '' && site !== undefined && site !== 'same-origin') return refuse(response, 403, closed);
    if (request.method === 'GET') {
      if (name === '') return this.#page(response);
      if (name === 'events') return this.#open(request, response);
      if (Object.hasOwn(this.#options.assets, name)) return this.#asset(name, response);
    }
    if (request.method === 'POST' && name === 'message') {
      const { origin } = request.headers;
      if (origin === undefined || !this.#origins.has(origin)) return refuse(response, 403, closed);
      return this.#receive(request, response);
    }
    refuse(response, 404, 'There is nothing here.');
  }

  #isOurHost({ headers: { host } }: IncomingMessage): boolean {
    return host !== undefined && [...this.#origins].some((origin) => new URL(origin).host === host.toLowerCase());
  }

  #exchange(token: string, response: ServerResponse): void {
    const known = this.#token;
    if (!known || !same(known.text, token) || performance.now() > known.until) {
      refuse(response, 403, closed);
      return;
    }
    this.#token = undefined;
    response.setHeader('Set-Cookie', `${this.#cookieName}=${this.#secret}; HttpOnly; SameSite=Strict; Path=/`);
    // Relative: a tunnel may put a path in front. A page, for a cookie of this kind is not sent along with a redirect.
    response.writeHead(200, {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': "default-src 'none'",
    });
    response.end('<!DOCTYPE html><meta http-equiv="refresh" content="0; url=../"><title>…</title>');
  }

  #hasCookie({ headers: { cookie = '' } }: IncomingMessage): boolean {
    const prefix = `${this.#cookieName}=`;
    const ours = cookie.split(/;\s*/).find((each) => each.startsWith(prefix));
    return ours !== undefined && same(ours.slice(prefix.length), this.#secret);
  }

  #page(response: ServerResponse): void {
    const { html, policy } = this.#options.page();
    response.writeHead(200, {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': `${policy}; frame-ancestors 'none'`,
    });
    response.end(html);
  }

  async #asset(name: string, response: ServerResponse): Promise<void> {
    const { type, read } = this.#options.assets[name]!;
    const bytes = await read();
    response.writeHead(200, { 'Content-Type': type });
    response.end(bytes);
  }

  #open(request: IncomingMessage, response: ServerResponse): void {
    // A page that was loaded anew, or the same one in another tab: the latest has the word.
    this.#closeStream();
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' });
    response.write(': \n\n');
    const lifetime = new Lifetime();
    const incoming = new Emitter<unknown>();
    const ended = new Emitter<string>();
    const stream = { response, lifetime, incoming };
    this.#stream = stream;
    const beat = setInterval(() => response.write(': \n\n'), heartbeatMs);
    lifetime.onDispose(() => {
      clearInterval(beat);
      response.end();
      ended.fire('the browser closed the page');
    });
    request.on('close', () => {
      if (this.#stream === stream) this.#closeStream();
    });
    const connection = this.#options.onConnect({
      post: (message) => {
        if (lifetime.disposed) throw new Error('The page is gone.');
        response.write(`data: ${JSON.stringify(message)}\n\n`);
      },
      onMessage: (listener) => incoming.event(listener),
      onClose: (listener) => ended.event(listener),
    });
    lifetime.add(connection);
    this.#opened.fire(stream);
  }

  /** A page says its first word while its stream is still on the way. */
  #untilOpen(): Promise<Stream | undefined> {
    if (this.#stream) return Promise.resolve(this.#stream);
    return new Promise((resolve) => {
      const settle = (stream?: Stream) => {
        clearTimeout(timer);
        subscription.dispose();
        resolve(stream);
      };
      const timer = setTimeout(settle, streamMs);
      const subscription = this.#opened.event(settle);
    });
  }

  #closeStream(): void {
    const stream = this.#stream;
    this.#stream = undefined;
    stream?.lifetime.dispose();
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!/^application\/json\b/i.test(request.headers['content-type'] ?? ''))
      return refuse(response, 415, 'JSON only.');
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > largestMessage) {
        refuse(response, 413, 'The message is too large.');
        request.destroy();
        return;
      }
      chunks.push(chunk);
    }
    let message: unknown;
    try {
      message = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    } catch {
      return refuse(response, 400, 'This is not JSON.');
    }
    const stream = await this.#untilOpen();
    if (!stream) return refuse(response, 409, 'No page listens.');
    response.writeHead(204).end();
    stream.incoming.fire(message);
  }
}

const hardening = {
  // A proxy that compresses holds a stream back until it is full.
  'Cache-Control': 'no-store, no-transform',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

const closed = 'This address has been used, or is not yours. Open the dashboard from the editor again.';

function refuse(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' });
  response.end(`${text}\n`);
}

function same(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
