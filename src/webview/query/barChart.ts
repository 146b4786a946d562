/** Horizontal bars: a row for each value of the dimension. */

import { element } from '../../base/browser/dom.ts';
import type { Chart } from './chartOf.ts';

type Bars = Extract<Chart, { kind: 'line' | 'bars' }>;

/** Series with different formats, such as a count and a share, have scales that only share their zero. */
export function drawBarChart({ labels, series }: Bars): HTMLElement {
  const sizes = new Map<string, number>();
  for (const { format, values } of series) {
    const size = values.reduce<number>((most, value) => Math.max(most, Math.abs(value ?? 0)), sizes.get(format) ?? 0);
    sizes.set(format, size);
  }
  const scaled = series.map(({ format, values }) => values.map((value) => (value ?? 0) / (sizes.get(format) || 1)));
  const low = scaled.flat().reduce((least, value) => Math.min(least, value), 0);
  const high = scaled.flat().reduce((most, value) => Math.max(most, value), 0);
  const percent = (value: number) => (value / (high - low || 1)) * 100;
  const bar = (row: number, at: number) => {
    const value = scaled[at]![row] ?? 0;
    const node = element('div', { class: `bar series-${at}` });
    node.style.left = `${percent(Math.min(0, value) - low)}%`;
    node.style.width = `${percent(Math.abs(value))}%`;
    return element(
      'div',
      { class: 'bar-line' },
      element('div', { class: 'bar-track' }, node),
      element('span', { class: 'bar-value' }, series[at]!.texts[row]),
    );
  };
  const rows = labels.map((label, row) =>
    element(
      'div',
      { class: 'bar-row' },
      element('span', { class: 'bar-label', title: label }, label),
      element('div', { class: 'bar-group' }, ...series.map((_, at) => bar(row, at))),
    ),
  );
  return element('div', { class: 'bar-chart', 'aria-hidden': 'true' }, ...rows);
}
