/** When a value that a test expects and a cell of a result are equal. */

import { decimalOf } from '../../base/decimal.ts';
import type { Cell } from '../../contract/messages/resultShape.ts';
import { canonical, compareCells } from '../results/compareCells.ts';

const time = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d)(?:\.(\d+))?)?)?Z?$/i;
const wholeDay = /^\d{4}-\d\d-\d\d$/;

/** Values of a column are equal if these texts are. Numbers are exact, and a date is its midnight. */
export function valueKey(value: unknown, type: string): string {
  if (value === null || value === undefined) return 'null';
  const cell = typeof value === 'object' ? JSON.stringify(value) : (value as string | number | boolean);
  if (type === 'time') return `=${normalTime(String(cell))}`;
  const key = canonical(cell, type);
  return `=${type === 'boolean' ? key.replace(/^t$/, 'true').replace(/^f$/, 'false') : key}`;
}

/** A time with all its parts; other texts unchanged. */
function normalTime(text: string): string {
  const found = time.exec(text.trim());
  if (!found) return text;
  const [, date, minutes = '00:00', seconds = '00', fraction = ''] = found;
  return `${date}T${minutes}:${seconds}.${fraction.replace(/0+$/, '').padEnd(3, '0')}`;
}

/** @param tolerance for numbers: how far they may differ */
export function isEqualValue(expected: unknown, cell: Cell, type: string, tolerance?: number): boolean {
  if (valueKey(expected, type) === valueKey(cell, type)) return true;
  const areNumbers = type === 'number' && expected !== null && cell !== null;
  return areNumbers && tolerance !== undefined && isWithin(String(expected), String(cell), tolerance);
}

/** More digits than these are not compared: `1e999999999` has as many. */
const maxDigits = 2_000;

/** Exact: the numbers are compared as whole numbers of their smallest decimal. */
function isWithin(a: string, b: string, tolerance: number): boolean {
  const numbers = [a, b, String(tolerance)].map(decimalOf).filter((one) => one !== undefined);
  const scale = Math.max(...numbers.map(({ digits, magnitude }) => digits.length - magnitude));
  const largest = Math.max(...numbers.map(({ magnitude }) => magnitude));
  if (numbers.length < 3 || scale + largest > maxDigits) return false;
  const [x, y, most] = numbers.map(({ negative, digits, magnitude }) => {
    const value = BigInt(digits || '0') * 10n ** BigInt(scale - digits.length + magnitude);
    return negative ? -value : value;
  });
  return x! - y! <= most! && y! - x! <= most!;
}

/** Both limits belong to the range; a date as the upper one is the whole day. Null is in no range. */
export function isBetween(cell: Cell, low: number | string, high: number | string, type: string): boolean {
  if (cell === null) return false;
  if (type !== 'time') return compareCells(low, cell, type) <= 0 && compareCells(cell, high, type) <= 0;
  const at = normalTime(String(cell));
  const end = wholeDay.test(String(high).trim()) ? `${String(high).trim()}T23:59:59.999999999` : String(high);
  return normalTime(String(low)) <= at && at <= normalTime(end);
}

/** A cell as a value of JSON: a number if that keeps every digit, otherwise what the platform sent. */
export function jsonValue(cell: Cell, type: string): Cell {
  if (type !== 'number' || typeof cell !== 'string') return cell;
  const value = Number(cell);
  return Number.isFinite(value) && canonical(value, type) === canonical(cell, type) ? value : cell;
}
