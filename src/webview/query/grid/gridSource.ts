/** The rows of a result, or of a comparison, for the grid and the chart. */

import type { QueryContent } from '../../../contract/messages/queryChannel.ts';
import type { Cell, ResultColumn, RowChange } from '../../../contract/messages/resultShape.ts';

export interface GridSource {
  readonly columns: readonly ResultColumn[];
  readonly count: number;
  /** Undefined without a comparison. */
  readonly compared: { branch: string; added: number; removed: number; changed: number } | undefined;
  change(row: number): RowChange;
  /** The value of the panel's branch, or of the other branch if only that has the row. */
  cell(row: number, column: number): Cell;
  /** The value of the other branch, in a changed row. */
  before(row: number, column: number): Cell | undefined;
}

export function sourceOf({ result, compared }: Pick<QueryContent, 'result' | 'compared'>): GridSource | undefined {
  if (!result) return undefined;
  if (!compared) {
    const { columns, rows } = result;
    return {
      columns,
      count: rows.length,
      compared: undefined,
      change: () => 'same',
      cell: (row, column) => rows[row]?.[column] ?? null,
      before: () => undefined,
    };
  }
  const { columns, rows, ...counts } = compared;
  return {
    columns,
    count: rows.length,
    compared: counts,
    change: (row) => rows[row]?.change ?? 'same',
    cell: (row, column) => (rows[row]?.after ?? rows[row]?.before)?.[column] ?? null,
    before: (row, column) => (rows[row]?.change === 'changed' ? (rows[row].before?.[column] ?? null) : undefined),
  };
}
