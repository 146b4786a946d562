/** An undici dispatcher that tunnels through a proxy. Loaded only if a proxy is used. */

import type { SecureContext } from 'node:tls';
import apiConnect from 'undici/lib/api/api-connect.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import ProxyAgent from 'undici/lib/dispatcher/proxy-agent.js';
import type Dispatcher from 'undici/types/dispatcher';

interface ProxyDispatcherOptions {
  connections: number;
  /** For connections to the proxy and, through it, to the host. */
  connect: { timeout: number; secureContext?: SecureContext };
}

export function openProxy(proxy: URL, { connections, connect }: ProxyDispatcherOptions): Dispatcher {
  return new ProxyAgent({
    uri: proxy.href,
    connections,
    requestTls: connect,
    proxyTls: connect,
    clientFactory: (origin, options) => {
      const pool = new Pool(origin, { ...options, headersTimeout: connect.timeout });
      // undici's index adds this method to every dispatcher, and we never load the index.
      return Object.assign(pool, { connect: apiConnect }) as Dispatcher;
    },
  });
}
