/**
 * Corrections of syntax errors: each possible change of the marked line is tried, and those remain after which the text can be
 * read. A change is preferred if it is the only one that leaves the fewest problems.
 */

import { lineEnd } from '../../model/source/lines.ts';
import type { Attempt } from './attempt.ts';
import { type Correction, changed, type MarkedProblem } from './edits/action.ts';
import { javaScript } from './javaScriptAttempts.ts';
import { type Rating, rate } from './rating.ts';
import {
  aliases,
  blockText,
  colons,
  dashes,
  documents,
  flowMarks,
  indentations,
  innerQuotes,
  openBracket,
  openQuote,
  otherStarts,
  quotedLine,
  quotes,
  tabs,
  textBehindQuote,
} from './yamlAttempts.ts';

const attemptsOf: Readonly<Record<string, readonly ((marked: MarkedProblem) => Attempt[])[]>> = {
  'javascript-missing-comma': [javaScript],
  'javascript-syntax': [javaScript],
  'yaml-tab': [tabs],
  'yaml-alias': [aliases],
  'yaml-bad-indent': [indentations, dashes],
  'yaml-documents': [documents],
  'yaml-open-bracket': [openBracket, flowMarks],
  'yaml-syntax': [innerQuotes, textBehindQuote, flowMarks],
  'yaml-missing-colon': [colons, otherStarts, blockText],
  'yaml-open-quote': [openQuote],
  'yaml-quotes-needed': [quotes, quotedLine],
  'missing-dash': [dashes, indentations],
  'wrong-value': [dashes, quotedLine],
  'empty-value': [quotedLine, flowMarks],
  'missing-name': [flowMarks],
  'duplicate-key': [dashes],
};

/** Each attempt reads the whole text again: of a long one, only the first ones are tried. */
const charactersRead = 3_000_000;
const mostAttempts = 80;

export function syntaxFixes(marked: MarkedProblem): Correction[] {
  const { file, index, problem } = marked;
  const count = Math.min(mostAttempts, Math.ceil(charactersRead / Math.max(1, file.text.length)));
  const before = rate(file, index.modelFolder);
  const byText = new Map<string, Attempt & Rating>();
  for (const one of (attemptsOf[problem.code] ?? []).flatMap((make) => make(marked)).slice(0, count)) {
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
