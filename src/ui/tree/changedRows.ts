/** Which rows VS Code must read again. While it reads the rows below one, their commands get no row, so it should read few. */

import { isDeepStrictEqual } from 'node:util';
import type { Row } from './row.ts';

/** If more rows of one list changed, the list is read again as a whole. */
const maxSingleRows = 20;

/** Whether two rows look the same and mean the same. The rows below them may differ. */
export function isSameRow(a: Row, b: Row): boolean {
  if (a === b) return true;
  const keys = Object.keys(a) as (keyof Row)[];
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every(
    (key) => Object.hasOwn(b, key) && (key === 'children' || a[key] === b[key] || isDeepStrictEqual(a[key], b[key])),
  );
}

/** Ids of the rows that changed themselves, or that have other rows below them; without those below. Undefined is the root. */
export function changedRows(before: readonly Row[], after: readonly Row[], parentId?: string): (string | undefined)[] {
  const hasSameIds = before.length === after.length && before.every((row, at) => row.id === after[at]!.id);
  if (!hasSameIds) return [parentId];
  let single = 0;
  const changed: (string | undefined)[] = [];
  for (const [at, row] of before.entries()) {
    const next = after[at]!;
    if (row === next) continue;
    if (isSameRow(row, next)) {
      changed.push(...changedRows(row.children, next.children, row.id));
      continue;
    }
    single += 1;
    if (single > maxSingleRows) return [parentId];
    changed.push(row.id);
  }
  return changed;
}
