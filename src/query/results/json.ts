/** Results as objects for other programs. */

import type { Cell, ResultColumn } from '../../contract/messages/resultShape.ts';
import type { ResultTable } from './resultTable.ts';

export type RowObject = Readonly<Record<string, Cell>>;

interface Result {
  table: ResultTable;
  sql: { text: string; parameters: readonly unknown[] };
  annotation: object;
  ms: number;
  total: number | null;
}

/** A row by the keys of its columns. */
export function rowObject(columns: readonly ResultColumn[], cells: readonly Cell[]): RowObject {
  return Object.fromEntries(columns.map(({ key }, place) => [key, cells[place] ?? null]));
}

/** `truncated`: rows of the result are missing, or may be missing if `total` is null. `planner`: null if the platform names none. */
export function resultObject({ table, sql, annotation, ms, total }: Result) {
  const rows = table.rows.map((row) => rowObject(table.columns, row));
  const truncated = table.cut !== undefined;
  const { planner = null } = table;
  return { rows, truncated, total, sql: sql.text, parameters: sql.parameters, planner, annotation, ms };
}
