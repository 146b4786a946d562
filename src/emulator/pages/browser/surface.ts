/** Shows the view of the current path and reports each navigation to the host. */

import { element, replaceContent } from '../../../base/browser/dom.ts';
import type { EmbedFilter } from '../../../contract/messages/filter.ts';
import type { PageContext } from './pageContext.ts';

export interface View {
  readonly element: HTMLElement;
  /** Runs the queries again. */
  refresh?(): void;
  /** Applies the current preferences without a query. */
  redraw?(): void;
  setFilter?(filter: EmbedFilter): void;
  dispose?(): void;
}

export interface Route {
  path: string;
  title: string;
  publicId?: string;
  /** @param current the view that is shown; a route may reuse it */
  open(current: View | undefined): View;
}

export interface Routes {
  readonly start: string;
  find(path: string): Route | undefined;
  /** Entries of the navigation bar. */
  links?(): readonly { path: string; title: string }[];
}

export type Navigate = (path: string) => boolean;

export class Surface {
  readonly #nav = element('nav', {});
  readonly #main = element('div', { class: 'middle' });
  readonly element = element('div', { class: 'surface' }, this.#nav, this.#main);
  readonly #context: PageContext;
  readonly #routes: Routes;
  #path: string | undefined;
  #view: View | undefined;

  constructor(context: PageContext, makeRoutes: (navigate: Navigate) => Routes) {
    this.#context = context;
    this.#routes = makeRoutes((path) => this.navigate(path));
    this.navigate(this.#routes.start);
  }

  /** False for an unknown path. */
  readonly navigate: Navigate = (path) => {
    const route = this.#routes.find(path);
    if (!route) return false;
    if (route.path !== this.#path) this.#open(route);
    return true;
  };

  refresh(): void {
    this.#view?.refresh?.();
  }

  redraw(): void {
    this.#view?.redraw?.();
  }

  setFilter(filter: EmbedFilter): void {
    this.#view?.setFilter?.(filter);
  }

  dispose(): void {
    this.#view?.dispose?.();
  }

  #open({ path, title, publicId, open }: Route): void {
    const { host, config } = this.#context;
    const previousPath = this.#path;
    this.#path = path;
    if (previousPath !== undefined) host.emit('navigate', { path, previousPath });
    host.emit('view', { surface: config.surface, path, title, ...(publicId === undefined ? {} : { publicId }) });
    const links = this.#routes.links?.() ?? [];
    replaceContent(this.#nav, ...links.map((link) => this.#link(link.path, link.title)));
    const view = open(this.#view);
    if (view === this.#view) return;
    this.#view?.dispose?.();
    this.#view = view;
    replaceContent(this.#main, view.element);
  }

  #link(path: string, title: string): HTMLElement {
    const onclick = () => this.navigate(path);
    const attributes = { class: 'tool', 'data-path': path, 'aria-current': path === this.#path && 'page', onclick };
    return element('button', { type: 'button', ...attributes }, title);
  }
}

/** The decoded segments of a path, without query and fragment. */
export function segmentsOf(path: string): string[] {
  const segments = (path.split(/[?#]/)[0] ?? '').split('/').filter((segment) => segment !== '');
  try {
    return segments.map(decodeURIComponent);
  } catch {
    return segments;
  }
}

export function pathOf(...segments: readonly string[]): string {
  return `/${segments.map(encodeURIComponent).join('/')}`;
}
