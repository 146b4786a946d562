/** The quick fixes of one problem. What the check knows about the correction is in the problem; the rest follows from its code. */

import type { Problem } from '../../model/source/problem.ts';
import type { CodeAction } from '../protocol.ts';
import { createMember } from './createMember.ts';
import { duplicateFixes } from './duplicates.ts';
import { type ActionPlace, actionOf, type Correction, type MarkedProblem } from './edits/action.ts';
import { joinOfPath } from './missingJoin.ts';
import { addMissingKeys, addMissingName, addPrimaryKey, fillEmpty } from './missingKeys.ts';
import { addQuotes, exportName, moveToMeta, removeUnknown, validName } from './plainFixes.ts';
import { replacements } from './replacements.ts';
import {
  adjacentReferences,
  dollarBrace,
  emptyBraces,
  escapeBraces,
  expressionInBraces,
  openBrace,
  ownColumn,
  plainBrace,
  strayBrace,
} from './sqlFixes.ts';
import { syntaxFixes } from './syntaxFixes.ts';
import { missingIn, openQuoteInTag, unbalancedBlock, unclosedTag } from './templateFixes.ts';
import { mostTrials, type Trial, type Trials } from './trial.ts';
import { removeValue, valueFixes } from './valueFixes.ts';

type Fixer = (marked: MarkedProblem) => readonly Correction[];

const fixers: Readonly<Record<string, Fixer>> = {
  'missing-key': addMissingKeys,
  'missing-name': (marked) => [...syntaxFixes(marked), ...addMissingName(marked)],
  'primary-key-missing': addPrimaryKey,
  'unknown-member': createMember,
  'not-joined': joinOfPath,
  'unknown-key': (marked) => [...moveToMeta(marked), ...removeUnknown(marked)],
  'unknown-top-level-key': removeUnknown,
  'empty-value': (marked) => [...syntaxFixes(marked), ...fillEmpty(marked), ...removeValue(marked)],
  'conflicting-keys': removeUnknown,
  'bad-name': validName,
  'plain-brace': plainBrace,
  'open-brace': openBrace,
  'stray-brace': strayBrace,
  'empty-braces': emptyBraces,
  'unsupported-expression': expressionInBraces,
  'reference-in-text': escapeBraces,
  'circular-reference': ownColumn,
  'circular-extends': removeValue,
  'undefined-name': addQuotes,
  'unknown-import': exportName,
  'adjacent-references': adjacentReferences,
  'dollar-brace': dollarBrace,
  'bare-reference': addQuotes,
  'duplicate-key': (marked) => [
    ...syntaxFixes(marked).filter(({ isPreferred }) => isPreferred),
    ...duplicateFixes(marked),
  ],
  'duplicate-member': duplicateFixes,
  'duplicate-definition': duplicateFixes,
  'duplicate-join': duplicateFixes,
  'template-unclosed-tag': unclosedTag,
  'template-unbalanced-block': unbalancedBlock,
  'template-open-quote': openQuoteInTag,
  'template-missing-value': missingIn,
  'javascript-missing-comma': syntaxFixes,
  'javascript-syntax': syntaxFixes,
  'yaml-alias': syntaxFixes,
  'yaml-documents': syntaxFixes,
  'yaml-open-bracket': syntaxFixes,
  'yaml-syntax': syntaxFixes,
  'yaml-tab': syntaxFixes,
  'yaml-bad-indent': syntaxFixes,
  'yaml-missing-colon': syntaxFixes,
  'yaml-open-quote': syntaxFixes,
  'yaml-quotes-needed': syntaxFixes,
  'missing-dash': syntaxFixes,
  'wrong-value': (marked) => (marked.problem.fix ? [] : [...valueFixes(marked), ...syntaxFixes(marked)]),
};

/** The corrections that make the model better, of the first ones. */
function tried(trials: Trials, problem: Problem, corrections: readonly Correction[]): (Correction & Trial)[] {
  const better = corrections.slice(0, mostTrials).flatMap((one) => {
    const trial = trials.run([problem], one.changes);
    return trial ? [{ ...one, ...trial }] : [];
  });
  // What one of them reveals and another one does not is due to the correction.
  const fewest = Math.min(...better.map(({ revealed }) => revealed));
  return better.filter(({ revealed }) => revealed === fewest);
}

/** The one that leaves the fewest problems, if it is alone in that. */
function clearest(corrections: readonly (Correction & Trial)[]): Correction | undefined {
  const fewest = Math.min(...corrections.map(({ left }) => left));
  const best = corrections.filter(({ left }) => left === fewest);
  return best.length === 1 ? best[0] : undefined;
}

export function fixesOf(place: ActionPlace, problem: Problem, trials: Trials): CodeAction[] {
  const { file } = place;
  const span = { start: file.lines.offsetAt(problem.range.start), end: file.lines.offsetAt(problem.range.end) };
  const marked: MarkedProblem = { ...place, span, problem };
  const replacing = replacements(file, problem).map(
    (change): Correction => ({ title: `Change to '${change.text}'`, changes: [change], isMeant: true }),
  );
  const all = tried(trials, problem, [...replacing, ...(fixers[problem.code]?.(marked) ?? [])]);
  const preferred =
    clearest(all.filter(({ isMeant }) => isMeant)) ??
    all.find(({ isPreferred, revealed }) => isPreferred && revealed === 0);
  return all.map((one) => ({
    ...actionOf(place, one.title, 'quickfix', one.changes),
    ...(one === preferred ? { isPreferred: true } : {}),
  }));
}
