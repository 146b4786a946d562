/** The platform's HTTP server: one route for each operation of the contract, authentication, error responses. */

import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { isCancellation, stackOf, UserError } from '../../base/errors.ts';
import type { Operation } from '../../contract/definition/operation.ts';
import { operations } from '../../contract/operations.ts';
import { sessionBranch, suspendIdle, touchSession } from '../branches/devMode.ts';
import type { DataApi } from '../data/dataApi.ts';
import { JsonPieces } from '../handlers/dataModel/fileTreeJson.ts';
import { FileAnswer } from '../handlers/definition/fileAnswer.ts';
import type { Handler } from '../handlers/definition/handler.ts';
import { handlers } from '../handlers/handlers.ts';
import { mountEmbedded } from '../pages/mount.ts';
import type { LiveDeployment } from '../platform/liveDeployment.ts';
import type { Platform } from '../platform/platform.ts';
import { HttpFailure } from '../records/httpFailure.ts';
import { auditEventOf } from './auditEvent.ts';
import { type Principal, principalOf, requireAdmin } from './authenticate.ts';
import { controlRoutes } from './controlRoutes.ts';
import { dataRoutes } from './dataRoutes.ts';
import type { Faults } from './faults.ts';
import { injectFault } from './injectFault.ts';
import { Latency } from './latency.ts';
import { limitBodies } from './limitBodies.ts';
import { oauthRoutes } from './oauthRoutes.ts';
import { readRequest } from './readRequest.ts';
import { requireLocalHost } from './requireLocalHost.ts';
import { signInRoutes } from './signInRoutes.ts';

interface AppOptions {
  platform: Platform;
  faults: Faults;
  data: DataApi;
  /** Milliseconds added to every response. */
  latencyMs: number;
}

/** Served for every unknown route, as the hosted web app does. Notes: Conventions. */
const signInPage = '<!doctype html><html><head><title>Sign in</title></head><body><div id="root"></div></body></html>';

export function createApp({ platform, faults, data, latencyMs }: AppOptions): Hono {
  const app = new Hono();
  const { log, closing } = platform.services;
  const latency = new Latency(latencyMs, closing);

  const fail = (failure: unknown, context: Context): Response => {
    context.header('x-request-id', randomUUID());
    if (failure instanceof HttpFailure) {
      // RFC 9110, 15.5.2: a 401 names the scheme to authenticate with.
      if (failure.status === 401) context.header('www-authenticate', 'Bearer');
      for (const [name, value] of Object.entries(failure.headers)) context.header(name, value);
      return context.json({ error: failure.message }, failure.status as ContentfulStatusCode);
    }
    // The client has closed the connection.
    if (isCancellation(failure)) {
      return context.json({ error: 'The request was cancelled' }, 499 as ContentfulStatusCode);
    }
    log.error(stackOf(failure));
    return context.json({ error: failure instanceof UserError ? failure.describe() : 'Internal server error' }, 500);
  };

  app.use(requireLocalHost);
  app.use(limitBodies());
  app.use('/_emulator/*', async (context, next) => {
    await next();
    context.header('x-request-id', randomUUID());
  });
  mountEmbedded(app, platform, requireAdmin(platform));
  app.route('/_emulator', controlRoutes(platform, faults, data));
  app.route('/auth', signInRoutes(platform));
  app.route('/auth/oauth', oauthRoutes(platform));
  app.route('/', dataRoutes({ platform, data, faults, latency, fail }));

  for (const operation of Object.values(operations) as Operation[]) {
    app.on(operation.method, operation.path.replace(/\{(\w+)\}/g, ':$1'), async (context) => {
      await latency.wait();
      const authorization = context.req.header('authorization');
      const { deploymentId } = context.req.param() as { deploymentId?: string };
      const deployment = () => (deploymentId === undefined ? undefined : platform.deployment(deploymentId));
      context.header('x-request-id', randomUUID());
      const answer = async () => {
        const principal = await principalOf(platform, operation, authorization);
        return toResponse(operation, await perform(platform, operation, principal, deployment(), context), context);
      };
      const fault = faults.next(operation.id);
      if (!fault) return answer();
      return injectFault(fault, {
        context,
        deployment,
        closing,
        answer: () => answer().catch((failure) => fail(failure, context)),
      });
    });
  }

  app.notFound((context) => context.html(signInPage, 200, { 'x-request-id': randomUUID() }));
  app.onError(fail);
  return app;
}

