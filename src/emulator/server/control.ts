/** The emulator's own routes, for those who run it in another process: its switches. No part of the platform. */

import { Hono } from 'hono';
import { FaultRule, type Faults } from '../faults.ts';
import { HttpFailure } from '../httpFailure.ts';
import type { Platform } from '../store/platform.ts';
import { adminOf } from './authenticate.ts';

/**
 * `POST faults` with a list of rules replaces all there are, `PUT faults` with one adds it, `GET faults` tells them and how
 * often each has struck, `DELETE faults` takes them away.
 */
export function controlRoutes(platform: Platform, faults: Faults): Hono {
  const routes = new Hono();
  routes.use(async (context, next) => {
    adminOf(platform, context.req.header('authorization'));
    await next();
  });
  routes.get('/faults', (context) => context.json(faults.state));
  routes.post('/faults', async (context) => {
    const rules = FaultRule.array().safeParse(await context.req.json().catch(() => undefined));
    if (!rules.success) throw new HttpFailure(400, `Expected a list of faults: ${rules.error.issues[0]?.message}`);
    faults.set(rules.data);
    return context.json({ success: true });
  });
  routes.put('/faults', async (context) => {
    const rule = FaultRule.safeParse(await context.req.json().catch(() => undefined));
    if (!rule.success) throw new HttpFailure(400, `Expected a fault: ${rule.error.issues[0]?.message}`);
    faults.add(rule.data);
    return context.json({ success: true });
  });
  routes.delete('/faults', (context) => {
    faults.clear();
    return context.json({ success: true });
  });
  return routes;
}
