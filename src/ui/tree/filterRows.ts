/** Filters tree rows by text: matching rows stay, with their ancestors. */

import type { Row, RowKind } from './row.ts';

const searchedKinds: ReadonlySet<RowKind> = new Set<RowKind>(['deployment', 'branch', 'environment', 'pod']);
/** Rows that always stay, so that the user can load more or try again. */
const keptKinds: ReadonlySet<RowKind> = new Set<RowKind>(['connection', 'more', 'failure']);

/** Row ids differ from those of the unfiltered tree. Otherwise the editor would keep collapsed rows collapsed. */
export function filterRows(rows: readonly Row[], filter: string): Row[] {
  const words = wordsOf(filter);
  return rows.flatMap((row) => keepMatching(row, words) ?? []);
}

/** How many rows match the filter, without counting ancestors. */
export function countMatchingRows(rows: readonly Row[], filter: string): number {
  const words = wordsOf(filter);
  const count = (sum: number, row: Row): number => row.children.reduce(count, isMatch(row, words) ? sum + 1 : sum);
  return rows.reduce(count, 0);
}

function wordsOf(filter: string): string[] {
  return filter.trim().toLowerCase().split(/\s+/);
}

function isMatch({ kind, label }: Row, words: readonly string[]): boolean {
  if (!searchedKinds.has(kind)) return false;
  const folded = label.toLowerCase();
  return words.every((word) => folded.includes(word));
}

function keepMatching(row: Row, words: readonly string[]): Row | undefined {
  let children: Row[] | undefined;
  let hasMatch = false;
  for (const child of row.children) {
    const kept = keepMatching(child, words);
    if (!kept) continue;
    children ??= [];
    children.push(kept);
    hasMatch ||= !keptKinds.has(child.kind) || child.kind === 'connection';
  }
  if (children && hasMatch) return { ...row, id: filteredId(row), expand: 'expanded', children };
  if (isMatch(row, words))
    return { ...row, id: filteredId(row), expand: row.expand === 'never' ? 'never' : 'collapsed' };
  if (!keptKinds.has(row.kind)) return undefined;
  return { ...row, id: filteredId(row), children: children ?? [] };
}

function filteredId({ id }: Row): string {
  return `filtered/${id}`;
}
