/** Compares totals of measures, which are decimal numbers as text, or numbers where the database calculates approximately. */

import { compareDecimals, decimalOf, subtractDecimals } from '../../base/decimal.ts';

export type Total = string | number | boolean | null | undefined;

/** Sums of floating-point numbers differ by the order of the rows. */
const rounding = 1e-9;

export function totalText(total: Total): string {
  return total === null || total === undefined ? '0' : String(total);
}

export function isSameTotal(before: Total, after: Total): boolean {
  const [a, b] = [decimalOf(totalText(before)), decimalOf(totalText(after))];
  if (!a || !b) return totalText(before) === totalText(after);
  if (compareDecimals(a, b) === 0) return true;
  if (typeof before !== 'number' && typeof after !== 'number') return false;
  const [x, y] = [Number(before), Number(after)];
  return Math.abs(x - y) <= rounding * Math.max(Math.abs(x), Math.abs(y));
}

/** `grows by 4.1 %`, `falls from 3 to 0`. */
export function changeText({ before, after }: { before: string; after: string }): string {
  const difference = Number(subtractDecimals(after, before) ?? Number.NaN);
  const verb = difference < 0 ? 'shrinks' : 'grows';
  const share = Math.abs(difference / Number(before)) * 100;
  if (!Number.isFinite(share)) return `changes from ${before} to ${after}`;
  return `${verb} by ${share >= 100 ? Math.round(share) : Number(share.toPrecision(2))} %`;
}
