/** Answers a request wrongly, as a fault says: on the socket where that is where it goes wrong. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context } from 'hono';
import { delay } from '../../base/async.ts';
import type { FaultRule } from '../faults.ts';
import { HttpFailure } from '../httpFailure.ts';

interface NodeBindings {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
}

export async function misbehave(
  fault: FaultRule,
  context: Context,
  answer: () => Promise<Response>,
): Promise<Response> {
  const { outgoing, incoming } = context.env as NodeBindings;
  switch (fault.kind) {
    case 'latency':
      await delay(fault.ms ?? 1000);
      return answer();
    case 'hang':
      await new Promise((resolve) => outgoing.once('close', resolve));
      return gone();
    case 'reset-before':
      incoming.socket.resetAndDestroy();
      return gone();
    case 'reset-after':
      await answer();
      incoming.socket.resetAndDestroy();
      return gone();
    case 'truncate': {
      const text = await (await answer()).text();
      outgoing.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) + 16 });
      outgoing.write(text.slice(0, text.length >> 1), () => incoming.socket.destroy());
      return gone();
    }
    case 'status': {
      const headers: Record<string, string> =
        fault.retryAfter === undefined ? {} : { 'retry-after': String(fault.retryAfter) };
      throw new HttpFailure(fault.status ?? 500, 'Something went wrong', headers);
    }
    case 'html':
      return context.html('<!doctype html><title>Gateway</title><h1>Please sign in</h1>', 200);
    case 'wrong-shape':
      return context.json([{ unexpected: true }, 42, null]);
  }
}

/** The adapter must not answer by itself: the socket was taken over. */
function gone(): Response {
  return new Response(null, { headers: { 'x-hono-already-sent': 'true' } });
}
