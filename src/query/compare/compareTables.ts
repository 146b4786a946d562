/** Compares the results of one query on two branches. Rows are matched by their dimensions. */

import type { Cell, ComparedRow, ResultColumn, RowChange } from '../../contract/messages/resultShape.ts';
import { canonical, compareCells } from '../results/compareCells.ts';
import type { ResultTable, WholeTable } from '../results/resultTable.ts';

export interface ComparedTable {
  /** Those of the later table, then those that only the earlier one has. */
  columns: readonly ResultColumn[];
  /** In the order of the later table; a removed row follows the row that it followed before. */
  rows: readonly ComparedRow[];
  added: number;
  removed: number;
  changed: number;
}

/** A column of both tables, with its place in each. */
interface SharedColumn {
  before: number;
  after: number;
  type: string;
  isKey: boolean;
}

/** A column that only one table has makes no row a changed one. Rows with the same dimensions are paired, equal ones first. */
export function compareTables(before: WholeTable, after: WholeTable): ComparedTable {
  const shared = sharedColumns(before, after);
  const pairs = pairRows(before, after, shared);
  const onlyBefore = before.columns.filter(({ key }) => !after.columns.some((column) => column.key === key));
  const columns = [...after.columns, ...onlyBefore];
  const inColumns = ({ columns: own }: ResultTable) => {
    const places = columns.map(({ key }) => own.findIndex((column) => column.key === key));
    return (row: readonly Cell[] | undefined) => row && places.map((place) => row[place] ?? null);
  };
  const cellsBefore = inColumns(before);
  const cellsAfter = inColumns(after);
  const removedAfter = removedPlaces(before.rows.length, pairs);
  const rows: ComparedRow[] = [];
  const counts = { added: 0, removed: 0, changed: 0 };
  const add = (change: RowChange, earlier: readonly Cell[] | undefined, later: readonly Cell[] | undefined) => {
    if (change !== 'same') counts[change] += 1;
    rows.push({ change, before: cellsBefore(earlier) ?? null, after: cellsAfter(later) ?? null });
  };
  const addRemoved = (place: number) => {
    for (const index of removedAfter.get(place) ?? []) add('removed', before.rows[index], undefined);
  };
  addRemoved(-1);
  after.rows.forEach((row, place) => {
    const match = pairs[place];
    const earlier = match === undefined ? undefined : before.rows[match]!;
    add(!earlier ? 'added' : isSame(earlier, row, shared) ? 'same' : 'changed', earlier, row);
    addRemoved(place);
  });
  return { columns, rows, ...counts };
}

function sharedColumns(before: ResultTable, after: ResultTable): SharedColumn[] {
  return after.columns.flatMap(({ key, type, kind }, place) => {
    const earlier = before.columns.findIndex((column) => column.key === key);
    const other = before.columns[earlier];
    if (!other) return [];
    // A member that changed its type has values that only their texts can compare.
    return [{ before: earlier, after: place, type: other.type === type ? type : 'string', isKey: kind !== 'measure' }];
  });
}

/** For each row of the later table its row in the earlier one. */
function pairRows(before: ResultTable, after: ResultTable, shared: readonly SharedColumn[]): (number | undefined)[] {
  const keys = shared.filter(({ isKey }) => isKey);
  const hasKeys = ({ columns }: ResultTable) => columns.some(({ kind }) => kind !== 'measure');
  const pairs: (number | undefined)[] = after.rows.map(() => undefined);
  if (keys.length === 0 && (hasKeys(before) || hasKeys(after))) return pairs;
  const earlierRows = new RowLists(before.rows.length);
  const laterRows = new RowLists(after.rows.length);
  /** The first earlier row of each key. */
  const firstOf = new Map<string, number>();
  for (let index = before.rows.length - 1; index >= 0; index -= 1) {
    const key = keyOf(before.rows[index]!, keys, 'before');
    earlierRows.prepend(index, firstOf.get(key));
    firstOf.set(key, index);
  }
  const laterOf = new Map<number, number>();
  for (let index = after.rows.length - 1; index >= 0; index -= 1) {
    const first = firstOf.get(keyOf(after.rows[index]!, keys, 'after'));
    if (first === undefined) continue;
    laterRows.prepend(index, laterOf.get(first));
    laterOf.set(first, index);
  }
  for (const [first, later] of laterOf) {
    if (earlierRows.isSingle(first) && laterRows.isSingle(later)) pairs[later] = first;
    else pairGroup(earlierRows.from(first), laterRows.from(later), pairs, { before, after, shared });
  }
  return pairs;
}

/** Lists of row numbers. An array for each of many keys costs several times as much. */
class RowLists {
  /** The row after each row; -1: none. */
  readonly #next: Int32Array;

  constructor(rows: number) {
    this.#next = new Int32Array(rows);
  }

  /** Puts a row before the list that starts with `first`. */
  prepend(row: number, first = -1): void {
    this.#next[row] = first;
  }

  isSingle(row: number): boolean {
    return this.#next[row] === -1;
  }

  /** The rows of the list that starts with `first`. */
  from(first: number): number[] {
    const rows: number[] = [];
    for (let row = first; row !== -1; row = this.#next[row]!) rows.push(row);
    return rows;
  }
}

/** Pairs the rows with one key: equal ones first, then the others in their order. */
function pairGroup(
  earlier: readonly number[],
  later: readonly number[],
  pairs: (number | undefined)[],
  { before, after, shared }: { before: ResultTable; after: ResultTable; shared: readonly SharedColumn[] },
): void {
  const byCells = new Map<string, number[]>();
  for (const index of [...earlier].reverse()) {
    const cells = keyOf(before.rows[index]!, shared, 'before');
    const equal = byCells.get(cells);
    if (equal) equal.push(index);
    else byCells.set(cells, [index]);
  }
  const taken = new Set<number>();
  for (const index of later) {
    const match = byCells.get(keyOf(after.rows[index]!, shared, 'after'))?.pop();
    if (match === undefined) continue;
    pairs[index] = match;
    taken.add(match);
  }
  const rest = earlier.filter((index) => !taken.has(index)).values();
  for (const index of later) pairs[index] ??= rest.next().value;
}

/** A text that is equal for equal cells only. */
function keyOf(row: readonly Cell[], columns: readonly SharedColumn[], side: 'before' | 'after'): string {
  let key = '';
  for (const column of columns) {
    const cell = row[column[side]] ?? null;
    const text = cell === null ? '' : canonical(cell, column.type);
    key += cell === null ? '-' : `${text.length}:${text}`;
  }
  return key;
}

function isSame(earlier: readonly Cell[], later: readonly Cell[], shared: readonly SharedColumn[]): boolean {
  return shared.every(({ before, after, type }) => {
    return compareCells(earlier[before] ?? null, later[after] ?? null, type) === 0;
  });
}

/** The removed rows by the later row that they follow; -1: they come first. */
function removedPlaces(count: number, pairs: readonly (number | undefined)[]): Map<number, number[]> {
  const laterOf = new Map<number, number>();
  pairs.forEach((earlier, later) => {
    if (earlier !== undefined) laterOf.set(earlier, later);
  });
  const places = new Map<number, number[]>();
  let place = -1;
  for (let index = 0; index < count; index += 1) {
    const later = laterOf.get(index);
    if (later !== undefined) {
      place = later;
      continue;
    }
    const removed = places.get(place);
    if (removed) removed.push(index);
    else places.set(place, [index]);
  }
  return places;
}
