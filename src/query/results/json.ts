/** Results as objects for other programs. */

import type { Cell, ResultColumn, ResultTable } from './resultTable.ts';

export type RowObject = Readonly<Record<string, Cell>>;

interface Result {
  table: ResultTable;
  sql: { text: string; parameters: readonly unknown[] };
  annotation: object;
  ms: number;
}

/** A row by the keys of its columns. */
export function rowObject(columns: readonly ResultColumn[], cells: readonly Cell[]): RowObject {
  return Object.fromEntries(columns.map(({ key }, place) => [key, cells[place] ?? null]));
}

export function resultObject({ table, sql, annotation, ms }: Result) {
  const rows = table.rows.map((row) => rowObject(table.columns, row));
  return { rows, sql: sql.text, parameters: sql.parameters, annotation, ms };
}
