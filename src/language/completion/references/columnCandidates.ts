/** Columns in SQL: those of the table that the model already uses. */

import type { Candidate } from './candidate.ts';
import { cubeBeforeColumn, isInSqlText, type ReferencePlace } from './referencePlace.ts';
import { usedColumns } from './usedColumns.ts';

/** After `{cube}.`, in `filter('…')`, and as a word of the SQL; undefined in texts, comments and after other dots. */
export function columnCandidates(place: ReferencePlace): Candidate[] | undefined {
  const { index, definition, prefix, field } = place;
  const isArgument = /\bfilter\(\s*['"]$/.test(prefix);
  if (field.path.endsWith('sqlTable') || (isInSqlText(place) && !isArgument)) return undefined;
  const cube = cubeBeforeColumn(place) ?? (/\.\s*$/.test(prefix) ? undefined : definition);
  if (cube?.kind !== 'cube') return undefined;
  return [...usedColumns(index, cube)].map(([name, count]) => ({
    label: name,
    text: name,
    rank: Math.max(0, 50 - count),
    kind: 12,
    detail: `column of ${cube.name}`,
  }));
}
