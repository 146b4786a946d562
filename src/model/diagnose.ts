/** The one list of problems a person sees: what reading the texts finds and what the compiler reports, each thing once. */

import { checkModel } from './checks/checkModel.ts';
import { problemsOfText } from './checks/checkSyntax.ts';
import type { ModelIndex } from './index/modelIndex.ts';
import { placeReports, type ReportedError, samePlace } from './placement/placeErrors.ts';
import type { Problem, RelatedLocation } from './source/problem.ts';

/** Syntax and semantics of all files, without the compiler. */
export function localProblems(index: ModelIndex): Problem[] {
  const syntax = [...index.files].flatMap((file) => problemsOfText(file.path, file.lines, file.source.problems));
  return [...syntax, ...checkModel(index)];
}

function byPlace(a: Problem, b: Problem): number {
  return (
    a.file.localeCompare(b.file) ||
    a.range.start.line - b.range.start.line ||
    a.range.start.character - b.range.start.character
  );
}

/**
 * `reported` is what the platform said about these very texts; undefined while it has not spoken.
 * A local finding the compiler confirms keeps its words and carries the compiler's as related; it is an error then.
 */
export function diagnose(index: ModelIndex, reported: readonly ReportedError[] | undefined): Problem[] {
  const local = localProblems(index);
  const said = new Map<Problem, RelatedLocation[]>();
  const further: Problem[] = [];
  for (const { problem, explainedBy } of placeReports(index, reported ?? [], local)) {
    for (const cause of explainedBy) {
      const notes = said.get(cause) ?? [];
      const message = `The compiler says: ${problem.message}`;
      if (!notes.some((note) => note.message === message))
        notes.push({ file: cause.file, range: cause.range, message });
      said.set(cause, notes);
    }
    if (explainedBy.length > 0) continue;
    if (!further.some((other) => other.message === problem.message && samePlace(other, problem))) further.push(problem);
  }
  const merged = [...local, ...further].map((problem): Problem => {
    const notes = said.get(problem);
    if (!notes) return problem;
    return { ...problem, severity: 'error', related: [...(problem.related ?? []), ...notes] };
  });
  return merged.sort(byPlace);
}
