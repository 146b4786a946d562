/** Filters tree rows by text: matching rows stay, with their ancestors. */

import type { RowKind, TreeRow } from './treeRow.ts';

const searchedKinds: ReadonlySet<RowKind> = new Set<RowKind>(['deployment', 'branch', 'environment', 'pod']);
/** Rows that always stay, so that the user can load more or try again. */
const keptKinds: ReadonlySet<RowKind> = new Set<RowKind>(['connection', 'more', 'failure']);

function matches(text: string, filter: string): boolean {
  const folded = text.toLowerCase();
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => folded.includes(word));
}

/** Row ids differ from those of the unfiltered tree. Otherwise the editor would keep collapsed rows collapsed. */
export function filterRows(rows: readonly TreeRow[], filter: string): TreeRow[] {
  const trimmed = filter.trim();
  return rows.flatMap((row) => keepMatching(row, trimmed) ?? []);
}

/** How many rows match the filter, without counting ancestors. */
export function countMatchingRows(rows: readonly TreeRow[], filter: string): number {
  const trimmed = filter.trim();
  return rows.reduce((sum, row) => sum + (isMatch(row, trimmed) ? 1 : 0) + countMatchingRows(row.children, trimmed), 0);
}

function isMatch(row: TreeRow, filter: string): boolean {
  return searchedKinds.has(row.kind) && matches(row.label, filter);
}

function keepMatching(row: TreeRow, filter: string): TreeRow | undefined {
  const children = row.children.flatMap((child) => keepMatching(child, filter) ?? []);
  const hasMatch = children.some((child) => !keptKinds.has(child.kind) || child.kind === 'connection');
  if (hasMatch) return { ...row, id: filteredId(row), expand: 'expanded', children };
  if (isMatch(row, filter))
    return { ...row, id: filteredId(row), expand: row.expand === 'never' ? 'never' : 'collapsed' };
  if (!keptKinds.has(row.kind)) return undefined;
  return { ...row, id: filteredId(row), children };
}

function filteredId({ id }: TreeRow): string {
  return `filtered/${id}`;
}
