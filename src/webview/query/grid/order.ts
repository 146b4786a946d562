/** The order in which the grid shows the rows. Numbers are compared exactly; null comes last in both directions. */

import { compareDecimals, type Decimal, decimalOf } from '../../../base/decimal.ts';
import type { Cell } from '../../../contract/messages/resultShape.ts';
import type { GridSource } from './gridSource.ts';

export interface Sort {
  /** The key of the column. */
  key: string;
  descending: boolean;
}

/** Places of rows in the source. A sort by a column that the source lacks has no effect. */
export function orderOf(source: GridSource, sort: Sort | null, onlyDifferences: boolean): Uint32Array {
  const all = new Uint32Array(source.count).map((_, row) => row);
  const shown = onlyDifferences && source.compared ? all.filter((row) => source.change(row) !== 'same') : all;
  const column = source.columns.findIndex(({ key }) => key === sort?.key);
  if (!sort || column < 0) return shown;
  const compare = source.columns[column]!.type === 'number' ? byNumber(source, column) : byText(source, column);
  const sign = sort.descending ? -1 : 1;
  const isNull = (row: number) => (source.cell(row, column) === null ? 1 : 0);
  return shown.sort((a, b) => isNull(a) - isNull(b) || sign * compare(a, b));
}

type Compare = (a: number, b: number) => number;

function byText(source: GridSource, column: number): Compare {
  const texts = Array.from({ length: source.count }, (_, row) => String(source.cell(row, column)));
  return (a, b) => (texts[a]! < texts[b]! ? -1 : texts[a]! > texts[b]! ? 1 : 0);
}

function byNumber(source: GridSource, column: number): Compare {
  const cells: Cell[] = Array.from({ length: source.count }, (_, row) => source.cell(row, column));
  const doubles = Float64Array.from(cells, (cell) => (cell === null || cell === '' ? Number.NaN : Number(cell)));
  const parsed = new Map<number, Decimal | undefined>();
  const decimalAt = (row: number) => {
    if (!parsed.has(row)) parsed.set(row, decimalOf(String(cells[row])));
    return parsed.get(row);
  };
  return (a, b) => {
    // Rounding never reverses an order, so only equal doubles need their digits.
    if (doubles[a]! < doubles[b]!) return -1;
    if (doubles[a]! > doubles[b]!) return 1;
    if (cells[a] === cells[b]) return 0;
    const left = decimalAt(a);
    const right = decimalAt(b);
    if (left && right) return compareDecimals(left, right);
    if (left || right) return left ? -1 : 1;
    return String(cells[a]) < String(cells[b]) ? -1 : 1;
  };
}
