/** Pixels of a column until the user changes them. */

import { decimalOf, subtractDecimals } from '../../../base/decimal.ts';
import type { Cell } from '../../../contract/messages/resultShape.ts';
import type { CellChange, ColumnFormat } from './cellText.ts';
import type { GridSource } from './gridSource.ts';

const minWidth = 40;
const maxWidth = 1_200;
const narrowest = 72;
const widest = 340;
/** For a column with a changed value, which shows both values and their difference. */
const widestChange = 520;
/** Padding and border of a cell. */
export const cellPadding = 18;
/** The marks of a title: sort and filter. */
const titleMarks = 40;
/** The space around the arrow and before the difference of a change, as in the style sheet. */
const changeGaps = 18;
/** Rows that are measured for texts. */
const sample = 60;
/** The widest number, with hundreds of digits. */
const mostForNumbers = 4_000;
const mostDigits = 1_000;

/** Pixels of a text in one line. */
export type TextWidth = (text: string) => number;

export interface Fonts {
  ofCell: TextWidth;
  /** Titles, and the difference of a change. */
  ofBold: TextWidth;
}

/** @param isWide long texts count as a whole, for a width that the user asks for */
export function fittingWidth(
  source: GridSource,
  column: number,
  format: ColumnFormat,
  fonts: Fonts,
  rows: ArrayLike<number>,
  isWide = false,
): number {
  let width = Math.ceil(fonts.ofBold(source.columns[column]!.title)) + titleMarks;
  let most = isWide ? maxWidth : widest;
  for (let place = 0; place < Math.min(rows.length, sample); place += 1) {
    const row = rows[place]!;
    const cell = source.cell(row, column);
    const before = source.before(row, column);
    const change = before === undefined ? undefined : format.change(before, cell);
    if (change) most = Math.max(most, widestChange);
    width = Math.max(width, change ? changeWidth(change, fonts) : Math.ceil(fonts.ofCell(format.show(cell).text)));
  }
  return Math.max(narrowest, Math.min(width + cellPadding, most));
}

function changeWidth({ before, after, difference }: CellChange, { ofCell, ofBold }: Fonts): number {
  return Math.ceil(ofCell(`${before.text}→${after.text}`) + ofBold(difference)) + changeGaps;
}

/** The pixels that show every digit of all numbers of a column; 0 for other columns. Of numbers with as many digits, one is measured. */
export function numbersWidth(source: GridSource, column: number, format: ColumnFormat, fonts: Fonts): number {
  if (!format.isNumber) return 0;
  const seen = new Set<string>();
  let width = 0;
  for (let row = 0; row < source.count; row += 1) {
    const cell = source.cell(row, column);
    const before = source.before(row, column);
    const difference = before === undefined || before === cell ? '0' : differenceOf(before, cell);
    const shapes = difference === '0' ? [shapeOf(cell)] : [shapeOf(before!), shapeOf(cell), shapeOf(difference)];
    const key = shapes.join();
    if (seen.has(key)) continue;
    seen.add(key);
    width = Math.max(width, shapesWidth(shapes, format, fonts));
  }
  return width === 0 ? 0 : Math.min(Math.ceil(width) + cellPadding, mostForNumbers);
}

/** '' if one is not a number. */
function differenceOf(before: Cell, after: Cell): string {
  return (before !== null && after !== null && subtractDecimals(String(after), String(before))) || '';
}

/** A number with other digits, which no format shortens; undefined for another value. */
function shapeOf(cell: Cell): string | undefined {
  const text = String(cell);
  if (cell === null || cell === '' || text.length > mostDigits) return undefined;
  const shape = /e/i.test(text) ? text : text.replace(/\d/g, '8');
  return decimalOf(shape) && shape;
}

/** @param shapes of one number, or of both and their difference */
function shapesWidth(shapes: readonly (string | undefined)[], format: ColumnFormat, { ofCell, ofBold }: Fonts): number {
  const [first, second, difference] = shapes;
  const widthOf = (shape: string | undefined) => (shape === undefined ? 0 : ofCell(format.show(shape).text));
  const sum = widthOf(first) + widthOf(second);
  if (first === undefined || second === undefined) return sum;
  const sign = difference === undefined ? '' : `−${format.show(difference.replace('-', '')).text}`;
  return sum + ofCell('→') + ofBold(sign) + changeGaps;
}

/** @param least pixels for the numbers of the column */
export function boundedWidth(width: number, least = 0): number {
  return Math.round(Math.max(minWidth, least, Math.min(width, maxWidth)));
}
