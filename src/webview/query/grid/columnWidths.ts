/** Pixels of a column until the user changes them. */

import type { ColumnFormat } from './cellText.ts';
import type { GridSource } from './gridSource.ts';

const minWidth = 40;
const maxWidth = 1_200;
const narrowest = 72;
const widest = 340;
/** For a column with a changed value, which shows both values and their difference. */
const widestChange = 520;
/** Rows that are looked at. */
const sample = 60;

/** @param characterPx the width of a digit @param isWide long texts count as a whole, for a width that the user asks for */
export function fittingWidth(
  source: GridSource,
  column: number,
  format: ColumnFormat,
  characterPx: number,
  rows: ArrayLike<number>,
  isWide = false,
): number {
  // Room for the sort mark.
  let longest = source.columns[column]!.title.length + 3;
  let most = isWide ? maxWidth : widest;
  for (let place = 0; place < Math.min(rows.length, sample); place += 1) {
    const row = rows[place]!;
    const cell = source.cell(row, column);
    const before = source.before(row, column);
    const change = before === undefined ? undefined : format.change(before, cell);
    if (change) most = Math.max(most, widestChange);
    const texts = change
      ? [change.before.text, ' → ', change.after.text, change.difference, '  ']
      : [format.show(cell).text];
    longest = Math.max(longest, texts.join('').length);
  }
  const width = Math.ceil(longest * characterPx) + 18;
  return Math.max(narrowest, Math.min(width, most));
}

export function boundedWidth(width: number): number {
  return Math.round(Math.max(minWidth, Math.min(width, maxWidth)));
}
