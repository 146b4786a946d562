/** The creator-mode app: dashboards, views to explore, a chat, each under its path, with a list of them at the side. */

import type { EmbedFilter } from '../../../contract/messages/filter.ts';
import type { DashboardDefinition } from '../charts/definition.ts';
import type { MetaCube } from '../understanding.ts';
import { aiSettings } from './aiSettings.ts';
import { Conversation } from './conversation.ts';
import { DashboardView } from './dashboardView.ts';
import { h } from './dom.ts';
import { Explore } from './explore.ts';
import { type Place, partsOf, pathOf, Router } from './router.ts';
import { type MountedSurface, type PreparedSurface, type Stage, wordsOf } from './stage.ts';

/** What stands in the middle of the app. */
interface Room {
  element: HTMLElement;
  refresh(): void;
  restyle(): void;
  setFilter?: (filter: EmbedFilter) => void;
  dispose(): void;
}

interface Destination {
  place: Place;
  enter(): Room;
}

export async function prepareApp(stage: Stage): Promise<PreparedSurface> {
  const [list, cubes] = await Promise.all([stage.server.dashboards(), stage.server.meta()]);
  const dashboards = await Promise.all(list.map(({ publicId }) => stage.server.dashboard(publicId)));
  const views = cubes.filter(({ type }) => type === 'view');
  return { open: () => new AppSurface(stage, dashboards, views) };
}

class AppSurface implements MountedSurface {
  readonly element = h('div', { class: 'app' });
  readonly #stage: Stage;
  readonly #dashboards: readonly DashboardDefinition[];
  readonly #views: readonly MetaCube[];
  readonly #nav = h('nav', { class: 'side' });
  readonly #middle = h('div', { class: 'middle' });
  readonly #router: Router;
  #room: Room;

