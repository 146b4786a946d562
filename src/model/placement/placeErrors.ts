/** Places the messages of the compiler: at the exact node, or at the local problem with the same cause. */

import type { ModelIndex } from '../index/modelIndex.ts';
import type { Problem } from '../source/problem.ts';
import { problemCatalog } from '../source/problemCatalog.ts';
import { isConsequence } from './consequences.ts';
import { explainBy, type PlacedReport } from './placedReport.ts';
import { Placer } from './placer.ts';
import { type ReportedError, splitReports } from './splitReports.ts';

export type { ReportedError };

const duplicateName =
  /^(?:Found duplicate (?:cube|view|view group) name|Found conflicting cube and view name|View group ".+" already exists)/;

/** One or more results for each report; `local` are our own problems. */
export function placeReports(
  index: ModelIndex,
  reported: readonly ReportedError[],
  local: readonly Problem[],
): PlacedReport[] {
  const reports = splitReports(reported);
  const tenants = local.find(({ code }) => code === problemCatalog.tenantFolders.code);
  // Reports about all folders as one model say nothing about the model of one tenant.
  if (tenants && reports.some(({ message }) => duplicateName.test(message))) {
    return reports.map((report) => explainBy(report, [tenants]));
  }
  const placer = new Placer(index, local);
  const placed: PlacedReport[] = [];
  // Causes before consequences, whatever the order of the reports.
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
