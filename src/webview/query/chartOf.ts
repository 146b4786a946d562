/** Which chart fits a result, and its values. */

import type { Cell, ResultColumn } from '../../contract/messages/resultShape.ts';
import { type ColumnFormat, columnFormat } from './grid/cellText.ts';
import type { GridSource } from './grid/gridSource.ts';
import { oneLine } from './grid/visibleText.ts';

interface ChartSeries {
  title: string;
  /** The format of the measure; series with one format have one scale. */
  format: string;
  /** Rounded to what can be drawn; null: no value. */
  values: readonly (number | null)[];
  /** As the grid shows them. */
  texts: readonly string[];
}

type Reason = 'noRows' | 'noMeasure' | 'manyDimensions' | 'manyMeasures' | 'manyRows';

export type Chart =
  | { kind: 'none'; reason: Reason }
  | { kind: 'value'; title: string; texts: readonly string[]; branches: readonly string[] }
  | {
      kind: 'line' | 'bars';
      /** Title of the dimension. */
      by: string;
      labels: readonly string[];
      series: readonly ChartSeries[];
      /** The column of the values, for the axis. */
      column: ResultColumn;
      /** Places on the time axis, in milliseconds. */
      times: readonly number[];
      /** Only the first rows are drawn. */
      isCut: boolean;
    };

/** A chart with axes. */
export type DrawnChart = Extract<Chart, { kind: 'line' | 'bars' }>;

export const maxMeasures = 4;
export const maxRows = { line: 2_000, bars: 60 };

interface Reader {
  source: GridSource;
  formats: readonly ColumnFormat[];
  /** The panel's branch. */
  branch: string;
}

/** A comparison of one measure has a series for each branch. */
export function chartOf(source: GridSource, branch: string, language: string, emptyWord: string): Chart {
  const columns = source.columns.map((column, place) => ({ ...column, place }));
  const measures = columns.filter(({ kind, type }) => kind === 'measure' && type === 'number');
  const dimensions = columns.filter(({ kind }) => kind !== 'measure');
  const none = (reason: Reason): Chart => ({ kind: 'none', reason });
  if (source.count === 0) return none('noRows');
  if (measures.length === 0) return none('noMeasure');
  if (dimensions.length > 1) return none('manyDimensions');
  if (measures.length > maxMeasures) return none('manyMeasures');
  const reader = { source, branch, formats: source.columns.map((column) => columnFormat(column, language, emptyWord)) };
  const [dimension] = dimensions;
  if (dimension) return overDimension(reader, dimension, measures);
  if (source.count > 1) return none('manyRows');
  return measures.length > 1 ? overMeasures(reader, measures) : oneValue(reader, measures[0]!);
}

type Placed = ResultColumn & { place: number };

function oneValue({ source, formats, branch }: Reader, { title, place }: Placed): Chart {
  const now = source.cell(0, place);
  const before = source.before(0, place);
  const change = before === undefined ? undefined : formats[place]!.change(before, now);
  const texts = change ? [change.after.text, change.before.text, change.difference] : [formats[place]!.show(now).text];
  const branches = change ? [branch, source.compared!.branch] : [];
  return { kind: 'value', title: oneLine(title), texts, branches: branches.map((name) => oneLine(name)) };
}

/** Several measures of all rows: a bar for each. */
function overMeasures({ source, formats }: Reader, measures: readonly Placed[]): Chart {
  const cells = measures.map(({ place }) => source.cell(0, place));
  const texts = measures.map(({ place }, at) => formats[place]!.show(cells[at]!).text);
  return {
    kind: 'bars',
    by: '',
    labels: measures.map(({ title }) => oneLine(title)),
    series: [{ title: '', format: '', values: cells.map(numberOf), texts }],
    column: measures[0]!,
    times: [],
    isCut: false,
  };
}

function overDimension(reader: Reader, dimension: Placed, measures: readonly Placed[]): Chart {
  const { source, formats } = reader;
  const isLine = dimension.kind === 'time' || dimension.type === 'time';
  const isTwoBranches = source.compared !== undefined && measures.length === 1;
  let rows = Array.from({ length: source.count }, (_, row) => row);
  if (!isTwoBranches) rows = rows.filter((row) => source.change(row) !== 'removed');
  const timeAt = (row: number) => timeOf(source.cell(row, dimension.place));
  if (isLine) rows = rows.filter((row) => !Number.isNaN(timeAt(row))).sort((a, b) => timeAt(a) - timeAt(b));
  const kind = isLine ? 'line' : 'bars';
  if (rows.length === 0) return { kind: 'none', reason: 'noRows' };
  const shown = rows.slice(0, maxRows[kind]);
  return {
    kind,
    by: oneLine(dimension.title),
    labels: shown.map((row) => formats[dimension.place]!.show(source.cell(row, dimension.place)).text),
    series: isTwoBranches ? branchSeries(reader, measures[0]!, shown) : measureSeries(reader, measures, shown),
    column: measures[0]!,
    times: isLine ? shown.map(timeAt) : [],
    isCut: shown.length < rows.length,
  };
}

function measureSeries(
  { source, formats }: Reader,
  measures: readonly Placed[],
  rows: readonly number[],
): ChartSeries[] {
  return measures.map(({ title, place, format = '' }) => {
    const cells = rows.map((row) => source.cell(row, place));
    return seriesOf(title, format, cells, formats[place]!);
  });
}

function branchSeries({ source, formats, branch }: Reader, { place }: Placed, rows: readonly number[]): ChartSeries[] {
  const now = rows.map((row) => (source.change(row) === 'removed' ? null : source.cell(row, place)));
  const before = rows.map((row) => {
    if (source.change(row) === 'added') return null;
    const earlier = source.before(row, place);
    return earlier === undefined ? source.cell(row, place) : earlier;
  });
  return [seriesOf(branch, '', now, formats[place]!), seriesOf(source.compared!.branch, '', before, formats[place]!)];
}

function seriesOf(title: string, formatName: string, cells: readonly Cell[], format: ColumnFormat): ChartSeries {
  const texts = cells.map((cell) => format.show(cell).text);
  return { title: oneLine(title), format: formatName, values: cells.map(numberOf), texts };
}

function numberOf(cell: Cell): number | null {
  if (cell === null || cell === '') return null;
  const value = Number(cell);
  return Number.isFinite(value) ? value : null;
}

/** Times without a zone are those of the query's zone; only their distances count. */
function timeOf(cell: Cell): number {
  if (typeof cell !== 'string') return Number.NaN;
  return Date.parse(
    /(?:Z|[+-]\d\d:?\d\d)$/.test(cell) || !/[T ]\d\d:/.test(cell) ? cell : `${cell.replace(' ', 'T')}Z`,
  );
}

/** From at most the least to at least the largest value, zero included. @param count about how many */
export function ticksFor(values: readonly number[], count: number): number[] {
  const low = values.reduce((least, value) => Math.min(least, value), 0);
  const high = values.reduce((most, value) => Math.max(most, value), 0);
  if (low === high) return [0, 1];
  const rough = high / count - low / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 2.5, 5].find((factor) => factor * power >= rough) ?? 10);
  if (!Number.isFinite(step) || step === 0) return [low, high];
  const first = Math.floor(low / step);
  const last = Math.ceil(high / step);
  // Digits that come from rounding are dropped.
  const rounded = (value: number) => Number(Math.min(value, Number.MAX_VALUE).toPrecision(12));
  return Array.from({ length: last - first + 1 }, (_, at) => Math.min(rounded((first + at) * step), Number.MAX_VALUE));
}
