/** Tables as comma-separated values (RFC 4180) that a spreadsheet does not execute. */

import { decimalOf } from '../../base/decimal.ts';
import { csvField } from '../../base/spreadsheet.ts';
import type { Cell } from '../../contract/messages/resultShape.ts';
import type { ResultTable } from './resultTable.ts';

/** The first line has the columns' keys. Null is an empty field, an empty text a quoted one. */
export function csvOf({ columns, rows }: ResultTable): string {
  const types = columns.map(({ type }) => type);
  return [csvLine(columns.map(({ key }) => key)), ...rows.map((row) => csvLine(row, types))].join('');
}

/** One line with its end. Cells without a type are texts. */
export function csvLine(cells: readonly Cell[], types: readonly string[] = []): string {
  return `${cells.map((cell, place) => field(cell, types[place] ?? 'string')).join(',')}\r\n`;
}

function field(cell: Cell, type: string): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return String(cell);
  if (cell === '') return '""';
  // A number may start with a sign.
  return type === 'number' && decimalOf(cell) !== undefined ? cell : csvField(cell);
}
