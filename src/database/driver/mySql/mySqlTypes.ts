/** Types of MySQL and MariaDB, in results and in catalogs. */

import type { ColumnKind } from '../../../model/catalog/catalog.ts';
import type { Rows } from '../../source/databaseRequests.ts';

/** A column of a result, as the driver's library describes it. */
export interface ResultColumn {
  name: string;
  columnType: number;
  columnLength: number;
  flags: number;
  characterSet: number;
  decimals: number;
}

const binary = 63;
const unsigned = 32;
const float = 4;
const bit = 16;
const tiny = 1;
const decimals = new Set([0, 246]);

const names: Readonly<Record<number, string>> = {
  ...{ 0: 'decimal', 1: 'tinyint', 2: 'smallint', 3: 'int', 4: 'float', 5: 'double', 6: 'null', 7: 'timestamp' },
  ...{ 8: 'bigint', 9: 'mediumint', 10: 'date', 11: 'time', 12: 'datetime', 13: 'year', 15: 'varchar', 16: 'bit' },
  ...{ 245: 'json', 246: 'decimal', 247: 'enum', 248: 'set', 249: 'tinytext', 250: 'mediumtext', 251: 'longtext' },
  ...{ 252: 'text', 253: 'varchar', 254: 'char', 255: 'geometry' },
};

const kinds: readonly [RegExp, ColumnKind][] = [
  [/^(?:tinyint\(1\)|bit\(1\)|boolean)/, 'boolean'],
  [/^(?:tiny|small|medium|big)?int\b|^(?:decimal|float|double|year)\b/, 'number'],
  [/^(?:date|datetime|timestamp)\b/, 'time'],
  [/^(?:(?:var)?char|(?:tiny|medium|long)?text|enum|set|uuid|inet[46])\b/, 'text'],
];

/** @param type as the server writes it: `decimal(10,2) unsigned` */
export function kindOf(type: string): ColumnKind {
  return kinds.find(([pattern]) => pattern.test(type))?.[1] ?? 'other';
}

export function typeOfColumn(column: ResultColumn): string {
  const { columnType, columnLength, flags, characterSet } = column;
  const name = names[columnType] ?? 'unknown';
  const suffix = (flags & unsigned) !== 0 && columnType < 10 ? ' unsigned' : '';
  if (decimals.has(columnType)) {
    // The length counts the point, if there is one, and the sign.
    const digits = columnLength - (column.decimals > 0 ? 1 : 0) - (suffix === '' ? 1 : 0);
    return `decimal(${digits},${column.decimals})${suffix}`;
  }
  if ((columnType === tiny || columnType === bit) && columnLength === 1) return `${name}(1)${suffix}`;
  const isBinary = characterSet === binary && columnType >= 249 && columnType <= 254;
  return isBinary ? name.replace('text', 'blob').replace('char', 'binary') : `${name}${suffix}`;
}

export function kindOfColumn(column: ResultColumn): ColumnKind {
  return kindOf(typeOfColumn(column));
}

/** The library has texts for exact decimals, large integers and times. */
export function plainValue(value: unknown, { columnType }: ResultColumn): Rows['values'][number][number] {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number') return columnType === float ? shortest(value) : value;
  if (!Buffer.isBuffer(value)) return typeof value === 'boolean' ? value : String(value);
  const hex = `0x${value.toString('hex') || '0'}`;
  return columnType === bit ? BigInt(hex).toString() : hex;
}

/** The shortest number that is the same one in 32 bits: 0.1 instead of 0.10000000149011612. */
function shortest(value: number): number {
  for (let digits = 6; digits < 9; digits += 1) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return value;
}
