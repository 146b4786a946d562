/** Puts the embedded surfaces into the platform's HTTP face: their pages, and the switches that make them misbehave. */

import { type Context, Hono } from 'hono';
import { HttpFailure } from '../httpFailure.ts';
import { adminOf } from '../server/authenticate.ts';
import type { Platform } from '../store/platform.ts';
import type { PagesHome } from './home.ts';
import { embeddedPages } from './pages.ts';
import { platformHome } from './platformHome.ts';
import { renderPage } from './renderPage.ts';
import { SwitchChange, type Switches, soundSwitches, turn } from './switches.ts';

const exchangePath = '/api/v1/embed/session/token';

/** Before the platform's own routes. */
export function mountEmbedded(app: Hono, platform: Platform): void {
  const home = platformHome(platform);
  const switches = soundSwitches();
  app.route('/embed', embeddedPages({ home, switches, render: renderPage }));
  app.route('/_emulator/embedded', switchRoutes(platform, home, switches));

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

function switchRoutes(platform: Platform, home: PagesHome, switches: Switches): Hono {
  const routes = new Hono();
  routes.use(async (context, next) => {
    adminOf(platform, context.req.header('authorization'));
    await next();
  });
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
