/** The quick fixes of one problem. What the check knows about the correction is in the problem; the rest follows from its code. */

import type { Problem } from '../../model/source/problem.ts';
import type { CodeAction } from '../protocol.ts';
import { createMember } from './createMember.ts';
import { duplicateFixes } from './duplicates.ts';
import { type ActionPlace, actionOf, type Correction, type MarkedProblem } from './edits/action.ts';
import { joinOfPath } from './missingJoin.ts';
import { addMissingKeys, addMissingName, addPrimaryKey } from './missingKeys.ts';
import { addDollar, addQuotes, insertText, removeUnknown, textFixes, validName } from './plainFixes.ts';
import { replacements } from './replacements.ts';
import { syntaxFixes } from './syntaxFixes.ts';

type Fixer = (marked: MarkedProblem) => readonly Correction[];

const fixers: Readonly<Record<string, Fixer>> = {
  'missing-key': addMissingKeys,
  'missing-name': addMissingName,
  'primary-key-missing': addPrimaryKey,
  'unknown-member': createMember,
  'not-joined': joinOfPath,
  'unknown-key': removeUnknown,
  'unknown-top-level-key': removeUnknown,
  'empty-value': (marked) => [...syntaxFixes(marked), ...removeUnknown(marked)],
  'conflicting-keys': removeUnknown,
  'bad-name': validName,
  'plain-brace': addDollar,
  'undefined-name': addQuotes,
  'adjacent-references': insertText,
  'dollar-brace': textFixes,
  'bare-reference': addQuotes,
  'duplicate-key': (marked) => [
    ...syntaxFixes(marked).filter(({ isPreferred }) => isPreferred),
    ...duplicateFixes(marked),
  ],
  'duplicate-member': duplicateFixes,
  'duplicate-definition': duplicateFixes,
  'duplicate-join': duplicateFixes,
  'javascript-missing-comma': syntaxFixes,
  'javascript-syntax': syntaxFixes,
  'yaml-tab': syntaxFixes,
  'yaml-bad-indent': syntaxFixes,
  'yaml-missing-colon': syntaxFixes,
  'yaml-open-quote': syntaxFixes,
  'yaml-quotes-needed': syntaxFixes,
  'missing-dash': syntaxFixes,
  'wrong-value': (marked) => (marked.problem.fix ? [] : syntaxFixes(marked)),
};

export function fixesOf(place: ActionPlace, problem: Problem): CodeAction[] {
  const { file } = place;
  const span = { start: file.lines.offsetAt(problem.range.start), end: file.lines.offsetAt(problem.range.end) };
  const meant = replacements(file, problem);
  const marked: MarkedProblem = { ...place, span, problem };
  const corrections: Correction[] = [
    ...meant.map((change) => ({
      title: `Change to '${change.text}'`,
      changes: [change],
      isPreferred: meant.length === 1,
    })),
    ...(fixers[problem.code]?.(marked) ?? []),
  ];
  const preferred = corrections.findIndex(({ isPreferred }) => isPreferred);
  return corrections.map(({ title, changes }, i) => ({
    ...actionOf(place, title, 'quickfix', changes),
    ...(i === preferred ? { isPreferred: true } : {}),
  }));
}
