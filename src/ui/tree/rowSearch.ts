/** Finds rows by their ids. A tree asks only for the few rows that are expanded, so nothing is kept for all of them. */

import type { Row } from './row.ts';

interface Found {
  row: Row;
  parent: Row | undefined;
}

/** The newest state of a row, which may be of an older tree. */
export function findRow(rows: readonly Row[], id: string, parent?: Row): Found | undefined {
  for (const row of rows) {
    if (row.id === id) return { row, parent };
    const found = row.children.length > 0 ? findRow(row.children, id, row) : undefined;
    if (found) return found;
  }
  return undefined;
}
