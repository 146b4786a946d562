/** A compiler report with its location, and how reports become problems. */

import type { ModelIndex } from '../index/modelIndex.ts';
import type { Problem, RelatedLocation } from '../source/problem.ts';
import { problemCatalog } from '../source/problemCatalog.ts';
import type { Location } from './location.ts';
import type { Report } from './splitReports.ts';

export interface PlacedReport {
  problem: Problem;
  /** The problems that have the same cause as the report, or that the report is a consequence of. */
  explainedBy: readonly Problem[];
}

/** A new problem at `location`. */
export function placeAt(index: ModelIndex, location: Location, message: string, report: Report): PlacedReport {
  const range = index.rangeOf(location.file, location.span);
  return {
    problem: {
      file: location.file,
      range,
      ...problemCatalog.compiler(location.message ?? withoutFrames(message)),
      source: 'compiler',
      ...(location.message
        ? { related: [relatedReport({ file: location.file, range }, withoutFrames(report.message))] }
        : {}),
    },
    explainedBy: [],
  };
}

/** Adds the report to problems that are already known. */
export function explainBy(report: Report, explainedBy: readonly Problem[]): PlacedReport {
  const [root] = explainedBy;
  return {
    problem: {
      ...root!,
      ...problemCatalog.compiler(withoutFrames(report.message)),
      source: 'compiler',
    },
    explainedBy,
  };
}

/** The message of the compiler, to show with a problem that has the same cause. */
export function relatedReport({ file, range }: Pick<Problem, 'file' | 'range'>, message: string): RelatedLocation {
  return { file, range, message: `The compiler reports: ${message}` };
}

/** The message without code frames and stack traces. */
export function withoutFrames(message: string): string {
  const lines = message.split('\n').filter((line) => !/^\s+at |^[ >]*\d+ \||^\s*\|?\s*\^+\s*$/.test(line));
  return lines.join('\n').trim();
}

/** The known problems at a location: those that overlap it, else those on its line, else those with a consequence there. */
export function problemsNear(index: ModelIndex, known: readonly Problem[], location: Location): Problem[] {
  const range = index.rangeOf(location.file, location.span);
  const onLine = known.filter(
    (one) =>
      one.file === location.file && one.range.start.line <= range.start.line && range.start.line <= one.range.end.line,
  );
  const overlapping = onLine.filter(
    (one) => one.range.start.character <= range.end.character && range.start.character <= one.range.end.character,
  );
  if (onLine.length > 0) return overlapping.length > 0 ? overlapping : onLine;
  return known.filter((one) =>
    one.related?.some((place) => place.file === location.file && place.range.start.line === range.start.line),
  );
}
