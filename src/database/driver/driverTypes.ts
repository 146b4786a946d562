/** Values of drivers, and the words that all of them use for types. */

import { UserError } from '../../base/errors.ts';
import type { ColumnKind } from '../../model/catalog/catalog.ts';
import type { Rows } from '../source/databaseRequests.ts';

const kinds: readonly [RegExp, ColumnKind][] = [
  [/^bool/i, 'boolean'],
  [/^(?:timestamp|date)/i, 'time'],
  [/^(?:tiny|small|medium|big)?int|^(?:decimal|numeric|number|float|double|real)/i, 'number'],
  [/^(?:text|string|(?:n?var)?char|character|uuid|enum)/i, 'text'],
];

export function kindOf(type: string): ColumnKind {
  if (/[[<]/.test(type)) return 'other';
  return kinds.find(([pattern]) => pattern.test(type))?.[1] ?? 'other';
}

/** Digits that a number of JavaScript keeps. */
const exactDigits = 15;

/** @throws UserError for a number that the driver has rounded */
export function plainValue(
  value: unknown,
  { name, type }: { name: string; type: string },
  roundsDecimals: boolean,
): Rows['values'][number][number] {
  if (value === null || value === undefined) return null;
  const isExact = /^(?:decimal|numeric|number|(?:tiny|small|medium|big)?int)/i.test(type);
  const canBeRounded = typeof value === 'number' || (roundsDecimals && /^decimal/i.test(type));
  if (isExact && canBeRounded && digitsOf(String(value)) > exactDigits) {
    throw new UserError(`The driver rounds numbers as long as those of the column “${name}”.`, {
      action: 'Let the SQL of the member make a text of it, or round it.',
    });
  }
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value === 'boolean') return value;
  if (typeof value === 'string') return kindOf(type) === 'time' ? withoutZone(value) : value;
  if (value instanceof Date) return withoutZone(value.toISOString());
  if (Buffer.isBuffer(value)) return `0x${value.toString('hex')}`;
  if (typeof value === 'bigint') return String(value);
  const text = (value as { value?: unknown }).value;
  // Times of some drivers are objects with a text, exact numbers are objects that write themselves.
  if (typeof text === 'string') return kindOf(type) === 'time' ? withoutZone(text) : text;
  const isPlain = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
  return isPlain ? JSON.stringify(value) : String(value);
}

function digitsOf(number: string): number {
  const [digits = ''] = number.split(/e/i);
  return digits.replaceAll(/\D/g, '').replace(/^0+/, '').length;
}

/** In UTC, as other databases answer. */
function withoutZone(time: string): string {
  if (!/[T ]\d\d:.*(?:Z|[+-]\d\d:?\d\d)$/.test(time)) return time;
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? time : date.toISOString().slice(0, -1);
}
