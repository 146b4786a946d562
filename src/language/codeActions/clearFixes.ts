/** The mistakes of a file whose correction is clear, as changes that do not overlap. */

import type { IndexedFile, ModelIndex } from '../../model/index/modelIndex.ts';
import type { Problem } from '../../model/source/problem.ts';
import type { Change } from './edits/action.ts';
import { replacements } from './replacements.ts';
import { mostTrials, tryCorrections } from './trial.ts';

interface ClearFix {
  problem: Problem;
  change: Change;
}

/** All of them if they make the model better together, otherwise those that do so one after the other. */
export function clearFixes(index: ModelIndex, file: IndexedFile, problems: readonly Problem[]): Change[] {
  const fixes: ClearFix[] = [];
  for (const problem of problems) {
    const [change, ...others] = replacements(file, problem);
    const isFree = (one: Change) => fixes.every(({ change: { start, end } }) => end <= one.start || one.end <= start);
    if (change && others.length === 0 && isFree(change)) fixes.push({ problem, change });
  }
  if (fixes.length === 0 || isBetter(index, fixes)) return fixes.map(({ change }) => change);
  const kept: ClearFix[] = [];
  for (const one of fixes.slice(0, mostTrials)) if (isBetter(index, [...kept, one])) kept.push(one);
  return kept.map(({ change }) => change);
}

function isBetter(index: ModelIndex, fixes: readonly ClearFix[]): boolean {
  const problems = fixes.map(({ problem }) => problem);
  return (
    tryCorrections(
      index,
      problems,
      fixes.map(({ change }) => change),
    ) !== undefined
  );
}
