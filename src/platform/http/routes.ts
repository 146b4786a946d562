/** One route per origin: through a proxy, over HTTP/2 if the server offers it, otherwise over HTTP/1.1. */

import * as tls from 'node:tls';
import { createSecureContext, type SecureContext } from 'node:tls';
import buildConnector from 'undici/lib/core/connect.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import type { Log } from '../../base/log.ts';
import { handshake, startingWith } from './handshake.ts';
import { http2Route } from './http2Route.ts';
import { poolRoute } from './poolRoute.ts';
import { type ProxySettings, proxyFor } from './proxy.ts';
import type { Route } from './route.ts';
import { WireFailure, wireDetails } from './wire.ts';

export interface RouteOptions extends ProxySettings {
  /** HTTP/1.1 connections, and so concurrent requests, per origin; default 16. */
  connections?: number | undefined;
  /** Most HTTP/1.1 connections for bulk requests per origin, in addition; default 64. */
  bulkConnections?: number | undefined;
  /** To establish a connection, TLS included; default 10 000 ms. */
  connectMs?: number | undefined;
  /** Certificate authorities (PEM) that are trusted in addition to Node's and the system's. */
  certificates?: readonly string[] | undefined;
}

interface RouteContext {
  log: Log;
  /** Aborts when all connections must close. */
  closing: AbortSignal;
  /** How many bulk requests the route to this origin can carry at a time. */
  onCapacity(origin: string, bulk: number): void;
}

interface ConnectOptions {
  timeout: number;
  secureContext?: SecureContext;
}

export class Routes {
  readonly #options: RouteOptions;
  readonly #context: RouteContext;
  readonly #open = new Map<string, Promise<Route>>();
  /** Origins that offer HTTP/2 but do not answer over it. */
  readonly #http1Only = new Set<string>();
  #secureContext: SecureContext | undefined;

  constructor(options: RouteOptions, context: RouteContext) {
    this.#options = options;
    this.#context = context;
  }

  /** The open route, or a new one. @throws WireFailure, not sent */
  get(url: URL): Promise<Route> {
    const { origin } = url;
    let route = this.#open.get(origin);
    if (!route) {
      const forget = () => {
        if (this.#open.get(origin) === route) this.#open.delete(origin);
      };
      route = this.#connect(url, forget);
      this.#open.set(origin, route);
      route.catch(forget);
    }
    return route;
  }

  async #connect(url: URL, onEnd: () => void): Promise<Route> {
    const { connectMs = 10_000 } = this.#options;
    const proxy = this.#proxyFor(url);
    const isSecure = url.protocol === 'https:';
    const secure = isSecure || proxy?.protocol === 'https:' ? { secureContext: this.#trust() } : {};
    const connect: ConnectOptions = { timeout: connectMs, ...secure };
    if (proxy) {
      this.#context.log.info(`${url.host} is reached through the proxy ${proxy.host}`);
      const { openProxy } = await import('./proxyDispatcher.ts');
      return this.#pools(url, (connections) => openProxy(proxy, { connections, connect }), true);
    }
    if (isSecure && !this.#http1Only.has(url.origin)) return this.#negotiate(url, connect, onEnd);
    return this.#pools(url, (connections) => new Pool(url.origin, { connections, connect }));
  }

  /** Opens the first connection before the others, because the server chooses the protocol on it. */
  async #negotiate(url: URL, connect: ConnectOptions, onEnd: () => void): Promise<Route> {
    const { closing, log, onCapacity } = this.#context;
    const { origin, host } = url;
    const socket = await handshake(url, buildConnector({ ...connect, allowH2: true }), closing);
    if (socket.alpnProtocol === 'h2') {
      return http2Route(socket, origin, {
        closing,
        onCapacity: (bulk) => onCapacity(origin, bulk),
        onEnd,
        onUnusable: () => {
          this.#http1Only.add(origin);
          log.info(`${host} offers HTTP/2 but does not answer over it: using HTTP/1.1`);
        },
      });
    }
    const connector = startingWith(socket, buildConnector(connect));
    return this.#pools(url, (connections) => new Pool(origin, { connections, connect: connector }));
  }

  #pools(url: URL, open: Parameters<typeof poolRoute>[0]['open'], viaProxy = false): Route {
    const { connections = 16, bulkConnections = 64 } = this.#options;
    this.#context.onCapacity(url.origin, bulkConnections);
    return poolRoute({ open, connections, bulkConnections, viaProxy, closing: this.#context.closing });
  }

  #proxyFor(url: URL): URL | undefined {
    try {
      return proxyFor(url, this.#options);
    } catch (cause) {
      throw new WireFailure(wireDetails.message('proxy-address'), { fault: 'proxy', sent: false, cause });
    }
  }

  /** One for all connections: parsing the authorities takes tens of milliseconds. */
  #trust(): SecureContext {
    if (!this.#secureContext) {
      const ca = trustedCertificates(this.#options.certificates ?? []);
      this.#secureContext = createSecureContext(ca && { ca });
    }
    return this.#secureContext;
  }
}

type GetCACertificates = (kind: 'default' | 'system') => string[];

/** PEM texts for the option `ca`; undefined keeps Node's default. Reading the system's store takes tens of milliseconds. */
function trustedCertificates(additional: readonly string[]): string[] | undefined {
  const read = (tls as { getCACertificates?: GetCACertificates }).getCACertificates;
  if (read) return [...new Set([...read('default'), ...read('system'), ...additional])];
  return additional.length > 0 ? [...tls.rootCertificates, ...additional] : undefined;
}
