/** From the database's rows to an answer's: by member, numbers as texts, times as local ISO texts. */

import type { PlannedColumn } from '../../compiler/modelRequest.ts';
import type { Rows } from './databaseRequests.ts';

export type DataRow = Record<string, string | boolean | null>;

export function rowsOf({ columns, values }: Rows, planned: readonly PlannedColumn[]): DataRow[] {
  const places = planned.map((column) => ({ ...column, place: columns.indexOf(column.alias) }));
  return values.map((value) => {
    const row: DataRow = {};
    for (const { place, keys, type } of places) {
      for (const key of keys) row[key] = formatValue(value[place], type);
    }
    return row;
  });
}

/** The same with each name once. */
export function compactRows(
  rows: Rows,
  planned: readonly PlannedColumn[],
): { members: string[]; dataset: unknown[][] } {
  const members = planned.flatMap(({ keys }) => keys);
  return { members, dataset: rowsOf(rows, planned).map((row) => members.map((member) => row[member])) };
}

function formatValue(value: unknown, type: string): string | boolean | null {
  if (value === null || value === undefined) return null;
  if (type === 'boolean') return value === 1 || value === '1' || value === 'true';
  if (type === 'time') return formatTime(String(value));
  return String(value);
}

function formatTime(text: string): string {
  const [, date, clock = '00:00:00', fraction = ''] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(?:\.(\d+))?)?/.exec(text) ?? [];
  if (date === undefined) return text;
  return `${date}T${clock.length === 5 ? `${clock}:00` : clock}.${fraction.slice(0, 3).padEnd(3, '0')}`;
}
