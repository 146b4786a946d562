/** The local problems of a file, and those that an editor's diagnostic shows. */

import { localProblems } from '../../model/diagnose.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import type { Problem } from '../../model/source/problem.ts';
import type { Range } from '../../model/source/range.ts';
import type { Diagnostic } from '../protocol.ts';

export function problemsIn(index: ModelIndex, path: string): readonly Problem[] {
  return localProblems(index).filter(({ file }) => file === path);
}

function meets(a: Range, b: Range): boolean {
  const isBefore = (one: Range, other: Range) =>
    one.end.line < other.start.line || (one.end.line === other.start.line && one.end.character < other.start.character);
  return !isBefore(a, b) && !isBefore(b, a);
}

/** What the platform reports has no code of ours: the problem at its place is about the same mistake. */
export function isShownBy(problem: Problem, diagnostic: Diagnostic): boolean {
  return (
    meets(problem.range, diagnostic.range) && (diagnostic.code === problem.code || diagnostic.source !== 'data-model')
  );
}
