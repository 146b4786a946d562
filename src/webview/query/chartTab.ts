/** The chart of a result, with a table of its values. */

import { element, replaceContent } from '../../base/browser/dom.ts';
import type { QueryText } from '../shared/pageTexts.ts';
import { drawBarChart } from './barChart.ts';
import { type Chart, chartOf, type DrawnChart, maxMeasures, maxRows } from './chartOf.ts';
import { makeChartTable } from './chartTable.ts';
import type { GridSource } from './grid/gridSource.ts';
import { numberTextOf } from './grid/numberText.ts';
import { drawLineChart } from './lineChart.ts';

export interface ChartTab {
  readonly node: HTMLElement;
  /** @param branch the panel's */
  show(source: GridSource | undefined, branch: string): void;
}

export function makeChartTab(text: QueryText, language: string): ChartTab {
  const drawing = element('div', { class: 'chart-drawing' });
  const legend = element('div', { class: 'chart-legend' });
  const pointed = element('p', { class: 'chart-point' });
  const table = makeChartTable(text);
  const node = element('div', { class: 'chart-tab' }, legend, pointed, drawing, table.node);
  let source: GridSource | undefined;
  let branch = '';
  let chart: Chart | undefined;
  let isDrawn = false;

  const draw = () => {
    // A hidden tab has no size.
    if (node.clientWidth === 0) return;
    chart ??= source && chartOf(source, branch, language, text('cell.empty'));
    isDrawn = true;
    replaceContent(legend);
    replaceContent(pointed);
    pointed.hidden = chart?.kind !== 'line';
    table.show(chart?.kind === 'line' || chart?.kind === 'bars' ? chart : undefined);
    if (!chart) replaceContent(drawing, element('p', { class: 'hint' }, text('chart.noResult')));
    else if (chart.kind === 'none')
      replaceContent(drawing, element('p', { class: 'hint' }, text(`chart.${chart.reason}`, maxMeasures)));
    else if (chart.kind === 'value') replaceContent(drawing, bigValue(chart));
    else drawSeries(chart);
  };

  const drawSeries = (drawn: DrawnChart) => {
    if (drawn.series.length > 1 || drawn.kind === 'line') {
      replaceContent(
        legend,
        ...drawn.series.map(({ title }, at) =>
          element('span', { class: 'legend-entry' }, element('span', { class: `swatch series-${at}` }), title),
        ),
      );
    }
    const titles = drawn.series.map(({ title }) => title).join(', ');
    const name = text(drawn.kind === 'line' ? 'chart.line' : 'chart.bars', titles, drawn.by);
    const picture = element('div', { role: 'img', 'aria-label': `${name}. ${text('chart.table')}` });
    replaceContent(
      drawing,
      picture,
      drawn.isCut && element('p', { class: 'hint' }, text('chart.cut', maxRows[drawn.kind])),
    );
    picture.append(drawn.kind === 'line' ? lineChart(drawn) : drawBarChart(drawn));
  };

  const lineChart = (drawn: DrawnChart) => {
    const size = { width: drawing.clientWidth, height: Math.max(160, drawing.clientHeight - (drawn.isCut ? 30 : 8)) };
    const line = drawLineChart(drawn, size, axisText(drawn, language));
    line.svg.addEventListener('pointermove', ({ clientX }) => {
      const point = line.nearest(clientX - line.svg.getBoundingClientRect().left);
      line.mark(point);
      const values = drawn.series.map(({ title, texts }) => `${title} ${texts[point]}`);
      pointed.textContent = `${drawn.labels[point]}: ${values.join(', ')}`;
    });
    line.svg.addEventListener('pointerleave', () => {
      line.mark(undefined);
      replaceContent(pointed);
    });
    return line.svg;
  };

  const fit = () => {
    if (!isDrawn || chart?.kind === 'line') draw();
  };
  new ResizeObserver(fit).observe(node);
  table.node.addEventListener('toggle', fit);

  return {
    node,
    show(shown, on) {
      source = shown;
      branch = on;
      chart = undefined;
      isDrawn = false;
      draw();
    },
  };
}

function bigValue({ title, texts, branches }: Extract<Chart, { kind: 'value' }>): HTMLElement {
  const [now, before, difference] = texts;
  return element(
    'div',
    { class: 'big-value' },
    element('p', { class: 'value-title' }, title),
    element('p', { class: 'value' }, now),
    before !== undefined && element('p', { class: 'hint' }, `${branches[0]}: ${now} · ${branches[1]}: ${before}`),
    difference !== undefined && difference !== '' && element('p', { class: 'difference' }, difference),
  );
}

/** Short, such as 1.2M; percentages in their format. */
function axisText({ column }: DrawnChart, language: string): (value: number) => string {
  if (column.format?.startsWith('percent') || column.format?.endsWith('%')) {
    const format = numberTextOf(column, language);
    return (value) => format(String(value)) ?? String(value);
  }
  const compact = new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 2 });
  return (value) => compact.format(value);
}
