/**
 * Serves the host page to the outside browser, from this machine and to one browser only. A one-time token becomes a cookie and the
 * secret of the page; then messages arrive by POST and leave by server-sent events.
 */

import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Port } from '../../../base/channel.ts';
import { type Disposable, Lifetime } from '../../../base/lifetime.ts';
import { BrowserAccess } from './browserAccess.ts';
import { HttpRefusal, readJson, securityHeaders, sendHtml, sendText } from './httpReplies.ts';
import { PageStream } from './pageStream.ts';

export interface LoopbackOptions {
  /** The HTML document with its policy, created for each load. */
  page(): { html: string; policy: string };
  /** The files that the page may fetch, by name. */
  assets: Readonly<Record<string, { type: string; read(): Promise<Uint8Array> }>>;
  /** A page connected. The result is disposed when the page closes. */
  onConnect(port: Port): Disposable;
}

const probeMs = 3_000;
const refused = 'This link was used before or belongs to another browser. Open the dashboard from the editor again.';

export class LoopbackServer implements Disposable {
  readonly #options: LoopbackOptions;
  readonly #lifetime = new Lifetime();
  readonly #server: Server;
  readonly #access = new BrowserAccess();
  readonly #stream: PageStream;
  /** Paths that `isReachedBy` waits for. */
  readonly #probes = new Set<string>();
  readonly #origins = new Set<string>();

  private constructor(options: LoopbackOptions) {
    this.#options = options;
    this.#stream = new PageStream(options.onConnect);
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch((failure: unknown) => {
        if (failure instanceof HttpRefusal) {
          sendText(response, failure.status, failure.message);
          if (failure.endsConnection) request.destroy();
          return;
        }
        if (!response.headersSent) response.writeHead(500);
        response.end();
      });
    });
    this.#lifetime.onDispose(() => {
      this.#stream.dispose();
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

  /** Accepts requests to another origin, such as a tunnel of a remote window. */
  allow(origin: string): void {
    this.#origins.add(origin);
  }

  /** Whether a request to `url` reaches this server; undefined if a proxy in between may only require a sign-in. */
  async isReachedBy(url: URL): Promise<boolean | undefined> {
    const probe = randomBytes(16).toString('hex');
    this.#probes.add(probe);
    try {
      const probeUrl = new URL(`${url.pathname.replace(/\/$/, '')}/${probe}`, url);
      const response = await fetch(probeUrl, { redirect: 'manual', signal: AbortSignal.timeout(probeMs) });
      void response.body?.cancel();
      if (!this.#probes.has(probe)) return true;
      return response.status === 403 || response.status === 404 ? false : undefined;
    } catch {
      return undefined;
    } finally {
      this.#probes.delete(probe);
    }
  }

  /** Opens the page once, as `enter/<token>` below the server's URL. */
  issueToken(): string {
    return this.#access.issueToken();
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value);
    // Protects against DNS rebinding: the name of another site may resolve to this machine.
    if (!this.#isOwnHost(request)) throw new HttpRefusal(421, 'This server does not serve this host.');
    const url = new URL(request.url ?? '/', this.origin);
    const name = url.pathname.replace(/^\//, '');
    // The token is part of the path, because the editor encodes a query twice.
    const [, token] = /^enter\/([^/]+)$/.exec(name) ?? [];
    if (request.method === 'GET' && token !== undefined) return this.#enter(token, response);
    if (this.#probes.delete(name)) throw new HttpRefusal(404, 'Not found.');
    if (!this.#access.isAllowed(request.headers.cookie)) throw new HttpRefusal(403, refused);
    // A link on another site may open the page, but nothing else.
    const site = request.headers['sec-fetch-site'];
    if (name !== '' && site !== undefined && site !== 'same-origin') throw new HttpRefusal(403, refused);
    if (request.method === 'GET') {
      if (name === '') return this.#sendPage(response);
      if (name === 'events') {
        if (!this.#access.isPage(url.searchParams.get('page'))) throw new HttpRefusal(403, refused);
        return this.#stream.open(request, response);
      }
      if (Object.hasOwn(this.#options.assets, name)) return this.#sendAsset(name, response);
    }
    if (request.method === 'POST' && name === 'message') {
      const { origin } = request.headers;
      const isOwn = origin !== undefined && this.#origins.has(origin);
      if (!isOwn || !this.#access.isPage(request.headers['x-page-secret'])) throw new HttpRefusal(403, refused);
      return this.#receive(request, response);
    }
    throw new HttpRefusal(404, 'Not found.');
  }

  #isOwnHost({ headers: { host } }: IncomingMessage): boolean {
    return host !== undefined && [...this.#origins].some((origin) => new URL(origin).host === host.toLowerCase());
  }

  #enter(token: string, response: ServerResponse): void {
    const access = this.#access.redeem(token);
    if (!access) throw new HttpRefusal(403, refused);
    response.setHeader('Set-Cookie', access.cookie);
    // Browsers do not send a strict cookie with a redirect, so a page leads on. Its URL is relative: a tunnel may add a path.
    const html = `<!DOCTYPE html><meta http-equiv="refresh" content="0; url=../#${access.pageSecret}"><title>…</title>`;
    sendHtml(response, html, "default-src 'none'");
  }

  #sendPage(response: ServerResponse): void {
    const { html, policy } = this.#options.page();
    sendHtml(response, html, `${policy}; frame-ancestors 'none'`);
  }

  async #sendAsset(name: string, response: ServerResponse): Promise<void> {
    const { type, read } = this.#options.assets[name]!;
    const bytes = await read();
    response.writeHead(200, { 'Content-Type': type });
    response.end(bytes);
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const message = await readJson(request);
    const receive = await this.#stream.receiver();
    if (!receive) throw new HttpRefusal(409, 'The page has no open event stream.');
    response.writeHead(204).end();
    receive(message);
  }
}
