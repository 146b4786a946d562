/** Sends requests: one route per origin, proxies, certificates, and the editor's `fetch` as a fallback. */

import Pool from 'undici/lib/dispatcher/pool.js';
import { CancelledError } from '../../base/errors.ts';
import type { Disposable } from '../../base/lifetime.ts';
import { type Log, silentLog } from '../../base/log.ts';
import { BulkQueue } from './bulkQueue.ts';
import { trustedCertificates } from './certificates.ts';
import { poolRoute } from './poolRoute.ts';
import { type ProxySettings, proxyFor } from './proxy.ts';
import type { Route } from './route.ts';
import { exchangeViaFetch, type Fetch } from './viaFetch.ts';
import { WireFailure, type WireRequest, type WireResponse } from './wire.ts';

export interface TransportOptions extends ProxySettings {
  /** HTTP/1.1 connections, and so concurrent requests, per origin; default 16. */
  connections?: number | undefined;
  /** Most HTTP/1.1 connections for bulk requests per origin, in addition; default 64. */
  bulkConnections?: number | undefined;
  /** To establish a connection, TLS included; default 10 000 ms. */
  connectMs?: number | undefined;
  /** From sending a request to the headers of its response; default 120 000 ms, because compiling a large model takes long. */
  headersMs?: number | undefined;
  /** Longest pause within a response; default 30 000 ms. */
  stallMs?: number | undefined;
  /** Largest response in bytes, before and after decompression; default 64 MiB. */
  maxResponseBytes?: number | undefined;
  /** Certificate authorities (PEM) that are trusted in addition to Node's and the system's. */
  certificates?: readonly string[] | undefined;
  /** Used for an origin that cannot be reached directly. */
  fallbackFetch?: Fetch | undefined;
  log?: Log | undefined;
}

export interface TransportSendOptions {
  signal?: AbortSignal | undefined;
  deadlineMs: number;
  /** One of many: it waits until the server has capacity for it, and no other request waits for it. */
  bulk?: boolean | undefined;
}

/** Reads the proxy variables from `process.env` unless `environment` is given. */
export class Transport implements Disposable {
  readonly #options: TransportOptions;
  readonly #log: Log;
  readonly #routes = new Map<string, Promise<Route>>();
  readonly #queues = new Map<string, BulkQueue>();
  readonly #viaFetch = new Set<string>();
  #certificates: { ca: string[] | undefined } | undefined;
  #disposed = false;

  constructor(options: TransportOptions = {}) {
    this.#options = { environment: process.env, ...options };
    this.#log = options.log ?? silentLog;
  }

  /** Largest response in bytes, before and after decompression. */
  get maxResponseBytes(): number {
    return this.#options.maxResponseBytes ?? 64 * 1024 * 1024;
  }

  /** @throws WireFailure; CancelledError when `signal` aborts or the transport is disposed. */
  async send(request: WireRequest, options: TransportSendOptions): Promise<WireResponse> {
    if (!options.bulk) return this.#send(request, options);
    const send = (deadlineMs: number) => this.#send(request, { ...options, deadlineMs });
    return this.#queue(request.url).run(send, options);
  }

  async #send(request: WireRequest, { signal, deadlineMs, bulk = false }: TransportSendOptions): Promise<WireResponse> {
    if (this.#disposed) throw new CancelledError();
    const { headersMs = 120_000, stallMs = 30_000, fallbackFetch } = this.#options;
    const limits = { headersMs, stallMs, deadlineMs, maxResponseBytes: this.maxResponseBytes };
    const { origin } = request.url;
    if (fallbackFetch && this.#viaFetch.has(origin)) {
      return exchangeViaFetch(fallbackFetch, request, limits, signal);
    }
    const begun = performance.now();
    try {
      const route = await this.#route(request.url);
      return await route.send(request, limits, { signal, bulk });
    } catch (failure) {
      const left = deadlineMs - (performance.now() - begun);
      if (!fallbackFetch || !(failure instanceof WireFailure) || failure.sent || left <= 0) throw failure;
      return await this.#tryFetch(fallbackFetch, request, { ...limits, deadlineMs: left }, signal, failure);
    }
  }

  /** Closes every connection. Running requests reject with CancelledError. */
  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    for (const route of this.#routes.values()) route.then((open) => open.dispose()).catch(() => {});
    this.#routes.clear();
  }

  async #tryFetch(
    fetch: Fetch,
    request: WireRequest,
    limits: Parameters<typeof exchangeViaFetch>[2],
    signal: AbortSignal | undefined,
    direct: WireFailure,
  ): Promise<WireResponse> {
    const { origin, host } = request.url;
    try {
      const response = await exchangeViaFetch(fetch, request, limits, signal);
      this.#viaFetch.add(origin);
      this.#log.info(`${host} cannot be reached directly (${direct.message}): using the editor's own network access`);
      return response;
    } catch (failure) {
      // The direct failure is more precise, unless the fallback sent something.
      throw failure instanceof WireFailure && !failure.sent ? direct : failure;
    }
  }

  #queue({ origin }: URL): BulkQueue {
    let queue = this.#queues.get(origin);
    if (!queue) {
      queue = new BulkQueue();
      this.#queues.set(origin, queue);
    }
    return queue;
  }

  #route(url: URL): Promise<Route> {
    let route = this.#routes.get(url.origin);
    if (!route) {
      route = this.#open(url);
      this.#routes.set(url.origin, route);
      route.then(
        ({ maxBulk }) => {
          this.#queue(url).max = maxBulk;
        },
        () => this.#routes.delete(url.origin),
      );
    }
    return route;
  }

  async #open(url: URL): Promise<Route> {
    const { connections = 16, bulkConnections = 64, connectMs = 10_000 } = this.#options;
    const proxy = this.#proxyFor(url);
    const secure = url.protocol === 'https:' || proxy?.protocol === 'https:';
    const connect = { timeout: connectMs, ...(secure ? this.#authorities() : {}) };
    const shared = { connections, bulkConnections, viaProxy: proxy !== undefined };
    if (!proxy) return poolRoute({ ...shared, open: (size) => new Pool(url.origin, { connections: size, connect }) });
    this.#log.info(`${url.host} is reached through the proxy ${proxy.host}`);
    const { openProxy } = await import('./proxyDispatcher.ts');
    return poolRoute({ ...shared, open: (size) => openProxy(proxy, { connections: size, connect }) });
  }

  #proxyFor(url: URL): URL | undefined {
    try {
      return proxyFor(url, this.#options);
    } catch (cause) {
      throw new WireFailure('the address of the proxy is not usable', { fault: 'proxy', sent: false, cause });
    }
  }

  #authorities(): { ca?: string[] } {
    this.#certificates ??= { ca: trustedCertificates(this.#options.certificates ?? []) };
    const { ca } = this.#certificates;
    return ca ? { ca } : {};
  }
}
