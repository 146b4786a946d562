/** Decides whether the result of a query is what a test expects. */

import type { ResultColumn } from '../../contract/messages/resultShape.ts';
import type { Expectation } from '../../model/documents/testDocument.ts';
import type { ResultTable } from '../results/resultTable.ts';
import { type Breach, columnOf, noColumn } from './breach.ts';
import { isBetween, isEqualValue, jsonValue, valueKey } from './cellValues.ts';
import { expectRows } from './expectRows.ts';
import { expectSame } from './expectSame.ts';
import { testTexts } from './testTexts.ts';

/** The outcome of the tested query: its result, or the text of the platform's refusal. */
export type QueryOutcome = { table: ResultTable } | { refusal: string };

/** The results that the test compares with. */
export interface Compared {
  same_as?: ResultTable;
  same_as_branch?: ResultTable;
}

export type BrokenExpectation = Breach & { key: keyof Expectation };

type Check = (expect: Expectation, table: ResultTable, compared: Compared) => Breach[];

const checks: Partial<Record<keyof Expectation, Check>> = {
  scalar: expectScalar,
  rows: expectRows,
  row_count: expectRowCount,
  not_null: ({ not_null = [] }, table) => not_null.flatMap((member) => withColumn(table, member, expectNotNull)),
  unique: ({ unique = [] }, table) => unique.flatMap((member) => withColumn(table, member, expectUnique)),
  between: ({ between = {} }, table) =>
    Object.entries(between).flatMap(([member, range]) =>
      withColumn(table, member, (cells, column) => expectBetween(cells, column, range)),
    ),
  same_as: ({ tolerance }, table, { same_as }) => (same_as ? expectSame(same_as, table, tolerance) : []),
  same_as_branch: ({ tolerance, same_as_branch: branch }, table, { same_as_branch }) =>
    same_as_branch ? expectSame(same_as_branch, table, tolerance, branch) : [],
};

/** Whether an expectation cannot be decided without the rows that are missing. The number of rows may be known without them. */
export function needsAllRows(expect: Expectation, { cut }: ResultTable): boolean {
  const keys = Object.keys(checks).filter((key) => expect[key as keyof Expectation] !== undefined);
  return keys.some((key) => key !== 'row_count' || typeof cut?.total !== 'number');
}

/** @returns the broken expectations; none if all of them hold */
export function evaluate(expect: Expectation, outcome: QueryOutcome, compared: Compared = {}): BrokenExpectation[] {
  const { error } = expect;
  if ('refusal' in outcome) {
    const { refusal } = outcome;
    if (error !== undefined && refusal.includes(error)) return [];
    const reason = testTexts.message('other-error', [error ?? '', refusal]);
    return [{ key: 'error', reason, expected: error, actual: refusal }];
  }
  const broken = Object.entries(checks).flatMap(([key, check]) => {
    if (expect[key as keyof Expectation] === undefined) return [];
    return check(expect, outcome.table, compared).map((breach) => ({ key: key as keyof Expectation, ...breach }));
  });
  if (error === undefined) return broken;
  const reason = testTexts.message('no-error', [error]);
  return [{ key: 'error', reason, expected: error, actual: null }, ...broken];
}

function expectScalar({ scalar, tolerance }: Expectation, { columns, rows }: ResultTable): Breach[] {
  const [column] = columns;
  const [row] = rows;
  if (!column || !row || columns.length > 1 || rows.length > 1) {
    return [{ reason: testTexts.message('not-scalar', [rows.length, columns.length]), expected: scalar }];
  }
  const { key, type } = column;
  const cell = row[0] ?? null;
  if (isEqualValue(scalar, cell, type, tolerance)) return [];
  const actual = jsonValue(cell, type);
  const [wanted, found] = [JSON.stringify(scalar), JSON.stringify(actual)];
  const reason =
    tolerance === undefined
      ? testTexts.message('value', [key, wanted, found])
      : testTexts.message('value-near', [key, wanted, tolerance, found]);
  return [{ reason, expected: scalar, actual }];
}

function expectRowCount({ row_count: wanted }: Expectation, { rows, cut }: ResultTable): Breach[] {
  const actual = cut?.total ?? rows.length;
  const broken = (code: 'row-count' | 'row-count-least' | 'row-count-most', limit: number): Breach[] => [
    { reason: testTexts.message(code, [limit, actual]), expected: wanted, actual },
  ];
  if (typeof wanted !== 'object') return Number(wanted) === actual ? [] : broken('row-count', Number(wanted));
  const { min, max } = wanted;
  if (min !== undefined && actual < min) return broken('row-count-least', min);
  return max !== undefined && actual > max ? broken('row-count-most', max) : [];
}

type Cells = readonly ResultTable['rows'][number][number][];

function withColumn(
  table: ResultTable,
  member: string,
  check: (cells: Cells, column: ResultColumn) => Breach[],
): Breach[] {
  const at = columnOf(table, member);
  if (at < 0) return [{ reason: noColumn(table, member) }];
  return check(
    table.rows.map((row) => row[at] ?? null),
    table.columns[at]!,
  );
}

function expectNotNull(cells: Cells, { key }: ResultColumn): Breach[] {
  const count = cells.filter((cell) => cell === null).length;
  if (count === 0) return [];
  const reason = testTexts.message('is-null', [key, count, cells.length, cells.indexOf(null) + 1]);
  return [{ reason, expected: `${key}: not null`, actual: null }];
}

/** Like in databases, nulls are not equal to each other. */
function expectUnique(cells: Cells, { key, type }: ResultColumn): Breach[] {
  const counts = new Map<string, number>();
  for (const cell of cells) counts.set(valueKey(cell, type), (counts.get(valueKey(cell, type)) ?? 0) + 1);
  const repeated = cells.find((cell) => cell !== null && counts.get(valueKey(cell, type))! > 1);
  if (repeated === undefined) return [];
  const actual = jsonValue(repeated, type);
  const count = counts.get(valueKey(repeated, type))!;
  const reason = testTexts.message('not-unique', [key, JSON.stringify(actual), count]);
  return [{ reason, expected: `${key}: unique`, actual: { value: actual, rows: count } }];
}

function expectBetween(
  cells: Cells,
  { key, type }: ResultColumn,
  range: readonly [number | string, number | string],
): Breach[] {
  const [low, high] = range;
  const outside = cells.filter((cell) => !isBetween(cell, low, high, type));
  if (outside.length === 0) return [];
  const actual = jsonValue(outside[0]!, type);
  const first = cells.findIndex((cell) => !isBetween(cell, low, high, type)) + 1;
  const args = [key, low, high, outside.length, cells.length, first, JSON.stringify(actual)];
  return [{ reason: testTexts.message('outside', args), expected: range, actual }];
}
