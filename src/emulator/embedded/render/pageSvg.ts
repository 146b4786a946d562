/** A filled dashboard as one drawing, laid out as the page lays it out. */

import { asNumber, type DataAnswer, plotOf, rowValue, titleOf } from '../charts/answer.ts';
import { init } from '../charts/chartLibrary.ts';
import { chartOption } from '../charts/chartOption.ts';
import { type ChartTheme, chartThemeOf, ownFont } from '../charts/chartTheme.ts';
import { filters, type WidgetDefinition } from '../charts/definition.ts';
import { type Formats, formatsFor } from '../charts/format.ts';
import type { Filled, PageToRender } from './pageToRender.ts';
import { type Box, box, line, placed, words } from './svg.ts';

const margin = 24;
const gap = 16;
const padding = 16;
const columns = 12;
const rowHeight = 34;
const mostRows = 30;

export interface Drawing {
  svg: string;
  /** Pixels. */
  width: number;
  height: number;
}

interface Brush {
  look: ChartTheme;
  formats: Formats;
}

export function pageSvg(page: PageToRender, filled: readonly Filled[]): Drawing {
  const alone = page.widgetId !== undefined;
  const width = alone ? 960 : 1280;
  const look = { ...chartThemeOf(page.scheme, page.theme), font: ownFont };
  const brush: Brush = { look, formats: formatsFor(page.locale) };
  const parts: string[] = [];
  let y = margin;
  if (!alone) {
    parts.push(
      words({
        x: margin,
        y: y + 22,
        text: page.dashboard.title,
        size: 22,
        color: look.text,
        bold: true,
        width: width - 2 * margin,
      }),
    );
    y += 36;
    const inForce = inWords(page);
    if (inForce !== '') {
      parts.push(
        words({ x: margin, y: y + 14, text: inForce, size: 13, color: look.muted, width: width - 2 * margin }),
      );
      y += 26;
    }
    y += 8;
  }
  for (const row of rowsOf(filled, alone)) {
    const height = Math.max(...row.map((one) => heightOf(one, alone)));
    const unit = (width - 2 * margin + gap) / columns;
    let x = margin;
    for (const one of row) {
      const wide = (alone ? columns : one.widget.columns) * unit - gap;
      parts.push(card(one, { x, y, width: wide, height }, brush));
      x += wide + gap;
    }
    y += height + gap;
  }
  parts.push(words({ x: margin, y: y + 8, text: `Times in ${page.timezone ?? 'UTC'}`, size: 12, color: look.muted }));
  const height = Math.ceil(y + margin);
  const head = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${ownFont}">`;
  const ground = `<rect width="${width}" height="${height}" fill="${look.page}"/>`;
  return { svg: `${head}${ground}${parts.join('')}</svg>`, width, height };
}

/** The filters in force, as one line. */
function inWords(page: PageToRender): string {
  const named = new Map(page.dashboard.filters.map(({ member, title }) => [member, title]));
  return page.filters
    .filter(filters)
    .map(({ member, operator, values = [] }) => {
      const sign = operator === 'equals' ? ':' : ` ${operator}`;
      return `${named.get(member) ?? titleOf(member, {})}${sign} ${values.join(', ')}`;
    })
    .join('   ·   ');
}

function rowsOf(filled: readonly Filled[], alone: boolean): Filled[][] {
  const rows: Filled[][] = [];
  let used = columns;
  for (const one of filled) {
    const wanted = alone ? columns : one.widget.columns;
    if (used + wanted > columns) {
      rows.push([]);
      used = 0;
    }
    rows.at(-1)!.push(one);
    used += wanted;
  }
  return rows;
}

function heightOf(one: Filled, alone: boolean): number {
  if (one.widget.chart === 'number') return 100;
  if (one.widget.chart !== 'table' || !('answer' in one)) return alone ? 480 : 326;
  return 52 + (Math.min(one.answer.data.length, mostRows) + 1) * rowHeight + padding;
}

