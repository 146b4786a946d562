/** The inside of a widget's card: a number, a chart with its values in words, or a table. */

import { asNumber, type DataAnswer, plotOf, rowValue, titleOf } from '../charts/answer.ts';
import { init } from '../charts/chartLibrary.ts';
import { chartOption, placeName } from '../charts/chartOption.ts';
import type { WidgetDefinition } from '../charts/definition.ts';
import { h } from './dom.ts';
import type { Preferences } from './preferences.ts';
import type { Words } from './words.ts';

export interface WidgetBody {
  elements: readonly HTMLElement[];
  /** It is in the document now and has a size. */
  shown(): void;
  dispose(): void;
}

type Drill = (member: string, value: number | null, label: string) => void;

const mostRows = 200;

export function drawBody(
  widget: WidgetDefinition,
  answer: DataAnswer,
  preferences: Preferences,
  words: Words,
  drill: Drill,
): WidgetBody {
  if (answer.data.length === 0) return still(h('p', { class: 'empty' }, words.empty));
  if (widget.chart === 'number') return still(...numbers(widget, answer, preferences, words, drill));
  if (widget.chart === 'table') return still(table(widget, answer, preferences, words, drill));
  return chart(widget, answer, preferences, words, drill);
}

function still(...elements: HTMLElement[]): WidgetBody {
  return { elements, shown: () => {}, dispose: () => {} };
}

function numbers(
  { query, title }: WidgetDefinition,
  { data, annotation }: DataAnswer,
  { formats }: Preferences,
  words: Words,
  drill: Drill,
): HTMLElement[] {
  return (query.measures ?? []).map((measure) => {
    const value = asNumber(data[0]?.[measure]);
    const text = formats.number(value, annotation.measures?.[measure]);
    return h(
      'button',
      {
        type: 'button',
        class: 'figure',
        'data-drill': measure,
        'data-value': value,
        'aria-label': `${title}: ${text}`,
        title: `${words.drill} ${titleOf(measure, annotation)}`,
        onclick: () => drill(measure, value, title),
      },
      text,
    );
  });
}

function table(
  { query, title }: WidgetDefinition,
  { data, annotation }: DataAnswer,
  { formats }: Preferences,
  words: Words,
  drill: Drill,
): HTMLElement {
  const { measures = [], dimensions = [], timeDimensions = [] } = query;
  const names: { member: string; granularity?: string }[] = [
    ...timeDimensions
      .filter(({ granularity }) => granularity !== undefined)
      .map(({ dimension, granularity }) => ({ member: dimension, granularity: granularity! })),
    ...dimensions.map((member) => ({ member })),
  ];
  const head = h(
    'tr',
    {},
    ...names.map(({ member }) => h('th', { scope: 'col' }, titleOf(member, annotation))),
    ...measures.map((measure) => h('th', { scope: 'col', class: 'figure-column' }, titleOf(measure, annotation))),
  );
  const rows = data.slice(0, mostRows).map((row) => {
    const label = names.map(({ member, granularity }) =>
      formats.cell(rowValue(row, member, granularity), undefined, granularity),
    );
    return h(
      'tr',
      {},
      ...names.map(({ member, granularity }, at) =>
        h(
          at === 0 ? 'th' : 'td',
          at === 0 ? { scope: 'row' } : {},
          formats.cell(rowValue(row, member, granularity), annotation.dimensions?.[member], granularity),
        ),
      ),
      ...measures.map((measure) => {
        const value = asNumber(row[measure]);
        return h(
          'td',
          {
            class: 'figure-column',
            'data-value': value,
            'data-label': label.join(' · '),
            onclick: () => drill(measure, value, label.join(' · ')),
          },
          formats.number(value, annotation.measures?.[measure]),
        );
      }),
    );
  });
  const left = data.length - rows.length;
  return h(
    'div',
    { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': title },
    h('table', {}, h('thead', {}, head), h('tbody', {}, ...rows)),
    left > 0 && h('p', { class: 'empty' }, `+ ${left} ${words.more}`),
  );
}

function chart(
  widget: WidgetDefinition,
  answer: DataAnswer,
  preferences: Preferences,
  words: Words,
  drill: Drill,
): WidgetBody {
  const { formats, look } = preferences;
  const plot = plotOf(widget.query, answer);
  const canvas = h('div', { class: 'canvas', 'aria-hidden': 'true' });
  let drawn: ReturnType<typeof init> | undefined;
  const watch = new ResizeObserver(() => drawn?.resize());
  const places = plot.axis.keys.map((key) => placeName(plot, key, formats));
  // The same values for those who do not see the picture.
  const inWords = h(
    'table',
    { class: 'in-words' },
    h('caption', {}, `${words.values} ${widget.title}`),
    h(
      'tbody',
      {},
      ...places.flatMap((place, at) =>
        plot.series.map(({ name, measure, values }) => {
          const value = values[at] ?? null;
          const label = plot.series.length > 1 ? `${place} · ${name}` : place;
          const text = formats.number(value, answer.annotation.measures?.[measure]);
          return h(
            'tr',
            {},
            h('th', { scope: 'row' }, label),
            h('td', { 'data-label': label, 'data-value': value }, text),
          );
        }),
      ),
    ),
  );
  return {
    elements: [canvas, inWords],
    shown() {
      const animate = !matchMedia('(prefers-reduced-motion: reduce)').matches;
      drawn = init(canvas, null, { renderer: 'svg' });
      drawn.setOption(chartOption({ kind: widget.chart, plot, annotation: answer.annotation, formats, look, animate }));
      drawn.on('click', ({ seriesIndex, dataIndex }) => {
        const series = plot.series[seriesIndex ?? 0];
        const at = dataIndex ?? 0;
        if (series) drill(series.measure, series.values[at] ?? null, places[at] ?? '');
      });
      watch.observe(canvas);
    },
    dispose() {
      watch.disconnect();
      drawn?.dispose();
    },
  };
}
