/** Adds the embedded pages and the routes of their switches to the emulator. */

import { type Context, Hono, type MiddlewareHandler } from 'hono';
import type { Platform } from '../platform/platform.ts';
import { HttpFailure } from '../records/httpFailure.ts';
import { pageRoutes } from './pageRoutes.ts';
import { type PagesPlatform, pagesPlatform } from './pagesPlatform.ts';
import { validBody } from './requestBody.ts';
import { applyChange, defaultSwitches, SwitchChange, type Switches } from './switches.ts';

const exchangePath = '/api/v1/embed/session/token';

/** Must run before the platform's routes are added. `requireAdmin` guards the switches. */
export function mountEmbedded(app: Hono, platform: Platform, requireAdmin: MiddlewareHandler): void {
  const pages = pagesPlatform(platform);
  const switches = defaultSwitches();
  app.route('/embed', pageRoutes(pages, switches));
  app.route('/_emulator/embedded', switchRoutes(platform, pages, switches, requireAdmin));

  // The id is the credential, so every origin may ask, also the opaque origin of the `wrongOrigin` fault.
  const allowEveryOrigin = (context: Context) => {
    context.header('access-control-allow-origin', '*');
    context.header('access-control-allow-headers', 'content-type');
  };
  app.options(exchangePath, (context) => {
    allowEveryOrigin(context);
    return context.body(null, 204);
  });
  app.use(exchangePath, async (context, next) => {
    allowEveryOrigin(context);
    if (switches.refuseIds) throw new HttpFailure(401, 'The session id is unknown, used or expired');
    await next();
  });
}

/** `GET` returns the switches; `POST` changes the given ones. */
function switchRoutes(
  platform: Platform,
  pages: PagesPlatform,
  switches: Switches,
  requireAdmin: MiddlewareHandler,
): Hono {
  const routes = new Hono();
  routes.use(requireAdmin);
  routes.get('/', (context) => context.json(switches));
  routes.post('/', async (context) => {
    const change = await validBody(context, SwitchChange);
    applyChange(switches, change);
    if (change.expireSessions) pages.expireSessions();
    await platform.save();
    return context.json(switches);
  });
  return routes;
}
