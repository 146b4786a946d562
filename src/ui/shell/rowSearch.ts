/** Finds rows by their ids. A tree asks only for the few rows that are expanded, so nothing is kept for all of them. */

import type { TreeRow } from './treeRow.ts';

interface Found {
  row: TreeRow;
  parent: TreeRow | undefined;
}

/** The newest state of a row, which may be of an older tree. */
export function findRow(rows: readonly TreeRow[], id: string, parent?: TreeRow): Found | undefined {
  for (const row of rows) {
    if (row.id === id) return { row, parent };
    const found = row.children.length > 0 ? findRow(row.children, id, row) : undefined;
    if (found) return found;
  }
  return undefined;
}
