/** Cells as tab-separated text, as spreadsheets paste it: the values of the platform, not their formats. */

import { decimalOf } from '../../../base/decimal.ts';
import { withoutFormula } from '../../../base/spreadsheet.ts';
import type { Cell } from '../../../contract/messages/resultShape.ts';
import type { GridSource } from './gridSource.ts';
import type { CellRange } from './selection.ts';

/**
 * A single cell is its text as it is: it is pasted anywhere. Several are for a spreadsheet, which executes none of them.
 * @param order the shown rows, by their place in the source
 */
export function copiedText(source: GridSource, order: Uint32Array, range: CellRange, withTitles: boolean): string {
  if (!withTitles && range.top === range.bottom && range.left === range.right) {
    return String(source.cell(order[range.top]!, range.left) ?? '');
  }
  const columns = Array.from({ length: range.right - range.left + 1 }, (_, place) => range.left + place);
  const lines: string[] = [];
  if (withTitles) lines.push(columns.map((column) => field(source.columns[column]!.title)).join('\t'));
  for (let row = range.top; row <= range.bottom; row += 1) {
    const at = order[row]!;
    lines.push(columns.map((column) => fieldOf(source.cell(at, column))).join('\t'));
  }
  return lines.join('\n');
}

function fieldOf(cell: Cell): string {
  if (cell === null) return '';
  const text = String(cell);
  return decimalOf(text) ? text : field(text);
}

function field(text: string): string {
  const safe = withoutFormula(text);
  return /["\t\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
