/** `same_as` and `same_as_branch`: both results have the same rows, in any order. Columns are compared by their place. */

import type { Cell } from '../../contract/messages/resultShape.ts';
import type { ResultTable } from '../results/resultTable.ts';
import { type Breach, maxShownRows } from './breach.ts';
import { isEqualValue, jsonValue, valueKey } from './cellValues.ts';
import { unmatchedRows } from './matchRows.ts';
import { testTexts } from './testTexts.ts';

type Row = readonly Cell[];

/** @param branch set if `other` is the result on that branch */
export function expectSame(
  other: ResultTable,
  table: ResultTable,
  tolerance: number | undefined,
  branch?: string,
): Breach[] {
  const { columns } = table;
  if (columns.length !== other.columns.length) {
    const reason = testTexts.message('column-count', [other.columns.length, columns.length]);
    return [{ reason, expected: other.columns.map(({ key }) => key), actual: columns.map(({ key }) => key) }];
  }
  const isFit = (a: Row, b: Row) =>
    columns.every(({ type }, i) => isEqualValue(a[i] ?? null, b[i] ?? null, type, tolerance));
  if (other.rows.length === table.rows.length && other.rows.every((row, i) => isFit(row, table.rows[i]!))) return [];
  const keyOf = (row: Row) =>
    JSON.stringify(
      columns.flatMap(({ type }, i) => (tolerance !== undefined && type === 'number' ? [] : valueKey(row[i], type))),
    );
  const { missing, unexpected } = unmatchedRows(other.rows, table.rows, {
    expectedKey: keyOf,
    rowKey: keyOf,
    isFit: tolerance === undefined ? undefined : isFit,
  });
  if (missing.length + unexpected.length === 0) return [];
  const shown = (rows: readonly Row[]) =>
    rows
      .slice(0, maxShownRows)
      .map((row) => Object.fromEntries(columns.map(({ key, type }, i) => [key, jsonValue(row[i] ?? null, type)])));
  const [row, otherRow] = [unexpected[0], missing[0]];
  if (row && otherRow && table.rows.length === 1 && other.rows.length === 1) {
    return columns.flatMap(({ key, type }, i) => {
      const [wanted, found] = [otherRow[i] ?? null, row[i] ?? null];
      if (isEqualValue(wanted, found, type, tolerance)) return [];
      const [expected, actual] = [jsonValue(wanted, type), jsonValue(found, type)];
      const reason = testTexts.message('value', [key, JSON.stringify(expected), JSON.stringify(actual)]);
      return [{ reason, expected, actual }];
    });
  }
  const counts = [unexpected.length, missing.length];
  const reason =
    branch === undefined
      ? testTexts.message('not-same-query', counts)
      : testTexts.message('not-same-branch', [...counts, branch]);
  return [{ reason, expected: shown(missing), actual: shown(unexpected) }];
}
