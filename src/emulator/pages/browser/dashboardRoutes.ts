/** The paths of dashboards: one for the dashboard and one for each enlarged widget. */

import { element } from '../../../base/browser/dom.ts';
import type { DashboardDefinition } from '../charts/dashboardDefinition.ts';
import { DashboardView } from './dashboardView.ts';
import type { PageContext } from './pageContext.ts';
import { type Navigate, pathOf, type Route, type Routes, segmentsOf } from './surface.ts';

/** The dashboard surface: one published dashboard. @throws RequestFailure */
export async function prepareDashboard(context: PageContext): Promise<(navigate: Navigate) => Routes> {
  const definition = await context.server.dashboard(context.config.publicId!);
  const start = pathOf('dashboard', definition.publicId);
  return (navigate) => ({
    start,
    find(path) {
      const segments = segmentsOf(path);
      return findDashboard(context, [definition], segments.length > 0 ? segments : segmentsOf(start), navigate);
    },
  });
}

export function findDashboard(
  context: PageContext,
  dashboards: readonly DashboardDefinition[],
  [kind, publicId = '', widgetId, ...rest]: readonly string[],
  navigate: Navigate,
): Route | undefined {
  const definition = dashboards.find((dashboard) => dashboard.publicId === publicId);
  const widget = definition?.widgets.find(({ id }) => id === widgetId);
  if (kind !== 'dashboard' || !definition || rest.length > 0 || (widgetId !== undefined && !widget)) return undefined;
  const pathTo = (id?: string) => pathOf('dashboard', publicId, ...(id === undefined ? [] : [id]));
  return {
    path: pathTo(widget?.id),
    title: widget?.title ?? definition.title,
    publicId,
    open(current) {
      const isOpen = current instanceof DashboardView && current.definition === definition;
      const openWidget = (id?: string) => void navigate(pathTo(id));
      const view = isOpen ? current : new DashboardView(context, definition, openWidget, tools(context, definition));
      view.showWidgets(widget?.id);
      return view;
    },
  };
}

/** The author's controls next to the title in the app, unless the session hides them. */
function tools({ config, session }: PageContext, { publicId, kind }: DashboardDefinition): HTMLElement[] {
  const { showWorkbookShare, showDashboardSettings } = session().settings;
  const menu = (name: string, title: string, text: string) => {
    const popover = element('div', { class: 'popover' }, element('p', { class: 'detail' }, text));
    const summary = element('summary', { class: 'button' }, title);
    return element('details', { class: 'menu', [`data-${name}`]: true }, summary, popover);
  };
  if (config.surface !== 'app') return [];
  return [
    ...(showWorkbookShare === false ? [] : [menu('share', 'Share', `/embed/dashboard/${publicId}`)]),
    ...(showDashboardSettings === false ? [] : [menu('settings', 'Settings', `${publicId} · ${kind}`)]),
  ];
}
