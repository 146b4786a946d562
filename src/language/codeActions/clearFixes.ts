/** The mistakes of a file whose correction is clear, as changes that do not overlap. */

import type { IndexedFile } from '../../model/index/modelIndex.ts';
import type { Problem } from '../../model/source/problem.ts';
import type { Change } from './edits/action.ts';
import { replacements } from './replacements.ts';

export function clearFixes(file: IndexedFile, problems: readonly Problem[]): Change[] {
  const changes: Change[] = [];
  for (const problem of problems) {
    const [only, ...others] = replacements(file, problem);
    const isFree = (one: Change) => changes.every(({ start, end }) => end <= one.start || one.end <= start);
    if (only && others.length === 0 && isFree(only)) changes.push(only);
  }
  return changes;
}
