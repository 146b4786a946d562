/** Serves the app on a port of this machine. */

import type { Server } from 'node:http';
import { serve } from '@hono/node-server';
import type { Hono } from 'hono';
import { emulatorErrors } from '../errors/emulatorErrors.ts';

/** Resolves when the server listens; port 0 takes a free one. @throws UserError `port-in-use`, `port-not-allowed` */
export function listen({ fetch }: Hono, port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch, port, hostname: '127.0.0.1', overrideGlobalObjects: false }, () => {
      resolve(server);
    }) as Server;
    // Longer than clients keep idle connections, so that none closes during a request.
    server.keepAliveTimeout = 65_000;
    server.once('error', (cause: NodeJS.ErrnoException) => {
      if (cause.code === 'EADDRINUSE') reject(emulatorErrors.error('port-in-use', [port], { cause }));
      else if (cause.code === 'EACCES') reject(emulatorErrors.error('port-not-allowed', [port], { cause }));
      else reject(cause);
    });
  });
}
