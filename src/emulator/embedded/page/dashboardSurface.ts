/** The dashboard surface: one published dashboard, as a whole or one of its widgets enlarged. */

import { DashboardView } from './dashboardView.ts';
import { type Place, partsOf, pathOf, Router } from './router.ts';
import type { MountedSurface, PreparedSurface, Stage } from './stage.ts';

export async function prepareDashboard(stage: Stage): Promise<PreparedSurface> {
  const publicId = stage.config.publicId!;
  const definition = await stage.server.dashboard(publicId);
  const { title, widgets } = definition;
  const place = (widgetId?: string): Place => {
    const widget = widgets.find(({ id }) => id === widgetId);
    if (!widget) return { path: pathOf('dashboard', publicId), title, publicId };
    return { path: pathOf('dashboard', publicId, widget.id), title: widget.title, publicId };
  };
  const open = (): MountedSurface => {
    const router = new Router(stage, place());
    const show = (widgetId: string | undefined) => {
      router.moved(place(widgetId));
      view.focus(widgetId);
    };
    const view: DashboardView = new DashboardView(stage, definition, { open: show });
    return {
      element: view.element,
      refresh: () => view.refresh(),
      restyle: () => view.restyle(),
      setFilter: (filter) => view.setFilter(filter),
      navigate(path) {
        const [kind, id, widgetId, ...more] = partsOf(path);
        const known = widgetId === undefined || widgets.some(({ id }) => id === widgetId);
        const here = kind === undefined || (kind === 'dashboard' && id === publicId);
        if (!here || !known || more.length > 0) return false;
        if (place(widgetId).path !== router.path) show(widgetId);
        return true;
      },
      dispose: () => view.dispose(),
    };
  };
  return { open };
}
