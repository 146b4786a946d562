/** Limits request bodies: each in size, and all that are in memory at the same time. The others wait unread in their sockets. */

import type { IncomingMessage } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { CancelledError } from '../../base/errors.ts';
import { HttpFailure } from '../records/httpFailure.ts';
import { BodyBudget } from './bodyBudget.ts';

/** In bytes. */
export const largestBody = 64 * 1024 * 1024;
const largestOtherBody = 4 * 1024 * 1024;
/** Routes that are not operations of the API: the data API, the embedded pages, sign-in, and the control of the emulator. */
const otherRoutes = /^\/(?:deployments|embed|auth|_emulator)\//;

/** The handler throws HttpFailure 413. */
export function limitBodies(): MiddlewareHandler {
  const budget = new BodyBudget(2 * largestBody);
  const limitOther = bodyLimit({ maxSize: largestOtherBody, onError: tooLarge });
  return async (context, next) => {
    const { incoming } = context.env as HttpBindings as { incoming: IncomingMessage };
    const isOperation = !otherRoutes.test(context.req.path);
    const limit = isOperation ? largestBody : largestOtherBody;
    const bytes = announcedBytes(incoming) ?? limit;
    if (bytes > limit) tooLarge();
    if (bytes === 0) return next();
    // The body stays in memory until it was handled.
    const release = await budget.take(bytes);
    try {
      if (incoming.destroyed && !incoming.complete) throw new CancelledError();
      return await (isOperation ? next() : limitOther(context, next));
    } finally {
      release();
    }
  };
}

function tooLarge(): never {
  throw new HttpFailure(413, 'The body is too large');
}

/** Undefined for a body of unknown length. */
function announcedBytes({ headers, httpVersionMajor, method = '' }: IncomingMessage): number | undefined {
  if (headers['transfer-encoding'] !== undefined) return undefined;
  const length = headers['content-length'];
  if (length !== undefined) return Number(length);
  return httpVersionMajor >= 2 && !/^(GET|HEAD|OPTIONS)$/.test(method) ? undefined : 0;
}
