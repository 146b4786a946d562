/** What the data API answers to a widget's query, read as numbers along one axis. Knows no chart. */

import type { DataQuery } from './definition.ts';

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

export interface DataAnswer {
  data: readonly Row[];
  annotation: Annotation;
}

export interface Series {
  name: string;
  measure: string;
  /** One for each place on the axis; null where there is no row. */
  values: readonly (number | null)[];
}

export interface Axis {
  /** Undefined where the query has measures only. */
  member: string | undefined;
  /** Set where the axis is time. */
  granularity: string | undefined;
  /** Raw values, as the data API sent them. */
  keys: readonly string[];
}

export interface Plot {
  axis: Axis;
  series: readonly Series[];
}

export function asNumber(value: Row[string] | undefined): number | null {
  if (value === null || value === undefined || value === '') return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

/** What a person calls a member. */
export function titleOf(member: string, annotation: Annotation): string {
  for (const kind of ['measures', 'dimensions', 'timeDimensions'] as const) {
    const found = annotation[kind]?.[member];
    const title = found?.shortTitle ?? found?.title;
    if (title) return title;
  }
  const words = member.slice(member.indexOf('.') + 1).replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A row's value of a member; a time dimension's comes under its granularity. */
export function rowValue(row: Row, member: string, granularity?: string): Row[string] | undefined {
  return (granularity === undefined ? undefined : row[`${member}.${granularity}`]) ?? row[member];
}

/** Rows → series: the first of time and dimensions is the axis, the others tell the series apart. */
export function plotOf({ measures = [], dimensions = [], timeDimensions = [] }: DataQuery, answer: DataAnswer): Plot {
  const time = timeDimensions.find(({ granularity }) => granularity !== undefined);
  const [member, ...others] = time ? [time.dimension, ...dimensions] : dimensions;
  const granularity = time?.granularity;
  const keyOf = (row: Row) => String((member === undefined ? '' : rowValue(row, member, granularity)) ?? '—');
  const keys = [...new Set(answer.data.map(keyOf))];
  const places = new Map(keys.map((key, at) => [key, at]));
  const found = new Map<string, { name: string; measure: string; values: (number | null)[] }>();
  for (const row of answer.data) {
    const kind = others.map((other) => row[other] ?? '—').join(' · ');
    for (const measure of measures) {
      const title = titleOf(measure, answer.annotation);
      const name = kind === '' ? title : measures.length > 1 ? `${kind} · ${title}` : kind;
      const id = `${kind}\n${measure}`;
      const series = found.get(id) ?? { name, measure, values: keys.map(() => null) };
      found.set(id, series);
      series.values[places.get(keyOf(row))!] = asNumber(row[measure]);
    }
  }
  return { axis: { member, granularity, keys }, series: [...found.values()] };
}