  constructor(stage: Stage, dashboards: readonly DashboardDefinition[], views: readonly MetaCube[]) {
    this.#stage = stage;
    this.#dashboards = dashboards;
    this.#views = views;
    const home = this.#destination('/')!;
    this.#router = new Router(stage, home.place);
    this.#room = home.enter();
    this.element.append(this.#nav, this.#middle);
    this.#draw();
  }

  refresh(): void {
    this.#room.refresh();
  }

  restyle(): void {
    this.#draw();
    this.#room.restyle();
  }

  setFilter(filter: EmbedFilter): void {
    this.#room.setFilter?.(filter);
  }

  navigate(path: string): boolean {
    const destination = this.#destination(path);
    if (!destination) return false;
    if (destination.place.path !== this.#router.path) this.#go(destination);
    return true;
  }

  dispose(): void {
    this.#room.dispose();
  }

  #go({ place, enter }: Destination): void {
    this.#room.dispose();
    this.#router.moved(place);
    this.#room = enter();
    this.#draw();
  }

  #destination(path: string): Destination | undefined {
    const words = wordsOf(this.#stage);
    const [kind, id = '', widgetId, ...more] = partsOf(path);
    if (more.length > 0) return undefined;
    if (kind === undefined) return { place: { path: '/', title: words.home }, enter: () => this.#home() };
    if (kind === 'chat' && id === '' && aiSettings(this.#stage).showWorkbookChat)
      return { place: { path: '/chat', title: words.chat }, enter: () => this.#chat() };
    if (kind === 'explore' && widgetId === undefined) {
      const view = this.#views.find(({ name }) => name === id);
      return (
        view && { place: { path: pathOf('explore', id), title: view.title ?? id }, enter: () => this.#explore(view) }
      );
    }
    const dashboard = kind === 'dashboard' ? this.#dashboards.find(({ publicId }) => publicId === id) : undefined;
    if (!dashboard) return undefined;
    const widget = dashboard.widgets.find((one) => one.id === widgetId);
    if (widgetId !== undefined && !widget) return undefined;
    const place = {
      path: pathOf('dashboard', id, ...(widget ? [widget.id] : [])),
      title: widget?.title ?? dashboard.title,
      publicId: id,
    };
    return { place, enter: () => this.#dashboard(dashboard, widget?.id) };
  }

  #home(): Room {
    const element = h('main', { class: 'home' });
    const restyle = () => {
      const words = wordsOf(this.#stage);
      element.replaceChildren(
        h('div', { class: 'head' }, h('h1', {}, words.home)),
        h('h2', {}, words.dashboards),
        h(
          'div',
          { class: 'tiles' },
          ...this.#dashboards.map(({ title, publicId }) =>
            this.#link(title, pathOf('dashboard', publicId), 'card tile'),
          ),
        ),
        h('h2', {}, words.views),
        h(
          'div',
          { class: 'tiles' },
          ...this.#views.map(({ title, name }) => this.#link(title ?? name, pathOf('explore', name), 'card tile')),
        ),
      );
    };
    restyle();
    return { element, refresh: () => {}, restyle, dispose: () => {} };
  }

  #dashboard(definition: DashboardDefinition, widgetId: string | undefined): Room {
    const open = (id: string | undefined) =>
      this.navigate(pathOf('dashboard', definition.publicId, ...(id === undefined ? [] : [id])));
    const view = new DashboardView(this.#stage, definition, {
      open,
      tools: () => this.#dashboardTools(definition),
      ...(widgetId === undefined ? {} : { widgetId }),
    });
    return {
      element: view.element,
      refresh: () => view.refresh(),
      restyle: () => view.restyle(),
      setFilter: (filter) => view.setFilter(filter),
      dispose: () => view.dispose(),
    };
  }

  /** What creators find beside a dashboard's title, unless the session leaves it out. */
  #dashboardTools({ publicId, kind }: DashboardDefinition): HTMLElement[] {
    const words = wordsOf(this.#stage);
    const { settings } = this.#stage.session();
    const about = (label: string, text: string, name: string) =>
      h(
        'details',
        { class: 'menu', [`data-${name}`]: true },
        h('summary', { class: 'button' }, label),
        h('div', { class: 'popover' }, h('p', { class: 'detail' }, text)),
      );
    return [
      ...(settings.showWorkbookShare === false ? [] : [about(words.share, `/embed/dashboard/${publicId}`, 'share')]),
      ...(settings.showDashboardSettings === false ? [] : [about(words.settings, `${publicId} · ${kind}`, 'settings')]),
    ];
  }

  #explore(view: MetaCube): Room {
    const explore = new Explore(this.#stage, view);
    return {
      element: explore.element,
      refresh: () => explore.refresh(),
      restyle: () => explore.draw(),
      dispose: () => explore.dispose(),
    };
  }

  #chat(): Room {
    const conversation = new Conversation(this.#stage, () => 'app-chat');
    const title = h('h1', {}, wordsOf(this.#stage).chat);
    const element = h('main', { class: 'chat' }, h('div', { class: 'head' }, title), conversation.element);
    return {
      element,
      refresh: () => conversation.refresh(),
      restyle() {
        conversation.restyle();
      },
      dispose: () => conversation.dispose(),
    };
  }

  #draw(): void {
    const words = wordsOf(this.#stage);
    const links = [
      this.#link(words.home, '/', 'item'),
      h('p', { class: 'detail' }, words.dashboards),
      ...this.#dashboards.map(({ title, publicId }) => this.#link(title, pathOf('dashboard', publicId), 'item')),
      h('p', { class: 'detail' }, words.views),
      ...this.#views.map(({ title, name }) => this.#link(title ?? name, pathOf('explore', name), 'item')),
      ...(aiSettings(this.#stage).showWorkbookChat ? [this.#link(words.chat, '/chat', 'item')] : []),
    ];
    this.#nav.replaceChildren(...links);
    if (this.#middle.firstElementChild !== this.#room.element) this.#middle.replaceChildren(this.#room.element);
  }

  #link(text: string, path: string, kind: string): HTMLElement {
    const here = this.#router?.path === path;
    return h(
      'button',
      {
        type: 'button',
        class: kind,
        'data-path': path,
        'aria-current': here ? 'page' : null,
        onclick: () => this.navigate(path),
      },
      text,
    );
  }
}
