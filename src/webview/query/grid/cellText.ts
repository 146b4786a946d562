/** The text of a cell. */

import { subtractDecimals } from '../../../base/decimal.ts';
import type { Cell, ResultColumn } from '../../../contract/messages/resultShape.ts';
import { type NumberText, numberTextOf, signedText } from './numberText.ts';
import { formattedTime, timeText } from './timeFormat.ts';
import { oneLine } from './visibleText.ts';

/** `null` and `empty` are shown by a word that is not a value. */
interface CellText {
  text: string;
  kind: 'value' | 'null' | 'empty';
}

export interface CellChange {
  before: CellText;
  after: CellText;
  /** `after - before` with its sign; '' if one is not a number. */
  difference: string;
}

export interface ColumnFormat {
  isNumber: boolean;
  show(cell: Cell): CellText;
  /** Undefined for equal values. */
  change(before: Cell, after: Cell): CellChange | undefined;
}

const nullText: CellText = { text: 'null', kind: 'null' };

/** @param emptyWord for a text without characters */
export function columnFormat(column: ResultColumn, language: string, emptyWord: string): ColumnFormat {
  const isNumber = column.type === 'number';
  const number: NumberText = isNumber ? numberTextOf(column, language) : () => undefined;
  const isTime = column.type === 'time' || column.kind === 'time';
  // A granularity has a shape of its period.
  const { format = '' } = column.granularity === undefined && isTime ? column : {};
  const timeOf = (text: string) => formattedTime(text, format, language) ?? timeText(text, column.granularity);
  const show = (cell: Cell): CellText => {
    if (cell === null) return nullText;
    if (cell === '') return { text: emptyWord, kind: 'empty' };
    const text = String(cell);
    return { text: number(text) ?? oneLine(isTime ? timeOf(text) : text), kind: 'value' };
  };
  const change = (before: Cell, after: Cell): CellChange | undefined => {
    if (before === after) return undefined;
    const bothNumbers = isNumber && before !== null && after !== null;
    const difference = bothNumbers ? subtractDecimals(String(after), String(before)) : undefined;
    if (difference === '0') return undefined;
    const shown = difference === undefined ? '' : signedText(number, difference);
    return { before: show(before), after: show(after), difference: shown };
  };
  return { isNumber, show, change };
}
