/** Draws a dashboard with its data as one SVG, in the layout of the page. */

import { init } from './charts/chartLibrary.ts';
import { chartOption } from './charts/chartOption.ts';
import { bundledFont, type ChartTheme, chartThemeOf } from './charts/chartTheme.ts';
import type { DashboardDefinition, WidgetDefinition } from './charts/dashboardDefinition.ts';
import { isActive } from './charts/dataQuery.ts';
import { type Formats, formatsFor } from './charts/formats.ts';
import { columnsOf, plotOf, type QueryResult, titleOf } from './charts/queryResult.ts';
import type { ExportOptions, WidgetResult } from './exportBody.ts';
import { type Box, nestSvg, svgLine, svgRectangle, svgText } from './svg.ts';

const margin = 24;
const gap = 16;
const padding = 16;
const columnCount = 12;
const rowHeight = 34;
const shownRows = 30;

export interface Drawing {
  svg: string;
  /** Pixels. */
  width: number;
  height: number;
}

interface Style {
  theme: ChartTheme;
  formats: Formats;
}

/** With a `widgetId` in the options, the only widget takes the whole width. */
export function dashboardSvg(
  dashboard: DashboardDefinition,
  results: readonly WidgetResult[],
  options: ExportOptions,
): Drawing {
  const isSingle = options.widgetId !== undefined;
  const width = isSingle ? 960 : 1280;
  const theme = { ...chartThemeOf(options.scheme, options.theme), font: bundledFont };
  const style: Style = { theme, formats: formatsFor(options.locale) };
  const parts: string[] = [];
  let y = margin;
  const addLine = (text: string, size: number, color: string, height: number, bold = false) => {
    parts.push(svgText(text, { x: margin, y: y + size, size, color, bold, width: width - 2 * margin }));
    y += height;
  };
  if (!isSingle) {
    addLine(dashboard.title, 22, theme.text, 36, true);
    const filters = filterText(dashboard, options);
    if (filters !== '') addLine(filters, 13, theme.muted, 26);
    y += 8;
  }
  for (const row of rowsOf(results, isSingle)) {
    const height = Math.max(...row.map((one) => heightOf(one, isSingle)));
    const columnWidth = (width - 2 * margin + gap) / columnCount;
    let x = margin;
    for (const one of row) {
      const cardWidth = (isSingle ? columnCount : one.widget.columns) * columnWidth - gap;
      parts.push(card(one, { x, y, width: cardWidth, height }, style));
      x += cardWidth + gap;
    }
    y += height + gap;
  }
  addLine(`Times in ${options.timezone ?? 'UTC'}`, 12, theme.muted, margin);
  const height = Math.ceil(y);
  const head = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${bundledFont}">`;
  const background = `<rect width="${width}" height="${height}" fill="${theme.page}"/>`;
  return { svg: `${head}${background}${parts.join('')}</svg>`, width, height };
}

/** The active filters in one line. */
function filterText(dashboard: DashboardDefinition, { filters }: ExportOptions): string {
  const titles = new Map(dashboard.filters.map(({ member, title }) => [member, title]));
  const texts = filters.filter(isActive).map(({ member, operator, values = [] }) => {
    const separator = operator === 'equals' ? ':' : ` ${operator}`;
    return `${titles.get(member) ?? titleOf(member, {})}${separator} ${values.join(', ')}`;
  });
  return texts.join('   ·   ');
}

function rowsOf(results: readonly WidgetResult[], isSingle: boolean): WidgetResult[][] {
  const rows: WidgetResult[][] = [];
  let used = columnCount;
  for (const one of results) {
    const columns = isSingle ? columnCount : one.widget.columns;
    if (used + columns > columnCount) {
      rows.push([]);
      used = 0;
    }
    rows.at(-1)!.push(one);
    used += columns;
  }
  return rows;
}

function heightOf(one: WidgetResult, isSingle: boolean): number {
  if (one.widget.chart === 'number') return 100;
  if (one.widget.chart !== 'table' || 'failure' in one) return isSingle ? 480 : 326;
  return 52 + (Math.min(one.result.data.length, shownRows) + 1) * rowHeight + padding;
}

function card(one: WidgetResult, box: Box, style: Style): string {
  const { theme } = style;
  const { chart, title } = one.widget;
  const isNumber = chart === 'number';
  const x = box.x + padding;
  const width = box.width - 2 * padding;
  const color = isNumber ? theme.muted : theme.text;
  const header = svgText(title, { x, y: box.y + 32, size: 14, color, bold: !isNumber, width });
  const top = isNumber ? 0 : 44;
  const content = drawContent(one, { x, y: box.y + top, width, height: box.height - top - padding }, style);
  return svgRectangle(box, theme.card, theme.border, theme.radius) + header + content;
}

function drawContent(one: WidgetResult, box: Box, style: Style): string {
  const message = (text: string) =>
    svgText(text, { x: box.x, y: box.y + 56, size: 13, color: style.theme.muted, width: box.width });
  if ('failure' in one) return message(one.failure.split('\n')[0] ?? '');
  if (one.result.data.length === 0) return message('No rows');
  const draw = { number: drawNumbers, table: drawTable, bar: drawChart, line: drawChart }[one.widget.chart];
  return draw(one.widget, one.result, box, style);
}

type Draw = (widget: WidgetDefinition, result: QueryResult, box: Box, style: Style) => string;

const drawNumbers: Draw = ({ query }, { data, annotation }, { x, y, width }, { theme, formats }) => {
  const measures = columnsOf(query).filter(({ isMeasure }) => isMeasure);
  const text = measures.map((column) => formats.cell(data[0]!, column, annotation)).join('   ');
  return svgText(text, { x, y: y + 76, size: 30, color: theme.text, bold: true, width: width * 1.2 });
};

const drawChart: Draw = ({ chart: kind, query }, result, box, { theme, formats }) => {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width: box.width, height: box.height });
  try {
    const { annotation } = result;
    chart.setOption(chartOption({ kind, plot: plotOf(query, result), annotation, formats, theme, animate: false }));
    return nestSvg(chart.renderToSVGString(), box);
  } finally {
    chart.dispose();
  }
};

const drawTable: Draw = ({ query }, { data, annotation }, box, { theme, formats }) => {
  const columns = columnsOf(query);
  const columnWidth = box.width / columns.length;
  const rowOf = (texts: readonly string[], y: number, color: string, size: number) =>
    texts.map((text, index) => {
      const { isMeasure } = columns[index]!;
      const x = box.x + (isMeasure ? index + 1 : index) * columnWidth;
      return svgText(text, { x, y, size, color, anchor: isMeasure ? 'end' : 'start', width: columnWidth - 8 });
    });
  const titles = columns.map(({ member }) => titleOf(member, annotation));
  const parts = rowOf(titles, box.y + 22, theme.muted, 12);
  data.slice(0, shownRows).forEach((row, index) => {
    const y = box.y + (index + 1) * rowHeight;
    const texts = columns.map((column) => formats.cell(row, column, annotation));
    parts.push(svgLine(box.x, box.x + box.width, y, theme.grid), ...rowOf(texts, y + 22, theme.text, 13));
  });
  return parts.join('');
};
