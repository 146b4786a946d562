/** Tree rows as text, for golden comparisons: how deep, folded or open, icon, label, description. */

import type { TreeRow } from '../../src/ui/shell/treeRow.ts';

const marks = { never: ' ', collapsed: '▸', expanded: '▾' };

export function outline(rows: readonly TreeRow[], depth = 0): string[] {
  return rows.flatMap((row) => [
    `${'  '.repeat(depth)}${marks[row.expand]} ${row.icon ? `[${row.icon}] ` : ''}${row.label}${row.description ? ` · ${row.description}` : ''}`,
    ...outline(row.children, depth + 1),
  ]);
}

/** Every row by its id. */
export function rowsById(rows: readonly TreeRow[]): Map<string, TreeRow> {
  return new Map(rows.flatMap((row) => [[row.id, row] as const, ...rowsById(row.children)]));
}
