/** Tree rows as text lines with indentation, state, icon, label and description. */

import type { Row } from '../../../src/ui/tree/row.ts';

const stateMarkers = { never: ' ', collapsed: '▸', expanded: '▾' };

export function outline(rows: readonly Row[], depth = 0): string[] {
  return rows.flatMap((row) => [
    `${'  '.repeat(depth)}${stateMarkers[row.expand]} ${row.icon ? `[${row.icon}] ` : ''}${row.label}${row.description ? ` · ${row.description}` : ''}`,
    ...outline(row.children, depth + 1),
  ]);
}

/** All rows by id. */
export function rowsById<R extends Row>(rows: readonly R[]): Map<string, R> {
  return new Map(rows.flatMap((row) => [[row.id, row] as const, ...rowsById(row.children as readonly R[])]));
}
