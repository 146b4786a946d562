/** The results of an examination as text, for the command line and the editor. */

import type { Effect, JoinReport, KeyReport } from './report.ts';
import { changeText } from './totals.ts';

/** `1,204,331 rows, 12 without a key`. Only for a join that was counted. */
export function countsText({ rows, nulls, unmatched }: JoinReport): string {
  return [
    rowsText(rows ?? 0),
    nulls ? `${grouped(nulls)} without a key` : '',
    unmatched ? `${grouped(unmatched)} without a partner` : '',
  ]
    .filter(Boolean)
    .join(', ');
}

export function adviceText({ suggested }: JoinReport): string {
  return suggested === null
    ? 'both sides repeat keys: join them through a cube with one row for each key'
    : `the data shows ${suggested}`;
}

export function effectText(effect: Effect): string {
  const { measure, by, before, after } = effect;
  return `${measure} ${changeText(effect)} when grouped by ${by} (${before} → ${after})`;
}

/** What is wrong with a key, or why that is not known. */
export function keyText({ result, duplicates, nulls, reason }: KeyReport): string {
  if (result === 'unknown') return `not known: ${reason}`;
  const counts = [duplicates ? keysText(duplicates) : '', nulls ? `${rowsText(nulls)} without a key` : ''];
  return counts.filter(Boolean).join(', ');
}

export function keysText(count: number): string {
  return count === 1 ? '1 key repeats' : `${grouped(count)} keys repeat`;
}

export function rowsText(count: number): string {
  return count === 1 ? '1 row' : `${grouped(count)} rows`;
}

function grouped(count: number): string {
  return count.toLocaleString('en-US');
}
