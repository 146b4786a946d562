/** Rows of the data API, read as table columns and as series along one axis. */

import type { DataQuery } from './dataQuery.ts';

/** Values as the data API sends them: numbers come as text. */
export type Row = Readonly<Record<string, string | number | boolean | null>>;

export interface MemberAnnotation {
  title?: string;
  shortTitle?: string;
  type?: string;
  format?: unknown;
}

export interface Annotation {
  measures?: Readonly<Record<string, MemberAnnotation>>;
  dimensions?: Readonly<Record<string, MemberAnnotation>>;
  timeDimensions?: Readonly<Record<string, MemberAnnotation>>;
}

export interface QueryResult {
  data: readonly Row[];
  annotation: Annotation;
}

export interface Column {
  member: string;
  /** Set for time dimensions. */
  granularity?: string | undefined;
  isMeasure: boolean;
}

export interface Series {
  name: string;
  measure: string;
  /** One for each key of the axis; null if there is no row. */
  values: readonly (number | null)[];
}

interface Axis {
  /** Undefined if the query has measures only. */
  member: string | undefined;
  /** Set if the axis is time. */
  granularity: string | undefined;
  /** Raw values, as the data API sent them. */
  keys: readonly string[];
}

export interface Plot {
  axis: Axis;
  series: readonly Series[];
}

export function toNumber(value: Row[string] | undefined): number | null {
  if (value === null || value === undefined || value === '') return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

export function titleOf(member: string, annotation: Annotation): string {
  for (const kind of ['measures', 'dimensions', 'timeDimensions'] as const) {
    const found = annotation[kind]?.[member];
    const title = found?.shortTitle ?? found?.title;
    if (title) return title;
  }
  const text = member.slice(member.indexOf('.') + 1).replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A row's value of a member. A time dimension's value is stored under its granularity. */
export function rowValue(row: Row, { member, granularity }: Pick<Column, 'member' | 'granularity'>) {
  return (granularity === undefined ? undefined : row[`${member}.${granularity}`]) ?? row[member];
}

/** The columns of a table: time, dimensions, measures. */
export function columnsOf({ measures = [], dimensions = [], timeDimensions = [] }: DataQuery): Column[] {
  const times = timeDimensions.filter(({ granularity }) => granularity !== undefined);
  return [
    ...times.map(({ dimension, granularity }) => ({ member: dimension, granularity, isMeasure: false })),
    ...dimensions.map((member) => ({ member, isMeasure: false })),
    ...measures.map((member) => ({ member, isMeasure: true })),
  ];
}

/** The first time dimension or dimension becomes the axis; the others distinguish the series. */
export function plotOf(query: DataQuery, { data, annotation }: QueryResult): Plot {
  const columns = columnsOf(query);
  const [axis, ...others] = columns.filter(({ isMeasure }) => !isMeasure);
  const measures = columns.filter(({ isMeasure }) => isMeasure).map(({ member }) => member);
  const keyOf = (row: Row) => String((axis ? rowValue(row, axis) : '') ?? '—');
  const keys = [...new Set(data.map(keyOf))];
  const positions = new Map(keys.map((key, index) => [key, index]));
  const seriesById = new Map<string, { name: string; measure: string; values: (number | null)[] }>();
  for (const row of data) {
    const group = others.map((column) => rowValue(row, column) ?? '—').join(' · ');
    for (const measure of measures) {
      const title = titleOf(measure, annotation);
      const name = group === '' ? title : measures.length > 1 ? `${group} · ${title}` : group;
      const id = `${group}\n${measure}`;
      const series = seriesById.get(id) ?? { name, measure, values: keys.map(() => null) };
      seriesById.set(id, series);
      series.values[positions.get(keyOf(row))!] = toNumber(row[measure]);
    }
  }
  return { axis: { member: axis?.member, granularity: axis?.granularity, keys }, series: [...seriesById.values()] };
}
