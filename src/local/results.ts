/** Converts the database's rows to the data API's rows: by member, numbers as strings, times as local ISO strings. */

import type { PlannedColumn } from '../compiler/modelRequest.ts';
import { sizeOfRow } from '../database/source/boundedRows.ts';
import type { Rows } from '../database/source/databaseRequests.ts';

type DataRow = Record<string, string | boolean | null>;

export function rowsOf({ columns, values }: Rows, planned: readonly PlannedColumn[]): DataRow[] {
  const indexes = planned.map((column) => ({ ...column, index: columns.indexOf(column.alias) }));
  return values.map((value) => {
    const row: DataRow = {};
    for (const { index, keys, type } of indexes) {
      for (const key of keys) row[key] = formatValue(value[index], type);
    }
    return row;
  });
}

/** The rows in the compact format, which contains each member name once. */
export function compactRows(
  { columns, values }: Rows,
  planned: readonly PlannedColumn[],
): { members: string[]; dataset: unknown[][] } {
  const cells = planned.flatMap(({ alias, keys, type }) =>
    keys.map((key) => ({ key, type, index: columns.indexOf(alias) })),
  );
  const dataset = values.map((value) => cells.map(({ index, type }) => formatValue(value[index], type)));
  return { members: cells.map(({ key }) => key), dataset };
}

/** About the bytes that the rows take in memory. */
export function sizeOfRows({ values }: Rows): number {
  return values.reduce((size, row) => size + sizeOfRow(row), 0);
}

function formatValue(value: unknown, type: string): string | boolean | null {
  if (value === null || value === undefined) return null;
  if (type === 'boolean') return value === true || value === 1 || value === '1' || value === 'true';
  if (type === 'time') return formatTime(String(value));
  return String(value);
}

function formatTime(text: string): string {
  const [, date, clock = '00:00:00', fraction = ''] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(?:\.(\d+))?)?/.exec(text) ?? [];
  if (date === undefined) return text;
  return `${date}T${clock.length === 5 ? `${clock}:00` : clock}.${fraction.slice(0, 3).padEnd(3, '0')}`;
}
