/** Gives the compiler's messages their place: the exact node where its words tell, a local finding where that knows better. */

import type { ModelIndex } from '../index/modelIndex.ts';
import type { Problem } from '../source/problem.ts';
import { isConsequence } from './consequences.ts';
import { type PlacedReport, Placer } from './placer.ts';
import { type ReportedError, splitReports } from './splitReports.ts';

export type { ReportedError };

export function placeReports(
  index: ModelIndex,
  reported: readonly ReportedError[],
  local: readonly Problem[],
): PlacedReport[] {
  const placer = new Placer(index, local);
  const placed: PlacedReport[] = [];
  // Causes first, whatever the order of the reports.
  const reports = splitReports(reported);
  for (const report of [...reports.filter((one) => !isConsequence(one)), ...reports.filter(isConsequence)]) {
    const found = placer.place(report);
    placer.addFindings(found);
    placed.push(...found);
  }
  return placed;
}

/**
 * Problems on the nodes the platform's messages are about; what is only a consequence stands at its cause.
 * Nothing reported is lost: without any clue it goes to the cube's name, the file, or the project.
 */
export function placeErrors(
  index: ModelIndex,
  reported: readonly ReportedError[],
  local: readonly Problem[],
): Problem[] {
  const problems: Problem[] = [];
  for (const { problem, explainedBy } of placeReports(index, reported, local)) {
    const consequence =
      explainedBy.length > 0
        ? explainedBy.map((cause) => ({ ...problem, file: cause.file, range: cause.range }))
        : [problem];
    for (const one of consequence) {
      if (!problems.some((other) => other.message === one.message && samePlace(other, one))) problems.push(one);
    }
  }
  return problems;
}

export function samePlace(a: Problem, b: Problem): boolean {
  return (
    a.file === b.file &&
    a.range.start.line === b.range.start.line &&
    a.range.start.character === b.range.start.character
  );
}
