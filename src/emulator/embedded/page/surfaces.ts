/** Which surface the page shows. A surface first gets what it needs, then opens: `ready` goes out in between. */

import { prepareDashboard } from './dashboardSurface.ts';
import type { PreparedSurface, Stage } from './stage.ts';

/** @throws Refused */
export function mountSurface(stage: Stage): Promise<PreparedSurface> {
  switch (stage.config.surface) {
    case 'dashboard':
      return prepareDashboard(stage);
    default:
      return prepareDashboard(stage);
  }
}