function toResponse({ answers, status }: Operation, answer: object, context: Context): Response {
  if (answer instanceof FileAnswer) {
    const body = Readable.toWeb(Readable.from(inPieces(answer.pieces))) as ReadableStream;
    const attachment = `attachment; filename="${answer.fileName}"`;
    const headers = {
      'content-type': answer.mediaType,
      'content-disposition': attachment,
      'cache-control': 'no-store',
    };
    return context.body(body, 200, headers);
  }
  if (answers === 'bytes') {
    const bytes = answer as Uint8Array<ArrayBuffer>;
    return context.body(bytes, 200, { 'content-type': mediaTypeOf(bytes), 'cache-control': 'no-store' });
  }
  if (answer instanceof JsonPieces) {
    const body = Readable.toWeb(Readable.from(inPieces(answer.pieces))) as ReadableStream;
    return context.body(body, 200, { 'content-type': 'application/json' });
  }
  return status === 204 ? context.body(null, 204) : context.json(answer, status as ContentfulStatusCode);
}

/** Joins short pieces, because each one is a step of the stream. */
async function* inPieces(pieces: AsyncIterable<string> | Iterable<string>): AsyncGenerator<Buffer> {
  let waiting = '';
  for await (const piece of pieces) {
    waiting += piece;
    if (waiting.length < 64 * 1024) continue;
    yield Buffer.from(waiting);
    waiting = '';
  }
  yield Buffer.from(waiting);
}

function mediaTypeOf(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.subarray(0, 5)).toString('latin1');
  return start.slice(1, 4) === 'PNG' ? 'image/png' : start === '%PDF-' ? 'application/pdf' : 'application/octet-stream';
}

async function perform(
  platform: Platform,
  operation: Operation,
  { caller, viewer }: Principal,
  deployment: LiveDeployment | undefined,
  context: Context,
): Promise<object> {
  const started = performance.now();
  const { raw } = context.req;
  const { incoming } = context.env as HttpBindings;
  const input = await readRequest(operation, incoming, raw.url, context.req.param());
  if (deployment) {
    suspendIdle(deployment);
    if (operation.group === 'C' && caller) await touchSession(deployment, caller);
  }
  const handler = handlers[operation.id as keyof typeof handlers] as unknown as Handler<Operation>;
  const answer = await handler({
    platform,
    // Handlers read these only if the operation's access and path provide them.
    caller: caller!,
    viewer: viewer!,
    deployment: deployment!,
    params: input.params as never,
    query: input.query as never,
    body: input.body as never,
    // Lazy: creating the signal costs more than most requests, and few handlers read it.
    get signal() {
      return raw.signal;
    },
  });
  const deploymentId = deployment?.record.id;
  const event = auditEventOf({ operation, time: platform.now, caller, viewer, deploymentId, ...input });
  if (event) await platform.audit.add(event);
  if (deployment && caller && operation.group === 'C' && (operation.method !== 'GET' || operation.id === 'validate')) {
    const route = operation.path.slice(operation.path.indexOf('}') + 1);
    const line = `${operation.method} ${route} ${operation.status} ${Math.round(performance.now() - started)} ms`;
    deployment.builds.log(sessionBranch(deployment, caller) ?? deployment.deployBranch, 'api-proxy', line);
  }
  return (answer as object | undefined) ?? {};
}
