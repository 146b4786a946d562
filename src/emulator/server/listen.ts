/** Serves the app on a port of this machine, with a certificate as HTTPS with HTTP/2 and HTTP/1.1. */

import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { createSecureServer } from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import { messageOf } from '../../base/errors.ts';
import { emulatorErrors } from '../records/emulatorErrors.ts';

/** Texts in PEM format. */
export interface Certificate {
  cert: string;
  key: string;
}

export interface Listening {
  url: string;
  /** Ends every connection, also those with a running request. */
  close(): Promise<void>;
}

const hostname = '127.0.0.1';
/** The limits of common servers: concurrent requests of a connection, and bytes that a client may send ahead. */
const http2Settings = { maxConcurrentStreams: 128, initialWindowSize: 1024 * 1024 };

interface ListenOptions {
  /** 0 takes a free one. */
  port: number;
  certificate?: Certificate | undefined;
  /** The process serves nothing else: replaces its global Request and Response by quicker ones. */
  ownsProcess: boolean;
}

/** @throws UserError `port-in-use`, `port-not-allowed`, `certificate-unusable` */
export async function listen({ fetch }: Hono, { port, certificate, ownsProcess }: ListenOptions): Promise<Listening> {
  const server = open(getRequestListener(fetch, { hostname, overrideGlobalObjects: ownsProcess }), certificate);
  // Longer than clients keep idle connections, so that none closes during a request.
  server.keepAliveTimeout = 65_000;
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  try {
    await once(server.listen(port, hostname), 'listening');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') throw emulatorErrors.error('port-in-use', [port], { cause });
    if (code === 'EACCES') throw emulatorErrors.error('port-not-allowed', [port], { cause });
    throw cause;
  }
  const scheme = certificate ? 'https' : 'http';
  return {
    url: `${scheme}://${hostname}:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function open(listener: ReturnType<typeof getRequestListener>, certificate: Certificate | undefined): Server {
  if (!certificate) return createServer(listener);
  try {
    const server = createSecureServer({ ...certificate, allowHTTP1: true, settings: http2Settings }, listener);
    return server as unknown as Server;
  } catch (cause) {
    throw emulatorErrors.error('certificate-unusable', [messageOf(cause)], { cause });
  }
}
