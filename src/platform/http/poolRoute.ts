/** HTTP/1.1: a pool of connections for bulk requests next to the one for all others, so that these never wait for bulk requests. */

import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type Dispatcher from 'undici/types/dispatcher';
import { CancelledError } from '../../base/errors.ts';
import type { Disposable } from '../../base/lifetime.ts';
import { type Exchange, exchange } from './exchange.ts';
import type { Route } from './route.ts';
import type { WireRequest } from './wire.ts';

interface PoolRouteOptions {
  /** Opens a pool of at most this many connections. */
  open(connections: number): Dispatcher;
  connections: number;
  bulkConnections: number;
  viaProxy: boolean;
  /** Aborts when all connections must close. */
  closing: AbortSignal;
}

export function poolRoute({ open, connections, bulkConnections, viaProxy, closing }: PoolRouteOptions): Route {
  const pool = open(connections);
  let bulkPool: Dispatcher | undefined;
  const close = () => {
    for (const each of [pool, bulkPool]) each?.destroy(null).catch(() => {});
  };
  if (closing.aborted) close();
  else closing.addEventListener('abort', close, { once: true });
  return {
    send(request, limits, { signal, bulk }) {
      if (bulk) bulkPool ??= open(bulkConnections);
      const dispatcher = bulk ? bulkPool! : pool;
      const emptyBody = announceEmptyBody(request);
      const headers = { ...request.headers, ...emptyBody.headers };
      const response = exchange(limits, signal, (current) =>
        dispatch(dispatcher, { ...request, headers }, current, viaProxy),
      );
      return response.finally(emptyBody.dispose);
    },
  };
}

function dispatch(dispatcher: Dispatcher, request: WireRequest, current: Exchange, viaProxy: boolean): void {
  dispatcher.dispatch(
    {
      origin: request.url.origin,
      path: `${request.url.pathname}${request.url.search}`,
      method: request.method as Dispatcher.HttpMethod,
      headers: request.headers,
      body: request.body ?? null,
      headersTimeout: 0,
      bodyTimeout: 0,
    },
    {
      onRequestStart(controller) {
        if (!current.sending((reason) => controller.abort(reason))) controller.abort(new CancelledError());
      },
      onResponseStart: (_, status, headers) => current.head(status, headers),
      onResponseData(controller, chunk) {
        const taken = current.data(chunk);
        if (!taken) return;
        controller.pause();
        // Not in the same turn: the parser would not return.
        taken.finally(() => setImmediate(() => controller.resume())).catch(() => {});
      },
      onResponseEnd: () => current.end(),
      onResponseError(_, failure) {
        const { code } = failure as { code?: string };
        const isClosed = code === 'UND_ERR_DESTROYED' || code === 'UND_ERR_CLOSED';
        current.fail(isClosed ? new CancelledError() : failure, { viaProxy });
      },
    },
  );
}

const created = 'undici:request:create';
/** Marks our requests until undici has built their headers. It is never sent. */
const marker = 'x-empty-body';

let users = 0;

/** Every undici of the process uses the same channel, so only requests with the marker are changed. */
function replaceMarker(message: unknown): void {
  const headers = (message as { request?: { headers?: unknown } }).request?.headers;
  if (!Array.isArray(headers)) return;
  const at = headers.indexOf(marker);
  if (at >= 0) headers.splice(at, 2, 'content-length', '0');
}

/** The headers to add to this request. Dispose once the request has ended. */
function announceEmptyBody({ method, body }: WireRequest): Disposable & { headers: Record<string, string> } {
  if (method !== 'DELETE' || body !== undefined) return { headers: {}, dispose() {} };
  if (users === 0) subscribe(created, replaceMarker);
  users += 1;
  return {
    headers: { [marker]: '0' },
    dispose() {
      users -= 1;
      if (users === 0) unsubscribe(created, replaceMarker);
    },
  };
}
