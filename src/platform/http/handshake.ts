/** Opens a TLS connection on which the server chooses the protocol: HTTP/2 or HTTP/1.1. */

import type { TLSSocket } from 'node:tls';
import type buildConnector from 'undici/types/connector';
import { wireFailure } from './faults.ts';

/** @param closing destroys the connection while it opens @throws WireFailure, not sent */
export function handshake(
  { hostname, host, port }: URL,
  connect: buildConnector.connector,
  closing: AbortSignal,
): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const address = { hostname: hostname.replace(/^\[|\]$/g, ''), host, protocol: 'https:', port };
    const opening = connect(address, (failure, socket) => {
      closing.removeEventListener('abort', onClosing);
      if (failure) reject(wireFailure(failure, { sent: false, viaProxy: false }));
      else resolve(socket as TLSSocket);
    }) as unknown as TLSSocket;
    const onClosing = () => opening.destroy(new Error('closed'));
    closing.addEventListener('abort', onClosing, { once: true });
  });
}

/** Gives out `socket` once, if that is immediately; then opens connections with `connect`. An idle one may be closed unnoticed. */
export function startingWith(socket: TLSSocket, connect: buildConnector.connector): buildConnector.connector {
  let first: TLSSocket | undefined = socket;
  setImmediate(() => {
    first?.destroy();
    first = undefined;
  });
  return (options, callback) => {
    const ready = first;
    first = undefined;
    // The pool does not expect the connection before this call returns.
    if (ready && !ready.destroyed) queueMicrotask(() => callback(null, ready));
    else connect(options, callback);
  };
}
