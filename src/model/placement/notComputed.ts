/** Members that the local platform cannot calculate, on their names. */

import type { ModelIndex } from '../index/modelIndex.ts';
import { type Problem, startOfFile } from '../source/problem.ts';
import { problemCatalog } from '../source/problemCatalog.ts';
import type { ReportedError } from './splitReports.ts';

/** A member that is inherited by other cubes is named once. */
export function notComputedProblems(index: ModelIndex, reported: readonly ReportedError[]): Problem[] {
  const byPlace = new Map<string, Problem>();
  for (const { message, notComputed: path } of reported) {
    if (path === undefined) continue;
    const problem: Problem = {
      ...placeOf(index, path),
      ...problemCatalog.notComputed(path, message),
      source: 'compiler',
    };
    const key = JSON.stringify([problem.file, problem.range, message]);
    if (!byPlace.has(key)) byPlace.set(key, problem);
  }
  return [...byPlace.values()];
}

/** A member that code creates is at the name of its cube, otherwise at the project. */
function placeOf(index: ModelIndex, path: string): Pick<Problem, 'file' | 'range'> {
  const member = index.memberByPath(path);
  const owner = member?.definition ?? index.cube(path.split('.')[0] ?? '');
  if (!owner) return { file: index.projectFile, range: startOfFile };
  return { file: owner.file, range: index.rangeOf(owner.file, (member ?? owner).nameSpan) };
}
