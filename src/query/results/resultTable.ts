/** The rows of a query as a table: its columns in the query's order, every digit kept. */

import { type DataRows, rangeKey } from '../../contract/dataApi.ts';
import type { Cell, ResultColumn } from '../../contract/messages/resultShape.ts';

/** A result has fewer rows than the query asks for, because the platform limits them. */
export interface Cut {
  /** Rows that the query asks for. Null: the platform does not tell, and the rows may be all. */
  total: number | null;
}

export interface ResultTable {
  columns: readonly ResultColumn[];
  rows: readonly (readonly Cell[])[];
  /** Undefined: the rows are all. */
  cut?: Cut | undefined;
  /** What made the SQL, if the platform says so. */
  planner?: string | undefined;
}

/** A result that may be tested and compared; `wholeTable` makes sure. */
export type WholeTable = ResultTable & { cut?: undefined };

/** Characters. A server sends titles of any length, and each of them is in every message to the page of the result. */
const maxTitle = 1000;

type Members = Readonly<Record<string, Readonly<Record<string, unknown>>>> | null | undefined;

/** Measures with these types are numbers. */
const numericTypes = new Set([
  ...['number', 'count', 'countDistinct', 'countDistinctApprox', 'count_distinct', 'count_distinct_approx'],
  ...['sum', 'avg', 'min', 'max', 'runningTotal', 'running_total'],
]);

/** @param query the platform's query object, of any shape */
export function tableOf(
  { data, annotation, planner }: DataRows,
  query: Readonly<Record<string, unknown>>,
): ResultTable {
  const columns: ResultColumn[] = [];
  const known = new Set<string>();
  const add = (key: string, member: string, kind: ResultColumn['kind'], members: Members, granularity?: string) => {
    if (known.has(key)) return;
    known.add(key);
    const described = members && Object.hasOwn(members, key) ? members[key]! : {};
    columns.push({ key, member, kind, ...textsOf(described, member, kind), ...(granularity && { granularity }) });
  };
  if (comparesRanges(query.timeDimensions)) {
    known.add(rangeKey);
    columns.push({ key: rangeKey, member: rangeKey, kind: 'dimension', title: 'Date Range', type: 'string' });
  }
  for (const name of namesIn(query.dimensions)) add(name, name, 'dimension', annotation?.dimensions);
  for (const { dimension, granularity } of timesIn(query.timeDimensions)) {
    add(`${dimension}.${granularity}`, dimension, 'time', annotation?.timeDimensions, granularity);
  }
  for (const name of namesIn(query.measures)) add(name, name, 'measure', annotation?.measures);
  const keys = columns.map(({ key }) => key);
  const rows = data.map((row) => keys.map((key) => (Object.hasOwn(row, key) ? cellOf(row[key]) : null)));
  return { columns, rows, ...(planner && { planner: planner.slice(0, maxTitle) }) };
}

function textsOf(described: Readonly<Record<string, unknown>>, member: string, kind: ResultColumn['kind']) {
  const text = (key: string) => (typeof described[key] === 'string' ? (described[key] as string) : undefined);
  const type = text('type') ?? (kind === 'time' ? 'time' : kind === 'measure' ? 'number' : 'string');
  const format = formatOf(described.format);
  const currency = text('currency');
  return {
    title: (text('title') ?? text('shortTitle') ?? member).slice(0, maxTitle),
    type: dataTypeOf(type),
    ...(format !== undefined && { format }),
    ...(currency !== undefined && { currency }),
  };
}

/** The type of a member's values: a measure of type `sum` has numbers. */
export function dataTypeOf(type: string): string {
  return numericTypes.has(type) ? 'number' : type;
}

/** A specification, which a name such as `percent_1` also has, is the `value` of an object. */
function formatOf(format: unknown): string | undefined {
  if (typeof format !== 'object' || format === null) return typeof format === 'string' ? format : undefined;
  const { type, value } = format as { type?: unknown; value?: unknown };
  return typeof value === 'string' ? value : typeof type === 'string' ? type : undefined;
}

function namesIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((name): name is string => typeof name === 'string') : [];
}

/** The time dimensions that have a column: those with a granularity. */
function timesIn(value: unknown): { dimension: string; granularity: string }[] {
  if (!Array.isArray(value)) return [];
  return value.filter(
    (time): time is { dimension: string; granularity: string } =>
      typeof time?.dimension === 'string' && typeof time.granularity === 'string' && time.granularity !== '',
  );
}

function comparesRanges(value: unknown): boolean {
  return Array.isArray(value) && value.some((time) => Array.isArray(time?.[rangeKey]));
}

/** A driver may send a list or an object, which is shown as JSON. */
function cellOf(value: unknown): Cell {
  if (value === null || value === undefined) return null;
  return typeof value === 'object' ? JSON.stringify(value) : (value as string | number | boolean);
}
