/** Which rows are shown, by the values of their columns. */

import type { QueryPageState } from '../../../contract/messages/queryChannel.ts';
import type { Cell } from '../../../contract/messages/resultShape.ts';
import type { GridSource } from './gridSource.ts';
import { orderOf } from './order.ts';

/** By the key of the column. */
export type ValueFilters = QueryPageState['filters'];
export type ValueFilter = ValueFilters[string];

export interface FilteredRows {
  shown: number;
  all: number;
  /** Titles of the filtered columns; empty without a filter. */
  columns: readonly string[];
}

/** All values are shown. */
export const noFilter: ValueFilter = { only: false, values: [] };

/** The value as the filter lists it: null and the text `null` are different. */
function filterKey(cell: Cell): string {
  return JSON.stringify(cell);
}

export function isFiltered({ only, values }: ValueFilter): boolean {
  return only || values.length > 0;
}

export function filterOf(filters: ValueFilters, key: string): ValueFilter {
  return Object.hasOwn(filters, key) ? filters[key]! : noFilter;
}

/** Places of the rows that pass the filters of all columns, apart from the one with the key `except`. */
function passingRows(source: GridSource, filters: ValueFilters, except?: string): Uint32Array {
  const tests = source.columns.flatMap(({ key }, column) => {
    const filter = filterOf(filters, key);
    if (key === except || !isFiltered(filter)) return [];
    const listed = new Set(filter.values);
    return [(row: number) => listed.has(filterKey(source.cell(row, column))) === filter.only];
  });
  const all = new Uint32Array(source.count).map((_, row) => row);
  return tests.length === 0 ? all : all.filter((row) => tests.every((passes) => passes(row)));
}

/** The source itself if no filter is set. */
export function filteredSource(source: GridSource, filters: ValueFilters): GridSource {
  const rows = passingRows(source, filters);
  if (rows.length === source.count) return source;
  return {
    columns: source.columns,
    count: rows.length,
    compared: source.compared,
    change: (row) => source.change(rows[row]!),
    cell: (row, column) => source.cell(rows[row]!, column),
    before: (row, column) => source.before(rows[row]!, column),
  };
}

export interface CountedValue {
  cell: Cell;
  key: string;
  /** Rows with this value. */
  count: number;
}

/** The values of a column in their order, in the rows that the filters of the other columns show. */
export function valuesOf(source: GridSource, column: number, filters: ValueFilters): CountedValue[] {
  const { key: sortKey } = source.columns[column]!;
  const shown = new Set(passingRows(source, filters, sortKey));
  const values = new Map<string, CountedValue>();
  for (const row of orderOf(source, { key: sortKey, descending: false }, false)) {
    if (!shown.has(row)) continue;
    const cell = source.cell(row, column);
    const key = filterKey(cell);
    const known = values.get(key);
    if (known) known.count += 1;
    else values.set(key, { cell, key, count: 1 });
  }
  return [...values.values()];
}

export function isShown({ only, values }: ValueFilter, key: string): boolean {
  return values.includes(key) === only;
}

/** The filter after these values were checked or unchecked. */
export function withValues(filter: ValueFilter, keys: readonly string[], isChecked: boolean): ValueFilter {
  const { only } = filter;
  const values = new Set(filter.values);
  for (const key of keys) {
    if (only === isChecked) values.add(key);
    else values.delete(key);
  }
  return { only, values: [...values] };
}
