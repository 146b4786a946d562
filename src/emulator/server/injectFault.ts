/** Injects a fault into the response to a request. Some faults act on the socket. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { Http2ServerRequest } from 'node:http2';
import { TLSSocket } from 'node:tls';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import { delay } from '../../base/async.ts';
import { writeAsAnotherUser } from '../branches/anotherWriter.ts';
import { continueWait } from '../data/dataApi.ts';
import type { LiveDeployment } from '../platform/liveDeployment.ts';
import { HttpFailure } from '../records/httpFailure.ts';
import type { FaultRule } from './faults.ts';

interface NodeBindings {
  incoming: IncomingMessage | Http2ServerRequest;
  outgoing: ServerResponse;
}

/** The request that a fault is injected into. */
interface FaultedRequest {
  context: Context;
  /** Undefined for operations without a deployment. @throws HttpFailure 404 */
  deployment(): LiveDeployment | undefined;
  /** Performs the request. Failures become error responses, too. */
  answer(): Promise<Response>;
  /** Aborts when the emulator closes. */
  closing: AbortSignal;
}

export async function injectFault(
  fault: FaultRule,
  { context, deployment, answer, closing }: FaultedRequest,
): Promise<Response> {
  const { outgoing, incoming } = context.env as NodeBindings;
  switch (fault.kind) {
    case 'latency':
      await delay(fault.ms ?? 1000, closing);
      return answer();
    case 'hang':
      await new Promise((resolve) => outgoing.once('close', resolve));
      return RESPONSE_ALREADY_SENT;
    case 'reset-before':
      resetConnection(incoming);
      return RESPONSE_ALREADY_SENT;
    case 'reset-after':
      await answer();
      resetConnection(incoming);
      return RESPONSE_ALREADY_SENT;
    case 'truncate': {
      const response = await answer();
      const whole = Buffer.from(await response.arrayBuffer());
      const headers = { ...Object.fromEntries(response.headers), 'content-length': String(whole.byteLength) };
      outgoing.writeHead(response.status, headers);
      outgoing.write(whole.subarray(0, whole.byteLength >> 1), () => incoming.socket.destroy());
      return RESPONSE_ALREADY_SENT;
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
    case 'continue-wait':
      return context.json(continueWait);
    case 'another-writer': {
      const target = deployment();
      if (target) await writeAsAnotherUser(target, fault.branch, fault.files);
      return answer();
    }
  }
}

/** Ends the connection. Only its session can do that over HTTP/2, and only a connection without encryption can be reset. */
function resetConnection(incoming: IncomingMessage | Http2ServerRequest): void {
  if (incoming instanceof Http2ServerRequest) incoming.stream.session?.destroy();
  else if (incoming.socket instanceof TLSSocket) incoming.socket.destroy();
  else incoming.socket.resetAndDestroy();
}
