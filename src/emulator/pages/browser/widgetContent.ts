/** The content of a widget: numbers, a table, or a chart with its values as a hidden table. */

import { element } from '../../../base/browser/dom.ts';
import { init } from '../charts/chartLibrary.ts';
import { axisLabel, chartOption } from '../charts/chartOption.ts';
import type { WidgetDefinition } from '../charts/dashboardDefinition.ts';
import { columnsOf, plotOf, type QueryResult, titleOf, toNumber } from '../charts/queryResult.ts';
import type { Preferences } from './preferences.ts';

export interface WidgetContent {
  elements: readonly HTMLElement[];
  /** Called when the elements are in the document and have a size. */
  attached?(): void;
  dispose?(): void;
}

/** Called with the measure and the value that the viewer selects. */
export type Drill = (measure: string, value: number | null, label: string) => void;

type Draw = (widget: WidgetDefinition, result: QueryResult, preferences: Preferences, drill: Drill) => WidgetContent;

const shownRows = 200;

export const drawContent: Draw = (widget, result, preferences, drill) => {
  if (result.data.length === 0) return { elements: [element('p', { class: 'detail' }, 'No rows')] };
  const draw = { number: drawNumbers, table: drawTable, bar: drawChart, line: drawChart }[widget.chart];
  return draw(widget, result, preferences, drill);
};

const drawNumbers: Draw = ({ query, title }, { data, annotation }, { formats }, drill) => ({
  elements: (query.measures ?? []).map((measure) => {
    const value = toNumber(data[0]?.[measure]);
    const text = formats.number(value, annotation.measures?.[measure]);
    const label = { 'aria-label': `${title}: ${text}`, title: `Drill Down into ${titleOf(measure, annotation)}` };
    const onclick = () => drill(measure, value, title);
    const attributes = { class: 'figure', 'data-drill': measure, 'data-value': value, ...label, onclick };
    return element('button', { type: 'button', ...attributes }, text);
  }),
});

const drawTable: Draw = ({ query, title }, { data, annotation }, { formats }, drill) => {
  const columns = columnsOf(query);
  const head = columns.map(({ member, isMeasure }) =>
    element('th', { scope: 'col', class: isMeasure && 'figure-column' }, titleOf(member, annotation)),
  );
  const rows = data.slice(0, shownRows).map((row) => {
    const texts = columns.map((column) => formats.cell(row, column, annotation));
    const label = texts.filter((_, index) => !columns[index]!.isMeasure).join(' · ');
    const cells = columns.map(({ member, isMeasure }, index) => {
      if (!isMeasure) return element(index === 0 ? 'th' : 'td', { scope: index === 0 && 'row' }, texts[index]);
      const value = toNumber(row[member]);
      const onclick = () => drill(member, value, label);
      const attributes = { class: 'figure-column', 'data-value': value, 'data-label': label, onclick };
      return element('td', attributes, texts[index]);
    });
    return element('tr', {}, ...cells);
  });
  const hidden = data.length - rows.length;
  const table = element('table', {}, element('thead', {}, element('tr', {}, ...head)), element('tbody', {}, ...rows));
  const more = hidden > 0 && element('p', { class: 'detail' }, `+ ${hidden} more rows`);
  const attributes = { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': title };
  return { elements: [element('div', attributes, table, more)] };
};

const drawChart: Draw = ({ chart: kind, query, title }, result, { formats, chartTheme: theme }, drill) => {
  const { annotation } = result;
  const plot = plotOf(query, result);
  const labels = plot.axis.keys.map((key) => axisLabel(plot, key, formats));
  const canvas = element('div', { class: 'canvas', 'aria-hidden': 'true' });
  // Screen readers get the values as a table.
  const rows = labels.flatMap((label, index) =>
    plot.series.map(({ name, measure, values }) => {
      const value = values[index] ?? null;
      const text = plot.series.length > 1 ? `${label} · ${name}` : label;
      const attributes = { 'data-label': text, 'data-value': value };
      const cell = element('td', attributes, formats.number(value, annotation.measures?.[measure]));
      return element('tr', {}, element('th', { scope: 'row' }, text), cell);
    }),
  );
  const caption = element('caption', {}, `Values of ${title}`);
  const table = element('table', { class: 'visually-hidden' }, caption, element('tbody', {}, ...rows));
  let chart: ReturnType<typeof init> | undefined;
  const sizeObserver = new ResizeObserver(() => chart?.resize());
  return {
    elements: [canvas, table],
    attached() {
      const animate = !matchMedia('(prefers-reduced-motion: reduce)').matches;
      chart = init(canvas, null, { renderer: 'svg' });
      chart.setOption(chartOption({ kind, plot, annotation, formats, theme, animate }));
      chart.on('click', ({ seriesIndex = 0, dataIndex = 0 }) => {
        const series = plot.series[seriesIndex];
        if (series) drill(series.measure, series.values[dataIndex] ?? null, labels[dataIndex] ?? '');
      });
      sizeObserver.observe(canvas);
    },
    dispose() {
      sizeObserver.disconnect();
      chart?.dispose();
    },
  };
};
