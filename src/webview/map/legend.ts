/** The folders with their colors, each of which can be shown as one box, and what the marks of lines mean. */

import { element, replaceContent, strokeIcon } from '../../base/browser/dom.ts';
import type { MapText } from '../shared/pageTexts.ts';
import { svgElement } from '../shared/svgElement.ts';
import { drawLine } from './drawLine.ts';
import type { FolderInfo } from './folders.ts';
import type { Line } from './scene.ts';

export interface Legend {
  readonly node: HTMLElement;
  update(folders: readonly FolderInfo[], collapsed: ReadonlySet<string>, lines: readonly Line[]): void;
  /** Pixels of the lower left corner of the map. */
  covered(): { width: number; height: number };
}

const open = 'M3 6l5 5 5-5';
const closed = 'M6 3l5 5-5 5';

export function makeLegend(text: MapText, toggle: (folder: string) => void): Legend {
  const folders = element('ul', { 'aria-label': text('legend.label') });
  const lines = element('ul', { class: 'line-kinds', 'aria-label': text('legend.lines') });
  const node = element('aside', { class: 'legend', 'aria-label': text('legend.label') }, folders, lines);
  return {
    node,
    update(all, collapsed, drawn) {
      const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.folder : undefined;
      replaceContent(folders, ...all.map((one) => folderRow(one, collapsed.has(one.folder), text, toggle)));
      replaceContent(lines, ...lineKinds(drawn, text));
      node.hidden = all.length === 0;
      if (focused !== undefined) {
        [...folders.querySelectorAll('button')].find(({ dataset }) => dataset.folder === focused)?.focus();
      }
    },
    covered() {
      const { offsetLeft, offsetWidth, offsetHeight } = node;
      return node.hidden
        ? { width: 0, height: 0 }
        : { width: offsetLeft + offsetWidth, height: offsetLeft + offsetHeight };
    },
  };
}

function folderRow(
  { folder, tint, cubes, views }: FolderInfo,
  isCollapsed: boolean,
  text: MapText,
  toggle: (folder: string) => void,
): HTMLElement {
  const name = folder || text('legend.root');
  const label = text(isCollapsed ? 'legend.expand' : 'legend.collapse', name);
  return element(
    'li',
    {},
    element(
      'button',
      {
        type: 'button',
        class: `folder-row tint-${tint}`,
        title: label,
        'aria-expanded': String(!isCollapsed),
        'data-folder': folder,
        onclick: () => toggle(folder),
      },
      strokeIcon(isCollapsed ? closed : open),
      element('span', { class: 'dot' }),
      element('span', { class: 'folder-name' }, name),
      // Keeps name and number apart where they are read as one text.
      ' ',
      element('span', { class: 'count' }, String(cubes + views)),
    ),
  );
}

/** Only the kinds of lines that the map has. */
function lineKinds(drawn: readonly Line[], text: MapText): HTMLElement[] {
  const samples = [
    { key: 'legend.many', line: drawn.find(({ kind, firstMark }) => kind === 'join' && firstMark === 'many') },
    { key: 'legend.one', line: drawn.find(({ kind, firstMark }) => kind === 'join' && firstMark === 'one') },
    { key: 'legend.include', line: drawn.find(({ kind }) => kind === 'include') },
    { key: 'legend.extends', line: drawn.find(({ kind }) => kind === 'extends') },
  ] as const;
  const way = [
    { x: 2, y: 8 },
    { x: 50, y: 8 },
  ];
  return samples.flatMap(({ key, line }) =>
    line
      ? element(
          'li',
          {},
          svgElement(
            'svg',
            { class: 'map sample', viewBox: '0 0 52 16', 'aria-hidden': 'true' },
            drawLine({ ...line, words: [], counted: [] }, way, 'right'),
          ),
          text(key),
        )
      : [],
  );
}
