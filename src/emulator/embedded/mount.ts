/** Puts the embedded surfaces into the platform's HTTP face: their pages, and the switches that make them misbehave. */

import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { HttpFailure } from '../errors/httpFailure.ts';
import type { Platform } from '../platform/platform.ts';
import type { PagesHome } from './home.ts';
import { embeddedPages } from './pages.ts';
import { platformHome } from './platformHome.ts';
import { renderPage } from './renderPage.ts';
import { SwitchChange, type Switches, soundSwitches, turn } from './switches.ts';

const exchangePath = '/api/v1/embed/session/token';

/** Must run before the platform's routes are added. `requireAdmin` guards the switches. */
export function mountEmbedded(app: Hono, platform: Platform, requireAdmin: MiddlewareHandler): void {
  const home = platformHome(platform);
  const switches = soundSwitches();
  app.route('/embed', embeddedPages({ home, switches, render: renderPage }));
  app.route('/_emulator/embedded', switchRoutes(platform, home, switches, requireAdmin));

  // The id is the credential, so pages of any origin may ask; some are told to come from none.
  const open = (context: Context) => {
    context.header('access-control-allow-origin', '*');
    context.header('access-control-allow-headers', 'content-type');
  };
  app.options(exchangePath, (context) => {
    open(context);
    return context.body(null, 204);
  });
  app.use(exchangePath, async (context, next) => {
    open(context);
    if (switches.refuseIds) throw new HttpFailure(401, 'The session id is unknown, used already or expired');
    await next();
  });
}

function switchRoutes(platform: Platform, home: PagesHome, switches: Switches, requireAdmin: MiddlewareHandler): Hono {
  const routes = new Hono();
  routes.use(requireAdmin);
  routes.get('/', (context) => context.json(switches));
  routes.post('/', async (context) => {
    const change = SwitchChange.safeParse(await context.req.json().catch(() => undefined));
    if (!change.success) {
      const [issue] = change.error.issues;
      throw new HttpFailure(400, `${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'not valid'}`);
    }
    turn(switches, change.data);
    if (change.data.expireSessions) home.expireSessions();
    await platform.save();
    return context.json(switches);
  });
  return routes;
}