function card(one: Filled, place: Box, brush: Brush): string {
  const { look } = brush;
  const { widget } = one;
  const isNumber = widget.chart === 'number';
  const title = words({
    x: place.x + padding,
    y: place.y + 32,
    text: widget.title,
    size: 14,
    color: isNumber ? look.muted : look.text,
    bold: !isNumber,
    width: place.width - 2 * padding,
  });
  const top = isNumber ? 0 : 44;
  const inside = {
    x: place.x + padding,
    y: place.y + top,
    width: place.width - 2 * padding,
    height: place.height - top - padding,
  };
  return box(place, look.card, look.border, look.radius) + title + content(one, inside, brush);
}

function content(one: Filled, place: Box, brush: Brush): string {
  const said = (text: string) =>
    words({ x: place.x, y: place.y + 56, text, size: 13, color: brush.look.muted, width: place.width });
  if ('failure' in one) return said(one.failure.split('\n')[0] ?? '');
  const { widget, answer } = one;
  if (answer.data.length === 0) return said('No rows');
  if (widget.chart === 'number') return figure(widget, answer, place, brush);
  if (widget.chart === 'table') return table(widget, answer, place, brush);
  return chart(widget, answer, place, brush);
}

function figure(
  { query }: WidgetDefinition,
  answer: DataAnswer,
  { x, y, width }: Box,
  { look, formats }: Brush,
): string {
  const texts = (query.measures ?? []).map((measure) =>
    formats.number(asNumber(answer.data[0]?.[measure]), answer.annotation.measures?.[measure]),
  );
  return words({ x, y: y + 76, text: texts.join('   '), size: 30, color: look.text, bold: true, width: width * 1.2 });
}

function chart(
  { chart: kind, query }: WidgetDefinition,
  answer: DataAnswer,
  place: Box,
  { look, formats }: Brush,
): string {
  const drawn = init(null, null, { renderer: 'svg', ssr: true, width: place.width, height: place.height });
  try {
    const plot = plotOf(query, answer);
    drawn.setOption(chartOption({ kind, plot, annotation: answer.annotation, formats, look, animate: false }));
    return placed(drawn.renderToSVGString(), place.x, place.y);
  } finally {
    drawn.dispose();
  }
}

function table({ query }: WidgetDefinition, answer: DataAnswer, place: Box, { look, formats }: Brush): string {
  const { measures = [], dimensions = [], timeDimensions = [] } = query;
  const { annotation } = answer;
  const names = [
    ...timeDimensions.map(({ dimension, granularity }) => ({ member: dimension, granularity })),
    ...dimensions.map((member) => ({ member, granularity: undefined })),
  ];
  const wide = place.width / (names.length + measures.length);
  const cell = (at: number, text: string, y: number, color: string, size: number) => {
    const isFigure = at >= names.length;
    const x = place.x + (isFigure ? (at + 1) * wide : at * wide);
    return words({ x, y, text, size, color, anchor: isFigure ? 'end' : 'start', width: wide - 8 });
  };
  const heads = [...names.map(({ member }) => member), ...measures];
  const parts = heads.map((member, at) => cell(at, titleOf(member, annotation), place.y + 22, look.muted, 12));
  const right = place.x + place.width;
  answer.data.slice(0, mostRows).forEach((row, index) => {
    const y = place.y + (index + 1) * rowHeight;
    parts.push(line(place.x, right, y, look.grid));
    const texts = [
      ...names.map(({ member, granularity }) =>
        formats.cell(rowValue(row, member, granularity), annotation.dimensions?.[member], granularity),
      ),
      ...measures.map((measure) => formats.number(asNumber(row[measure]), annotation.measures?.[measure])),
    ];
    parts.push(...texts.map((text, at) => cell(at, text, y + 22, look.text, 13)));
  });
  return parts.join('');
}
