/** The mistakes of a file whose correction is clear, as changes that do not overlap. */

import type { IndexedFile } from '../../model/index/modelIndex.ts';
import type { Problem } from '../../model/source/problem.ts';
import type { Change } from './edits/action.ts';
import { replacements } from './replacements.ts';
import { mostTrials, type Trials } from './trial.ts';

interface ClearFix {
  problem: Problem;
  change: Change;
}

/** All of them if they make the model better together, otherwise those that do so one after the other. */
export function clearFixes(trials: Trials, file: IndexedFile, problems: readonly Problem[]): Change[] {
  const fixes: ClearFix[] = [];
  for (const problem of problems) {
    const [change, ...others] = replacements(file, problem);
    const isFree = (one: Change) => fixes.every(({ change: { start, end } }) => end <= one.start || one.end <= start);
    if (change && others.length === 0 && isFree(change)) fixes.push({ problem, change });
  }
  if (fixes.length === 0 || isBetter(trials, fixes)) return fixes.map(({ change }) => change);
  const kept: ClearFix[] = [];
  for (const one of fixes.slice(0, mostTrials)) if (isBetter(trials, [...kept, one])) kept.push(one);
  return kept.map(({ change }) => change);
}

function isBetter(trials: Trials, fixes: readonly ClearFix[]): boolean {
  const problems = fixes.map(({ problem }) => problem);
  const changes = fixes.map(({ change }) => change);
  return trials.run(problems, changes) !== undefined;
}
