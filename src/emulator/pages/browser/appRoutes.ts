/** The app surface: dashboards, the members of each view, and a chat. */

import { element, replaceContent } from '../../../base/browser/dom.ts';
import { type EmbedSettings, type MetaCube, type MetaMember, metaTitle } from '../pageApi.ts';
import { allowsAi } from './aiSettings.ts';
import { Conversation } from './conversation.ts';
import { findDashboard } from './dashboardRoutes.ts';
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

/** @param cubes the whole metadata, for the titles of cubes */
function memberList(view: MetaCube, cubes: readonly MetaCube[], settings: EmbedSettings): HTMLElement {
  const { measures = [], dimensions = [] } = view;
  const members = [...measures, ...dimensions];
  const body = element('tbody', {});
  const draw = () =>
    replaceContent(body, ...(box.checked ? grouped(members, cubes, settings) : rows(members, settings)));
  const box = element('input', { type: 'checkbox', onchange: draw });
  draw();
  const toggle =
    settings.showGroupByCube !== false && element('label', { 'data-group-by-cube': true }, box, 'Group by cube');
  return element('div', {}, toggle, element('table', {}, body));
}

function rows(members: readonly MetaMember[], { showMemberNames }: EmbedSettings): HTMLElement[] {
  return members.map((member) => {
    const name = element('td', { class: 'detail', 'data-member-name': member.name }, member.name);
    return element('tr', {}, element('th', { scope: 'row' }, metaTitle(member)), showMemberNames !== false && name);
  });
}

function grouped(members: readonly MetaMember[], cubes: readonly MetaCube[], settings: EmbedSettings): HTMLElement[] {
  const byCube = new Map<string, MetaMember[]>();
  for (const member of members) {
    const name = (member.aliasMember ?? member.name).split('.', 1)[0] ?? '';
    byCube.set(name, [...(byCube.get(name) ?? []), member]);
  }
  return [...byCube].flatMap(([name, own]) => {
    const title = metaTitle(cubes.find((cube) => cube.name === name) ?? { name });
    const head = element('th', { scope: 'colgroup', colspan: 2, 'data-cube': name }, title);
    return [element('tr', {}, head), ...rows(own, settings)];
  });
}
