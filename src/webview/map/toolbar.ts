/** The map's toolbar. */

import { element, setAttribute, strokeIcon } from '../../base/browser/dom.ts';
import type { MapText } from '../shared/pageTexts.ts';

const icons = {
  back: 'M10 3 5 8l5 5',
  zoomIn: 'M8 3v10M3 8h10',
  zoomOut: 'M3 8h10',
  fit: 'M2.5 6V2.500H6M10 2.500h3.500V6M13.5 10v3.500H10M6 13.500H2.500V10',
  neighbors:
    'M8 6.300a1.7 1.7 0 1 0 0 3.4 1.7 1.7 0 0 0 0-3.400M3 2.500v2.500M3 2.500l3.5 4M13 2.500l-3.5 4M3 13.500l3.5-4M13 13.500l-3.5-4',
  list: 'M6 4h7M6 8h7M6 12h7M3 4h.01M3 8h.01M3 12h.01',
  export: 'M8 2v8M5 7l3 3 3-3M3 13h10',
} as const;

export interface ToolbarActions {
  zoom(factor: number): void;
  fit(): void;
  neighborsOnly(): void;
  showList(): void;
  exportSvg(): void;
  showModel(): void;
}

interface ToolbarState {
  title: string;
  isLineage: boolean;
  canLimit: boolean;
  neighborsOnly: boolean;
  asList: boolean;
}

export interface Toolbar {
  readonly node: HTMLElement;
  update(state: ToolbarState): void;
}

/** @param search the field that the toolbar contains */
export function makeToolbar(text: MapText, search: HTMLElement, actions: ToolbarActions): Toolbar {
  const button = (icon: keyof typeof icons, label: string, onclick: () => void, more: Record<string, string> = {}) =>
    element(
      'button',
      { type: 'button', class: 'tool', title: label, 'aria-label': label, onclick, ...more },
      strokeIcon(icons[icon]),
    );
  const back = element(
    'button',
    {
      type: 'button',
      class: 'tool labelled',
      title: text('show.model'),
      'aria-label': text('show.model'),
      onclick: () => actions.showModel(),
    },
    strokeIcon(icons.back),
    element('span', { class: 'tool-label' }, text('show.model')),
  );
  const title = element('h1', {});
  const neighbors = element(
    'button',
    {
      type: 'button',
      class: 'tool labelled',
      title: text('show.neighborsHint'),
      'aria-label': text('show.neighbors'),
      onclick: () => actions.neighborsOnly(),
    },
    strokeIcon(icons.neighbors),
    element('span', { class: 'tool-label' }, text('show.neighbors')),
  );
  const list = button('list', text('show.list'), () => actions.showList());
  const zoom = [
    button('zoomOut', text('zoom.out'), () => actions.zoom(1 / 1.25)),
    button('zoomIn', text('zoom.in'), () => actions.zoom(1.25)),
    button('fit', text('zoom.fit'), () => actions.fit()),
  ];
  const node = element(
    'div',
    { class: 'toolbar', role: 'toolbar', 'aria-label': text('map.toolbar') },
    back,
    title,
    search,
    neighbors,
    list,
    ...zoom,
    button('export', text('show.export'), () => actions.exportSvg()),
  );
  return {
    node,
    update(state) {
      back.hidden = !state.isLineage;
      neighbors.hidden = state.isLineage;
      neighbors.disabled = !state.canLimit;
      setAttribute(neighbors, 'aria-pressed', String(state.neighborsOnly));
      setAttribute(list, 'aria-pressed', String(state.asList));
      for (const one of zoom) one.disabled = state.asList;
      title.textContent = state.title;
    },
  };
}
