/** Which part of a tree changed. VS Code reloads only that part, and the commands of all other rows keep working. */

import { isDeepStrictEqual } from 'node:util';
import type { Row } from './row.ts';

/** Whether two rows look the same and mean the same. The rows below them may differ. */
export function isSameRow(a: Row, b: Row): boolean {
  if (a === b) return true;
  const keys = Object.keys(a) as (keyof Row)[];
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every(
    (key) => Object.hasOwn(b, key) && (key === 'children' || a[key] === b[key] || isDeepStrictEqual(a[key], b[key])),
  );
}

/** Ids of the rows of which the children must be read again, without those below them. Undefined is the root. */
export function changedParents(
  before: readonly Row[],
  after: readonly Row[],
  parentId?: string,
): (string | undefined)[] {
  const isSame = before.length === after.length && before.every((row, at) => isSameRow(row, after[at]!));
  if (!isSame) return [parentId];
  return before.flatMap((row, at) =>
    row === after[at] ? [] : changedParents(row.children, after[at]!.children, row.id),
  );
}
