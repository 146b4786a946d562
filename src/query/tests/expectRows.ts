/** `rows`: the number of rows is equal, and in each row the members that the expected row names. */

import type { Cell } from '../../contract/messages/resultShape.ts';
import type { Expectation } from '../../model/documents/testDocument.ts';
import type { ResultTable } from '../results/resultTable.ts';
import { type Breach, columnOf, maxShownRows, noColumn } from './breach.ts';
import { isEqualValue, jsonValue, valueKey } from './cellValues.ts';
import { unmatchedRows } from './matchRows.ts';
import { testTexts } from './testTexts.ts';

type ExpectedRow = Readonly<Record<string, unknown>>;
type Row = readonly Cell[];

export function expectRows({ rows: expected = [], unordered, tolerance }: Expectation, table: ResultTable): Breach[] {
  const names = [...new Set(expected.flatMap((row) => Object.keys(row)))];
  const unknown = names.filter((name) => columnOf(table, name) < 0);
  if (unknown.length > 0) return unknown.map((name) => ({ reason: noColumn(table, name) }));
  const comparison = new RowComparison(table, names, tolerance);
  if (expected.length !== table.rows.length) {
    const reason = testTexts.message('row-count', [expected.length, table.rows.length]);
    return [{ reason, expected: expected.slice(0, maxShownRows), actual: comparison.shown(table.rows, expected) }];
  }
  return unordered ? inAnyOrder(expected, table, comparison) : inOrder(expected, table, comparison);
}

function inOrder(expected: readonly ExpectedRow[], { rows }: ResultTable, comparison: RowComparison): Breach[] {
  const different = expected.flatMap((row, i) => (comparison.isFit(row, rows[i]!) ? [] : [i]));
  const [first] = different;
  if (first === undefined) return [];
  const values = comparison.firstDifference(expected[first]!, rows[first]!);
  const reason = testTexts.message('rows-differ', [different.length, first + 1, values]);
  return [{ reason, expected: expected.slice(0, maxShownRows), actual: comparison.shown(rows, expected) }];
}

function inAnyOrder(expected: readonly ExpectedRow[], { rows }: ResultTable, comparison: RowComparison): Breach[] {
  const { missing, unexpected } = unmatchedRows(expected, rows, comparison.matching(expected));
  if (missing.length === 0) return [];
  const reason = testTexts.message('rows-missing', [missing.length, JSON.stringify(missing[0])]);
  return [{ reason, expected: missing.slice(0, maxShownRows), actual: comparison.shown(unexpected, []) }];
}

class RowComparison {
  readonly #columns: ReadonlyMap<string, { at: number; type: string }>;
  readonly #tolerance: number | undefined;

  constructor(table: ResultTable, names: readonly string[], tolerance: number | undefined) {
    const all = names.length > 0 ? names : table.columns.map(({ key }) => key);
    const column = (name: string) => {
      const at = columnOf(table, name);
      return { at, type: table.columns[at]!.type };
    };
    this.#columns = new Map(all.map((name) => [name, column(name)]));
    this.#tolerance = tolerance;
  }

  isFit(expected: ExpectedRow, row: Row): boolean {
    return Object.entries(expected).every(([name, value]) => this.#isEqual(name, value, row));
  }

  firstDifference(expected: ExpectedRow, row: Row) {
    const [name, value] = Object.entries(expected).find(([name, value]) => !this.#isEqual(name, value, row))!;
    const { at, type } = this.#columns.get(name)!;
    const found = JSON.stringify(jsonValue(row[at] ?? null, type));
    return testTexts.message('value', [name, JSON.stringify(value), found]);
  }

  /** Rows with the same members and without a tolerance are equal by their values alone. */
  matching(expected: readonly ExpectedRow[]) {
    const names = [...this.#columns.keys()];
    const isUniform = expected.every((row) => names.every((name) => Object.hasOwn(row, name)));
    const isFit = isUniform && this.#tolerance === undefined ? undefined : this.isFit.bind(this);
    const keyed = !isUniform
      ? []
      : names.filter((name) => isFit === undefined || this.#columns.get(name)!.type !== 'number');
    const keyOf = (read: (name: string) => unknown) =>
      JSON.stringify(keyed.map((name) => valueKey(read(name), this.#columns.get(name)!.type)));
    return {
      expectedKey: (row: ExpectedRow) => keyOf((name) => row[name]),
      rowKey: (row: Row) => keyOf((name) => row[this.#columns.get(name)!.at]),
      isFit,
    };
  }

  /** Rows as JSON values. A value that fits is written as it is in the expected row of the same place. */
  shown(rows: readonly Row[], expected: readonly ExpectedRow[]): object[] {
    return rows.slice(0, maxShownRows).map((row, i) => {
      const wanted = expected[i];
      const names = wanted && Object.keys(wanted).length > 0 ? Object.keys(wanted) : [...this.#columns.keys()];
      const values = names.map((name) => {
        const { at, type } = this.#columns.get(name)!;
        const fits = wanted && this.#isEqual(name, wanted[name], row);
        return [name, fits ? wanted[name] : jsonValue(row[at] ?? null, type)];
      });
      return Object.fromEntries(values);
    });
  }

  #isEqual(name: string, value: unknown, row: Row): boolean {
    const { at, type } = this.#columns.get(name)!;
    return isEqualValue(value, row[at] ?? null, type, this.#tolerance);
  }
}
