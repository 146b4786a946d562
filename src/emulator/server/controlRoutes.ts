/** Routes that control the emulator from another process. They are not part of the platform's API. */

import { Hono } from 'hono';
import * as z from 'zod';
import { AppConfigChange, appConfigOf, changeAppConfig } from '../content/appConfig.ts';
import type { DataApi } from '../data/dataApi.ts';
import { validBody } from '../pages/requestBody.ts';
import type { Platform } from '../platform/platform.ts';
import { HttpFailure } from '../records/httpFailure.ts';
import { requireAdmin } from './authenticate.ts';
import { FaultRule, type Faults } from './faults.ts';

/** At most ten years at a time. */
const ClockChange = z.strictObject({
  advanceMs: z
    .number()
    .min(0)
    .max(10 * 366 * 24 * 3_600_000),
});

const DataPace = z.strictObject({
  slowMs: z.number().min(0).max(600_000).optional(),
  waitMs: z.number().min(0).max(600_000).optional(),
});

/**
 * - `POST faults` replaces all fault rules, `PUT faults` adds one, `GET faults` lists them with the number of injected faults,
 *   `DELETE faults` removes them.
 * - `POST clock {advanceMs}` moves the platform's clock forward.
 * - `POST data {slowMs, waitMs}` makes queries slower and sets after how long one is answered with `Continue wait`. It clears the
 *   cached results. `GET data` returns both values.
 * - `POST app-config` changes the account's configuration, which no operation of the contract writes.
 */
export function controlRoutes(platform: Platform, faults: Faults, data: DataApi): Hono {
  const routes = new Hono();
  routes.use(requireAdmin(platform));
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
  routes.post('/clock', async (context) => {
    const change = ClockChange.safeParse(await context.req.json().catch(() => undefined));
    if (!change.success) throw new HttpFailure(400, `Expected {advanceMs}: ${change.error.issues[0]?.message}`);
    platform.advanceClock(change.data.advanceMs);
    await platform.save();
    return context.json({ now: platform.now.toISOString() });
  });
  routes.post('/app-config', async (context) => {
    changeAppConfig(platform, await validBody(context, AppConfigChange));
    await platform.save();
    return context.json(appConfigOf(platform));
  });
  routes.delete('/faults', (context) => {
    faults.clear();
    return context.json({ success: true });
  });
  routes.get('/data', (context) => context.json(data.pace));
  routes.post('/data', async (context) => {
    const pace = DataPace.safeParse(await context.req.json().catch(() => undefined));
    if (!pace.success) throw new HttpFailure(400, `Expected slowMs and waitMs: ${pace.error.issues[0]?.message}`);
    const { slowMs, waitMs } = pace.data;
    if (slowMs !== undefined) data.pace.slowMs = slowMs;
    if (waitMs !== undefined) data.pace.waitMs = waitMs;
    data.clearCache();
    return context.json({ success: true });
  });
  return routes;
}
