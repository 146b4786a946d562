/** The platform's HTTP face: a route for each operation of the table, sign-in, errors as the specification shapes them. */

import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { delay } from '../../base/async.ts';
import { isCancellation, UserError } from '../../base/errors.ts';
import type { Operation } from '../../contract/operation.ts';
import { operations } from '../../contract/operations.ts';
import { FaultRule, type Faults } from '../faults.ts';
import type { Handler } from '../handlers/handler.ts';
import { handlers } from '../handlers/handlers.ts';
import { HttpFailure } from '../httpFailure.ts';
import type { Caller, Platform } from '../store/platform.ts';
import { misbehave } from './misbehave.ts';
import { readRequest } from './requests.ts';

export interface AppOptions {
  platform: Platform;
  faults: Faults;
  latencyMs: number;
}

const page = '<!doctype html><html><head><title>Sign in</title></head><body><div id="root"></div></body></html>';

export function makeApp({ platform, faults, latencyMs }: AppOptions): Hono {
  const app = new Hono();
  const { log } = platform.services;

  app.use(async (context, next) => {
    if (latencyMs > 0) await delay(latencyMs).catch(() => {});
    await next();
    context.header('x-request-id', randomUUID());
  });

  for (const operation of Object.values(operations) as Operation[]) {
    const handler = handlers[operation.id as keyof typeof handlers] as unknown as Handler<Operation>;
    app.on(operation.method, routeOf(operation.path), async (context) => {
      const fault = faults.next(operation.id);
      const answer = async () => {
        const caller = callerOf(platform, context.req.header('authorization'));
        if (operation.access === 'admin' && !caller.user.admin)
          throw new HttpFailure(403, 'This operation needs the admin role');
        const { deploymentId } = context.req.param() as { deploymentId?: string };
        const deployment = deploymentId === undefined ? (undefined as never) : platform.deployment(deploymentId);
        const input = await readRequest(operation, context.req.raw, context.req.param());
        const body = await handler({
          platform,
          caller,
          deployment,
          params: input.params as never,
          query: input.query as never,
          body: input.body as never,
          signal: context.req.raw.signal,
        });
        return context.json(body ?? {}, operation.status as ContentfulStatusCode);
      };
      return fault ? misbehave(fault, context, answer) : answer();
    });
  }

  app.post('/_emulator/faults', async (context) => {
    if (!callerOf(platform, context.req.header('authorization')).user.admin) throw new HttpFailure(403, 'Admins only');
    const rules = FaultRule.array().safeParse(await context.req.json().catch(() => undefined));
    if (!rules.success) throw new HttpFailure(400, 'Expected a list of faults');
    faults.set(rules.data);
    return context.json({ success: true });
  });

  // An unknown route is the web app's business: 200 and a page. Notes: Conventions.
  app.notFound((context) => context.html(page, 200));

  app.onError((failure, context) => {
    context.header('x-request-id', randomUUID());
    if (failure instanceof HttpFailure) {
      for (const [name, value] of Object.entries(failure.headers)) context.header(name, value);
      return context.json({ error: failure.message }, failure.status as ContentfulStatusCode);
    }
    if (isCancellation(failure))
      return context.json({ error: 'The request was cancelled' }, 499 as ContentfulStatusCode);
    log.error(failure.stack ?? failure.message);
    return context.json({ error: failure instanceof UserError ? failure.describe() : 'Internal server error' }, 500);
  });
  return app;
}

/** Hono's `:name` for the table's `{name}`; a trailing slash is taken with and without. */
function routeOf(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

/** Both schemes are taken. Spec: Authentication 1, 2. @throws HttpFailure 401 */
function callerOf(platform: Platform, authorization: string | undefined): Caller {
  const key = /^(?:Bearer|Api-Key)\s+(\S+)$/i.exec(authorization ?? '')?.[1];
  const caller = key === undefined ? undefined : platform.callerWith(key);
  if (!caller) throw new HttpFailure(401, key === undefined ? 'Missing credentials' : 'Invalid or expired credentials');
  return caller;
}
