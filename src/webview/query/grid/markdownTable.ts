/** Cells as a table of Markdown, with the values of the platform. */

import type { Cell } from '../../../contract/messages/resultShape.ts';
import type { GridSource } from './gridSource.ts';
import type { CellRange } from './selection.ts';

/** @param order the shown rows, by their place in the source */
export function markdownTable(source: GridSource, order: Uint32Array, range: CellRange): string {
  const columns = Array.from({ length: range.right - range.left + 1 }, (_, place) => range.left + place);
  const line = (fields: readonly string[]) => `| ${fields.join(' | ')} |`;
  const lines = [
    line(columns.map((column) => escaped(source.columns[column]!.title))),
    line(columns.map((column) => (source.columns[column]!.type === 'number' ? '---:' : '---'))),
  ];
  for (let row = range.top; row <= range.bottom; row += 1) {
    const at = order[row]!;
    lines.push(line(columns.map((column) => fieldOf(source.cell(at, column)))));
  }
  return lines.join('\n');
}

function fieldOf(cell: Cell): string {
  return cell === null ? '' : escaped(String(cell));
}

/** Data is not markup: it adds no column, no image and no element. */
function escaped(text: string): string {
  return text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/[\\`*_[\]|~]/g, '\\$&')
    .replace(/\r\n|[\r\n\u2028\u2029]/g, '<br>');
}
