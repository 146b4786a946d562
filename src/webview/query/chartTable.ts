/** The values of a chart as a table: for screen readers, and for the keyboard, which points at no place of a line. */

import { element, replaceContent } from '../../base/browser/dom.ts';
import type { QueryText } from '../shared/pageTexts.ts';
import type { DrawnChart } from './chartOf.ts';

export interface ChartTable {
  readonly node: HTMLDetailsElement;
  show(chart: DrawnChart | undefined): void;
}

export function makeChartTable(text: QueryText): ChartTable {
  const values = element('div', {
    class: 'chart-values',
    role: 'region',
    'aria-label': text('chart.values'),
    tabindex: '0',
  });
  const node = element('details', { class: 'chart-table' }, element('summary', {}, text('chart.values')), values);
  let shown: DrawnChart | undefined;
  let filled: DrawnChart | undefined;
  // It may have thousands of rows, so it is made when it is opened.
  const fill = () => {
    if (!node.open || !shown || filled === shown) return;
    filled = shown;
    replaceContent(values, tableOf(shown, text));
  };
  node.addEventListener('toggle', fill);
  return {
    node,
    show(chart) {
      shown = chart;
      node.hidden = !chart;
      fill();
    },
  };
}

function tableOf({ by, labels, series }: DrawnChart, text: QueryText): HTMLElement {
  const titles = [by || text('chart.measure'), ...series.map(({ title }) => title || text('chart.value'))];
  return element(
    'table',
    {},
    element('thead', {}, element('tr', {}, ...titles.map((title) => element('th', { scope: 'col' }, title)))),
    element(
      'tbody',
      {},
      ...labels.map((label, row) =>
        element(
          'tr',
          {},
          element('th', { scope: 'row' }, label),
          ...series.map(({ texts }) => element('td', {}, texts[row])),
        ),
      ),
    ),
  );
}
