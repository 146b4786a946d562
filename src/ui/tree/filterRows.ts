/** Filters tree rows by text: matching rows stay, with their ancestors. */

import type { Row } from './row.ts';

/** Rows that always stay, so that the user can load more or try again. */
const keptKinds: ReadonlySet<string> = new Set(['connection', 'more', 'failure']);

export interface RowFilter {
  /** Words that the label of a row contains. */
  text: string;
  /** The kinds of rows that are searched. */
  kinds: ReadonlySet<string>;
}

/** Row ids differ from those of the unfiltered tree. Otherwise the editor would keep collapsed rows collapsed. */
export function filterRows<R extends Row>(rows: readonly R[], { text, kinds }: RowFilter): R[] {
  const isMatch = matcher(text, kinds);
  return rows.flatMap((row) => keepMatching(row, isMatch) ?? []);
}

/** How many rows match the filter, without counting ancestors. */
export function countMatchingRows(rows: readonly Row[], { text, kinds }: RowFilter): number {
  const isMatch = matcher(text, kinds);
  const count = (sum: number, row: Row): number => row.children.reduce(count, isMatch(row) ? sum + 1 : sum);
  return rows.reduce(count, 0);
}

function matcher(text: string, kinds: ReadonlySet<string>): (row: Row) => boolean {
  const words = text.trim().toLowerCase().split(/\s+/);
  return ({ kind, label }) => {
    if (!kinds.has(kind)) return false;
    const folded = label.toLowerCase();
    return words.every((word) => folded.includes(word));
  };
}

function keepMatching<R extends Row>(row: R, isMatch: (row: Row) => boolean): R | undefined {
  let children: R[] | undefined;
  let hasMatch = false;
  for (const child of row.children as readonly R[]) {
    const kept = keepMatching(child, isMatch);
    if (!kept) continue;
    children ??= [];
    children.push(kept);
    hasMatch ||= !keptKinds.has(child.kind) || child.kind === 'connection';
  }
  const id = `filtered/${row.id}`;
  if (children && hasMatch) return { ...row, id, expand: 'expanded', children };
  if (isMatch(row)) return { ...row, id, expand: row.expand === 'never' ? 'never' : 'collapsed' };
  if (!keptKinds.has(row.kind)) return undefined;
  return { ...row, id, children: children ?? [] };
}
