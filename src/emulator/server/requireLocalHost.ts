/** Refuses requests that name another host: a name of another site may resolve to this machine (DNS rebinding). */

import type { HttpBindings } from '@hono/node-server';
import type { MiddlewareHandler } from 'hono';
import { HttpFailure } from '../records/httpFailure.ts';

/** The address that the server listens on, and the names that every system resolves to it. A tunnel may change the port. */
const localHost = /^(?:127\.0\.0\.1|\[::1\]|(?:[\w-]+\.)*localhost)(?::\d+)?$/i;

/** The handler throws HttpFailure 421. */
export const requireLocalHost: MiddlewareHandler = async (context, next) => {
  const { headers } = (context.env as HttpBindings).incoming;
  const host = String(headers[':authority'] ?? headers.host ?? '');
  if (!localHost.test(host)) {
    throw new HttpFailure(421, `This emulator does not serve the host '${host}'. Use 127.0.0.1 or localhost`);
  }
  await next();
};
