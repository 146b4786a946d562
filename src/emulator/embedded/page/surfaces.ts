/** Which surface the page shows. A surface first gets what it needs, then opens: `ready` goes out in between. */

import { prepareApp } from './appSurface.ts';
import { prepareChat } from './chatSurface.ts';
import { prepareDashboard } from './dashboardSurface.ts';
import type { PreparedSurface, Stage } from './stage.ts';

/** @throws Refused */
export function mountSurface(stage: Stage): Promise<PreparedSurface> {
  return { dashboard: prepareDashboard, app: prepareApp, chat: prepareChat }[stage.config.surface](stage);
}
