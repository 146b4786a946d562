/** Rows as they arrive from a database: what would not fit in the memory of those who read them is refused. */

import { UserError } from '../../base/errors.ts';
import type { Rows } from './databaseRequests.ts';

type Row = Rows['values'][number];

/** In bytes, about: 50,000 rows of 60 numbers. */
const maxSize = 64 * 1024 * 1024;

export class BoundedRows implements Rows {
  readonly columns: readonly string[];
  readonly values: Row[] = [];
  #size = 0;

  constructor(columns: readonly string[]) {
    this.columns = columns;
  }

  /** @throws UserError */
  add(row: Row): void {
    this.#size += sizeOfRow(row);
    if (this.#size > maxSize) {
      throw new UserError(`The result has more than ${maxSize >> 20} MB. Ask for fewer rows or columns.`);
    }
    this.values.push(row);
  }
}

/** About the bytes that a row takes in memory. */
export function sizeOfRow(row: Row): number {
  let size = 0;
  for (const value of row) size += 16 + (typeof value === 'string' ? value.length : 0);
  return size;
}
