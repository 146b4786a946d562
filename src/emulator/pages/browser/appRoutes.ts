/** The app surface: dashboards, the members of each view, and a chat. */

import { element } from '../../../base/browser/dom.ts';
import { metaTitle } from '../pageApi.ts';
import { allowsAi } from './aiSettings.ts';
import { Conversation } from './conversation.ts';
import { findDashboard } from './dashboardRoutes.ts';
import { memberList } from './memberList.ts';
import type { PageContext } from './pageContext.ts';
import { type Navigate, pathOf, type Route, type Routes, segmentsOf } from './surface.ts';

/** @throws RequestFailure */
export async function prepareApp(context: PageContext): Promise<(navigate: Navigate) => Routes> {
  const { server, session } = context;
  const [list, cubes] = await Promise.all([server.dashboards(), server.meta()]);
  const dashboards = await Promise.all(list.map(({ publicId }) => server.dashboard(publicId)));
  const views = cubes.filter(({ type }) => type === 'view');
  const pages: Route[] = [
    { path: '/', title: 'Home', open: () => page('Home', element('p', {}, 'Select a dashboard or a view.')) },
    ...views.map((view) => ({
      path: pathOf('explore', view.name),
      title: metaTitle(view),
      open: () => page(metaTitle(view), memberList(view, cubes, session().settings)),
    })),
  ];
  const chat: Route = {
    path: '/chat',
    title: 'Analytics Chat',
    open: () => new Conversation(context, 'Analytics Chat', () => 'app-chat'),
  };
  const openPages = () => (allowsAi(session(), 'showWorkbookChat') ? [...pages, chat] : pages);
  return (navigate) => ({
    start: '/',
    links() {
      const [home, ...rest] = openPages();
      const links = dashboards.map(({ publicId, title }) => ({ path: pathOf('dashboard', publicId), title }));
      return [home!, ...links, ...rest];
    },
    find(path) {
      const segments = segmentsOf(path);
      const found = openPages().find((route) => route.path === pathOf(...segments));
      return found ?? findDashboard(context, dashboards, segments, navigate);
    },
  });
}

function page(title: string, ...content: readonly HTMLElement[]) {
  return { element: element('main', { class: 'page' }, element('h1', {}, title), ...content) };
}
