/** The order of two values, without rounding. */

import { compareDecimals, decimalOf, withoutTrailingZeros } from '../../base/decimal.ts';
import type { Cell } from '../../contract/messages/resultShape.ts';

/** A double holds 15 digits exactly. */
const short = /^-?[\d.]{1,15}$/;

/** How the data API writes times. */
const usual = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}$/;

/** Negative: `a` comes first. Null comes before every value. Numbers and times compare by value, however they are written. */
export function compareCells(a: Cell, b: Cell, type: string): number {
  if (a === b) return 0;
  if (a === null) return -1;
  if (b === null) return 1;
  if (type === 'number') return compareNumbers(String(a), String(b));
  return compareTexts(canonical(a, type), canonical(b, type));
}

/** The same text for equal values of one type. Null has no text. */
export function canonical(cell: string | number | boolean, type: string): string {
  const text = String(cell);
  if (type === 'number') return canonicalNumber(text);
  if (type === 'boolean') return text === '1' ? 'true' : text === '0' ? 'false' : text.toLowerCase();
  if (type === 'time' && !usual.test(text)) return canonicalTime(text);
  return text;
}

const time = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d)?(?:\.(\d*))?)?Z?$/i;

/** With three decimals of a second, or more if they are not zero. A date is compared as its midnight. */
function canonicalTime(text: string): string {
  const [whole, date, clock = '00:00', seconds = ':00', fraction = ''] = time.exec(text) ?? [];
  if (whole === undefined) return text;
  return `${date}T${clock}${seconds}.${withoutTrailingZeros(fraction).padEnd(3, '0')}`;
}

function canonicalNumber(text: string): string {
  const fast = short.test(text) ? Number(text) : Number.NaN;
  if (!Number.isNaN(fast)) return String(fast);
  const value = decimalOf(text);
  if (!value) return text;
  const { negative, digits, magnitude } = value;
  const isShort = digits.length <= 15 && Math.abs(magnitude) < 300;
  const sign = negative ? '-' : '';
  return isShort ? String(Number(`${sign}0.${digits}e${magnitude}`)) : `${sign}${digits}e${magnitude}`;
}

function compareNumbers(a: string, b: string): number {
  if (short.test(a) && short.test(b)) {
    const left = Number(a);
    const right = Number(b);
    if (!Number.isNaN(left - right)) return left < right ? -1 : left > right ? 1 : 0;
  }
  const left = decimalOf(a);
  const right = decimalOf(b);
  // A text that is not a number comes after the numbers.
  return left && right ? compareDecimals(left, right) : Number(!left) - Number(!right) || compareTexts(a, b);
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
