/**
 * Corrections of syntax errors: each possible change of the marked line is tried, and those remain after which the text can be
 * read. A change is preferred if it is the only one that leaves the fewest problems.
 */

import { lineEnd } from '../../model/source/lines.ts';
import { type Correction, changed, type MarkedProblem } from './edits/action.ts';
import { type Rating, rate } from './rating.ts';

export interface Attempt extends Omit<Correction, 'isPreferred'> {
  /** The lowest cost is the most likely of equally good ones: the columns by which a line moves, or 1 for a rare mistake. */
  cost?: number;
}

export function attempt({ file }: MarkedProblem, title: string, start: number, end: number, text: string): Attempt {
  return { title, changes: [{ file: file.path, start, end, text }] };
}

/** Each attempt reads the whole text again: of a long one, only the first ones are tried. */
const charactersRead = 3_000_000;
const mostAttempts = 80;

/** The best of all attempts. */
export const bestOf =
  (...attempts: readonly ((marked: MarkedProblem) => Attempt[])[]) =>
  (marked: MarkedProblem): Correction[] =>
    bestAttempts(
      marked,
      attempts.flatMap((make) => make(marked)),
    );

function bestAttempts(marked: MarkedProblem, attempts: readonly Attempt[]): Correction[] {
  const { file, index } = marked;
  const count = Math.min(mostAttempts, Math.ceil(charactersRead / Math.max(1, file.text.length)));
  const before = rate(file, index.modelFolder);
  const byText = new Map<string, Attempt & Rating>();
  for (const one of attempts.slice(0, count)) {
    const text = changed(file.text, one.changes);
    if (byText.has(text)) continue;
    const after = rate({ path: file.path, text }, index.modelFolder);
    const line = lineEnd(file.text, marked.span.end);
    const isBetter =
      after.syntax < before.syntax ||
      (file.source.language === 'yaml' && after.syntax === before.syntax && after.first > line) ||
      (after.syntax === 0 && before.syntax === 0 && after.shape < before.shape);
    if (isBetter) byText.set(text, { ...one, ...after });
  }
  const found = [...byText.values()].sort((a, b) => a.syntax - b.syntax || a.shape - b.shape);
  const fewest = found.filter(({ syntax, shape }) => syntax === found[0]!.syntax && shape === found[0]!.shape);
  const nearest = Math.min(...fewest.map(({ cost = 0 }) => cost));
  const best = fewest.filter(({ cost = 0 }) => cost === nearest);
  // Without syntax errors, the first problems become visible that were hidden before.
  const isClear =
    best.length === 1 &&
    best[0]!.syntax === 0 &&
    (best[0]!.shape === 0 || (before.syntax === 0 && best[0]!.shape < before.shape));
  return best.slice(0, 3).map(({ title, changes }) => ({ title, changes, isPreferred: isClear }));
}
