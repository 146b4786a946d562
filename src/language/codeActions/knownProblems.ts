/** The local problems of a model, found once for each state of its sources, and those that an editor's diagnostic shows. */

import { localProblems } from '../../model/diagnose.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import type { Problem } from '../../model/source/problem.ts';
import type { Range } from '../../model/source/range.ts';
import type { Diagnostic } from '../protocol.ts';

const found = new WeakMap<ModelIndex, { generation: number; problems: readonly Problem[] }>();

export function problemsIn(index: ModelIndex, path: string): readonly Problem[] {
  let known = found.get(index);
  if (known?.generation !== index.generation) {
    known = { generation: index.generation, problems: localProblems(index) };
    found.set(index, known);
  }
  return known.problems.filter(({ file }) => file === path);
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
