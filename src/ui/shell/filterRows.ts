/** Filtering of tree rows by a text: what matches stays, with the way that leads to it. Pure. */

import type { RowKind, TreeRow } from './treeRow.ts';

const searched: ReadonlySet<RowKind> = new Set<RowKind>(['deployment', 'branch', 'environment', 'pod']);
/** Stay where they stand in a list that is looked through: without them a person could not search on. */
const always: ReadonlySet<RowKind> = new Set<RowKind>(['connection', 'more', 'failure']);

export function matches(text: string, filter: string): boolean {
  const folded = text.toLowerCase();
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => folded.includes(word));
}

/** Row ids differ from those of the unfiltered tree, so that what was folded shows its matches open. */
export function filterRows(rows: readonly TreeRow[], filter: string): TreeRow[] {
  const wanted = filter.trim();
  return rows.flatMap((row) => keep(row, wanted) ?? []);
}

/** How many rows match themselves. */
export function countMatchingRows(rows: readonly TreeRow[], filter: string): number {
  const wanted = filter.trim();
  return rows.reduce((sum, row) => sum + (isMatch(row, wanted) ? 1 : 0) + countMatchingRows(row.children, wanted), 0);
}

function isMatch(row: TreeRow, filter: string): boolean {
  return searched.has(row.kind) && matches(row.label, filter);
}

function keep(row: TreeRow, filter: string): TreeRow | undefined {
  const children = row.children.flatMap((child) => keep(child, filter) ?? []);
  const found = children.some((child) => !always.has(child.kind) || child.kind === 'connection');
  if (found) return { ...row, id: filteredId(row), expand: 'expanded', children };
  if (isMatch(row, filter))
    return { ...row, id: filteredId(row), expand: row.expand === 'never' ? 'never' : 'collapsed' };
  if (!always.has(row.kind)) return undefined;
  return { ...row, id: filteredId(row), children };
}

function filteredId({ id }: TreeRow): string {
  return `filtered/${id}`;
}
