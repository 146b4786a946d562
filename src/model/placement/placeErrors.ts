/** Places the messages of the compiler: at the exact node, or at the local problem with the same cause. */

import type { ModelIndex } from '../index/modelIndex.ts';
import type { Problem } from '../source/problem.ts';
import { isConsequence } from './consequences.ts';
import type { PlacedReport } from './placedReport.ts';
import { Placer } from './placer.ts';
import { type ReportedError, splitReports } from './splitReports.ts';

export type { ReportedError };

/** One or more results for each report; `local` are our own problems. */
export function placeReports(
  index: ModelIndex,
  reported: readonly ReportedError[],
  local: readonly Problem[],
): PlacedReport[] {
  const placer = new Placer(index, local);
  const placed: PlacedReport[] = [];
  // Causes before consequences, whatever the order of the reports.
  const reports = splitReports(reported);
  for (const report of [...reports.filter((one) => !isConsequence(one)), ...reports.filter(isConsequence)]) {
    const found = placer.place(report);
    placer.addKnown(found);
    placed.push(...found);
  }
  return placed;
}

/**
 * The reports as problems; a consequence is placed at its cause. No report is lost: without any information it is placed at
 * the name of the cube, the file or the project.
 */
export function placeErrors(
  index: ModelIndex,
  reported: readonly ReportedError[],
  local: readonly Problem[],
): Problem[] {
  const problems: Problem[] = [];
  for (const { problem, explainedBy } of placeReports(index, reported, local)) {
    const placed =
      explainedBy.length > 0
        ? explainedBy.map((cause) => ({ ...problem, file: cause.file, range: cause.range }))
        : [problem];
    for (const one of placed) {
      if (!problems.some((other) => other.message === one.message && isSameStart(other, one))) problems.push(one);
    }
  }
  return problems;
}

export function isSameStart(a: Problem, b: Problem): boolean {
  return (
    a.file === b.file &&
    a.range.start.line === b.range.start.line &&
    a.range.start.character === b.range.start.character
  );
}
