/** Statements that count rows and keys. None of them returns a row of the data. */

import type { JoinKeys } from './joinKeys.ts';

export interface JoinCounts {
  /** Rows of `from`. */
  rows: number;
  /** Rows of `from` without a key. */
  nulls: number;
  /** Keys that more than one row of `from` has. */
  repeatedFrom: number;
  /** Keys that more than one row of `to` has. */
  repeatedTo: number;
  /** Rows of `from` with a key that `to` does not have. */
  unmatched: number;
}

export interface KeyCounts {
  nulls: number;
  /** Keys that more than one row has. */
  duplicates: number;
}

const names = (keys: readonly string[]) => keys.map((_, i) => `k${i}`);
const columns = (keys: readonly string[]) => keys.map((key, i) => `${key} AS k${i}`).join(', ');
const all = (keys: readonly string[], test: string) => names(keys).map((name) => `${name} ${test}`);
const anyNull = (keys: readonly string[]) => all(keys, 'IS NULL').join(' OR ');
const noNull = (keys: readonly string[]) => all(keys, 'IS NOT NULL').join(' AND ');

function repeated(table: string, keys: readonly string[]): string {
  const list = names(keys).join(', ');
  return `(SELECT count(*) FROM (SELECT ${list} FROM ${table} WHERE ${noNull(keys)} GROUP BY ${list} HAVING count(*) > 1) r)`;
}

/** @param tables each with its alias */
export function joinProbe(tables: { from: string; to: string }, keys: JoinKeys): string {
  const equal = names(keys.from).map((name) => `t.${name} = f.${name}`);
  return [
    `WITH f AS (SELECT ${columns(keys.from)} FROM ${tables.from}),`,
    `t AS (SELECT ${columns(keys.to)} FROM ${tables.to})`,
    'SELECT (SELECT count(*) FROM f) AS row_count,',
    `(SELECT count(*) FROM f WHERE ${anyNull(keys.from)}) AS null_count,`,
    `${repeated('f', keys.from)} AS repeated_from,`,
    `${repeated('t', keys.to)} AS repeated_to,`,
    `(SELECT count(*) FROM f WHERE ${noNull(keys.from)} AND NOT EXISTS (SELECT 1 FROM t WHERE ${equal.join(' AND ')})) AS unmatched_count`,
  ].join('\n');
}

/** @param table with its alias */
export function keyProbe(table: string, keys: readonly string[]): string {
  return [
    `WITH f AS (SELECT ${columns(keys)} FROM ${table})`,
    `SELECT (SELECT count(*) FROM f WHERE ${anyNull(keys)}) AS null_count, ${repeated('f', keys)} AS repeated_count`,
  ].join('\n');
}

export function joinCounts(row: readonly unknown[]): JoinCounts {
  const [rows, nulls, repeatedFrom, repeatedTo, unmatched] = row.map(Number);
  return { rows: rows!, nulls: nulls!, repeatedFrom: repeatedFrom!, repeatedTo: repeatedTo!, unmatched: unmatched! };
}

export function keyCounts(row: readonly unknown[]): KeyCounts {
  const [nulls, duplicates] = row.map(Number);
  return { nulls: nulls!, duplicates: duplicates! };
}
