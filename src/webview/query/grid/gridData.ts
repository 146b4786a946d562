/** The texts of the grid's cells, by their place on the screen. */

import { decimalOf } from '../../../base/decimal.ts';
import { withoutFormula } from '../../../base/spreadsheet.ts';
import type { QueryPageState } from '../../../contract/messages/queryChannel.ts';
import type { Cell, RowChange } from '../../../contract/messages/resultShape.ts';
import { type CellChange, type ColumnFormat, columnFormat } from './cellText.ts';
import { boundedWidth, type Fonts, fittingWidth, numbersWidth } from './columnWidths.ts';
import type { GridSource } from './gridSource.ts';
import { markdownTable } from './markdownTable.ts';
import { orderOf } from './order.ts';
import type { CellRange } from './selection.ts';
import { filteredSource } from './valueFilter.ts';

export type GridState = Pick<QueryPageState, 'sort' | 'widths' | 'onlyDifferences' | 'filters'>;

export class GridData {
  /** The rows that pass the filters. */
  readonly source: GridSource;
  /** Places in the source of the shown rows. */
  readonly order: Uint32Array;
  readonly #formats: readonly ColumnFormat[];

  /** @param emptyWord for a text without characters */
  constructor(whole: GridSource, state: GridState, language: string, emptyWord: string) {
    const source = filteredSource(whole, state.filters);
    this.source = source;
    this.order = orderOf(source, state.sort, state.onlyDifferences);
    this.#formats = source.columns.map((column) => columnFormat(column, language, emptyWord));
  }

  get columns(): GridSource['columns'] {
    return this.source.columns;
  }

  isNumber(column: number): boolean {
    return this.#formats[column]!.isNumber;
  }

  change(row: number): RowChange {
    return this.source.change(this.order[row]!);
  }

  cell(row: number, column: number): Cell {
    return this.source.cell(this.order[row]!, column);
  }

  before(row: number, column: number): Cell | undefined {
    return this.source.before(this.order[row]!, column);
  }

  /** @returns class names in `look` */
  shown(row: number, column: number): { text: string; look: string; change: CellChange | undefined } {
    const format = this.#formats[column]!;
    const cell = this.cell(row, column);
    const before = this.before(row, column);
    const { text, kind } = format.show(cell);
    const look = `${kind}${format.isNumber ? ' number' : ''}`;
    return { text, look, change: before === undefined ? undefined : format.change(before, cell) };
  }

  /** A value that is not of a certain row. */
  valueText(cell: Cell, column: number): string {
    return this.#formats[column]!.show(cell).text;
  }

  /** Every character. */
  wholeText(row: number, column: number): string {
    return String(this.cell(row, column));
  }

  copied(range: CellRange, withTitles: boolean): string {
    return copiedText(this.source, this.order, range, withTitles);
  }

  copiedAsMarkdown(range: CellRange): string {
    return markdownTable(this.source, this.order, range);
  }

  /** Pixels. @param widths by column key, as the user set them */
  width(column: number, fonts: Fonts, least: number, widths: Readonly<Record<string, number>>): number {
    const { key } = this.columns[column]!;
    if (Object.hasOwn(widths, key)) return boundedWidth(widths[key]!, least);
    return Math.max(least, fittingWidth(this.source, column, this.#formats[column]!, fonts, this.order));
  }

  /** The pixels that show every digit of all numbers of a column. */
  numbersWidth(column: number, fonts: Fonts): number {
    return numbersWidth(this.source, column, this.#formats[column]!, fonts);
  }

  /** The width that shows all values of these rows. */
  fittingWidth(column: number, fonts: Fonts, rows: readonly number[]): number {
    const places = rows.map((row) => this.order[row]!);
    return fittingWidth(this.source, column, this.#formats[column]!, fonts, places, true);
  }
}

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
