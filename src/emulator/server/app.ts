/** The platform's HTTP face: a route for each operation of the table, sign-in, errors as the specification shapes them. */

import { randomUUID } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { isCancellation, stackOf, UserError } from '../../base/errors.ts';
import type { Operation } from '../../contract/operation.ts';
import { operations } from '../../contract/operations.ts';
import { sessionBranch, suspendIdle, touchSession } from '../branches/devMode.ts';
import type { DataApi } from '../data/dataApi.ts';
import { mountEmbedded } from '../embedded/mount.ts';
import { HttpFailure } from '../errors/httpFailure.ts';
import type { Handler } from '../handlers/handler.ts';
import { handlers } from '../handlers/handlers.ts';
import type { LiveDeployment } from '../platform/liveDeployment.ts';
import type { Platform } from '../platform/platform.ts';
import { type Principal, principalOf, requireAdmin } from './authenticate.ts';
import { controlRoutes } from './controlRoutes.ts';
import { dataRoutes } from './dataRoutes.ts';
import type { Faults } from './faults.ts';
import { injectFault } from './injectFault.ts';
import { Latency } from './latency.ts';
import { readRequest } from './readRequest.ts';

export interface AppOptions {
  platform: Platform;
  faults: Faults;
  data: DataApi;
  /** Milliseconds added to every answer. */
  latencyMs: number;
}

const page = '<!doctype html><html><head><title>Sign in</title></head><body><div id="root"></div></body></html>';

export function createApp({ platform, faults, data, latencyMs }: AppOptions): Hono {
  const app = new Hono();
  const { log, closing } = platform.services;
  const latency = new Latency(latencyMs, closing);

  const fail = (failure: unknown, context: Context): Response => {
    context.header('x-request-id', randomUUID());
    if (failure instanceof HttpFailure) {
      for (const [name, value] of Object.entries(failure.headers)) context.header(name, value);
      return context.json({ error: failure.message }, failure.status as ContentfulStatusCode);
    }
    // Nobody is there any more to read it.
    if (isCancellation(failure))
      return context.json({ error: 'The request was cancelled' }, 499 as ContentfulStatusCode);
    log.error(stackOf(failure));
    return context.json({ error: failure instanceof UserError ? failure.describe() : 'Internal server error' }, 500);
  };

  app.use('/_emulator/*', async (context, next) => {
    await next();
    context.header('x-request-id', randomUUID());
  });
  mountEmbedded(app, platform, requireAdmin(platform));
  app.route('/_emulator', controlRoutes(platform, faults, data));
  app.route('/', dataRoutes({ platform, data, faults, latency, fail }));

  for (const operation of Object.values(operations) as Operation[]) {
    app.on(operation.method, operation.path.replace(/\{(\w+)\}/g, ':$1'), async (context) => {
      await latency.wait();
      const authorization = context.req.header('authorization');
      const { deploymentId } = context.req.param() as { deploymentId?: string };
      const deployment = () => (deploymentId === undefined ? undefined : platform.deployment(deploymentId));
      const find = async () => {
        const principal = await principalOf(platform, operation.access, authorization);
        return perform(platform, operation, principal, deployment(), context);
      };
      const fault = faults.next(operation.id);
      context.header('x-request-id', randomUUID());
      const answer = async () => response(operation, await find(), context);
      if (!fault) return answer();
      const struck = {
        context,
        deployment,
        closing,
        answer: () => answer().catch((failure) => fail(failure, context)),
      };
      return injectFault(fault, struck);
    });
  }

  // An unknown route is the web app's business: 200 and a page. Notes: Conventions.
  app.notFound((context) => context.html(page, 200, { 'x-request-id': randomUUID() }));
  app.onError(fail);
  return app;
}

function response({ answers, status }: Operation, answer: object, context: Context): Response {
  if (answers === 'bytes') {
    const bytes = answer as Uint8Array<ArrayBuffer>;
    return context.body(bytes, 200, { 'content-type': mediaTypeOf(bytes), 'cache-control': 'no-store' });
  }
  return status === 204 ? context.body(null, 204) : context.json(answer, status as ContentfulStatusCode);
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
    // Operations without one do not read it: their access and their parameters say so.
    caller: caller!,
    viewer: viewer!,
    deployment: deployment!,
    params: input.params as never,
    query: input.query as never,
    body: input.body as never,
    // Costs more than most requests; few handlers look at it.
    get signal() {
      return raw.signal;
    },
  });
  if (deployment && caller && operation.group === 'C' && (operation.method !== 'GET' || operation.id === 'validate')) {
    const route = operation.path.slice(operation.path.indexOf('}') + 1);
    const line = `${operation.method} ${route} ${operation.status} ${Math.round(performance.now() - started)} ms`;
    deployment.builds.note(sessionBranch(deployment, caller) ?? deployment.deployBranch, 'api-proxy', line);
  }
  return (answer as object | undefined) ?? {};
}
