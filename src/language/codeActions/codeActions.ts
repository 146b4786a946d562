/** Code actions: fixes of the problems that are shown at a place, and refactorings of what is there. */

import { localProblems } from '../../model/diagnose.ts';
import type { IndexedFile, ModelIndex } from '../../model/index/modelIndex.ts';
import { keyIn, ruleProblems } from '../../model/lint/checkRules.ts';
import type { Problem } from '../../model/source/problem.ts';
import type { Span } from '../../model/source/range.ts';
import { isOfRules } from '../../model/source/ruleKinds.ts';
import type { CodeAction, CodeActionKind, Diagnostic, Range, UriOf } from '../protocol/protocol.ts';
import { addToViews } from './addToView.ts';
import { convertFile } from './conversion/convertFile.ts';
import { type ActionPlace, actionOf, type Change } from './edits/action.ts';
import { extractions } from './extract.ts';
import { inlinings } from './inline.ts';
import { joinOfReference } from './missingJoin.ts';
import { fixesOf } from './quickFixes.ts';
import { replacements } from './replacements.ts';
import { ruleActions } from './ruleActions.ts';
import { mostTrials, Trials } from './trial.ts';

interface CodeActionContext {
  /** The problems that the editor shows in the range. */
  diagnostics: readonly Diagnostic[];
  /** The kinds that the editor asks for, such as `quickfix` or `source.fixAll`; by default all but those of `source`. */
  only?: readonly string[];
}

type Feature = readonly [CodeActionKind, (place: ActionPlace) => readonly CodeAction[]];

const refactorings: readonly Feature[] = [
  ['refactor.extract', extractions],
  ['refactor.inline', inlinings],
  ['refactor.rewrite', addToViews],
  ['refactor.rewrite', joinOfReference],
  ['refactor.rewrite', convertFile],
];

function isAsked(kind: string, only: readonly string[] | undefined): boolean {
  if (!only) return !kind.startsWith('source');
  return only.some((one) => kind === one || kind.startsWith(`${one}.`) || one === '');
}

export function codeActions(
  index: ModelIndex,
  path: string,
  range: Range,
  { diagnostics, only }: CodeActionContext,
  uriOf: UriOf,
): CodeAction[] {
  const file = index.file(path);
  if (!file) return [];
  const span: Span = { start: file.lines.offsetAt(range.start), end: file.lines.offsetAt(range.end) };
  const place: ActionPlace = { index, file, span, uriOf };
  return [
    ...(isAsked('quickfix', only) && diagnostics.length > 0 ? quickFixes(place, diagnostics) : []),
    ...refactorings.flatMap(([kind, feature]) => (isAsked(kind, only) ? feature(place) : [])),
    ...(isAsked('source.fixAll.dataModel', only) ? fixAll(place) : []),
  ];
}

function quickFixes(place: ActionPlace, diagnostics: readonly Diagnostic[]): CodeAction[] {
  const problems = problemsIn(place.index, place.file.path);
  const trials = new Trials(place.index);
  const found = [...problems, ...ruleProblemsIn(place.index, place.file.path)].flatMap((problem) => {
    const shown = diagnostics.filter((one) => isShownBy(problem, one));
    return shown.length === 0
      ? []
      : [...fixesOf(place, problem, trials), ...exemptions(place, problem)].map((action) => ({
          ...action,
          diagnostics: shown,
        }));
  });
  if (!found.some(({ isPreferred }) => isPreferred)) return found;
  const clear = clearFixes(trials, place.file, problems);
  if (clear.length < 2) return found;
  return [...found, actionOf(place, `Fix all ${clear.length} spelling mistakes in this file`, 'quickfix', clear)];
}

function exemptions({ index, file, uriOf }: ActionPlace, { code, range }: Problem): CodeAction[] {
  const start = file.lines.offsetAt(range.start);
  const { start: offset } = keyIn(file)({ start, end: file.lines.offsetAt(range.end) });
  const { path, text, source } = file;
  return ruleActions({ index, path, text, language: source.language, offset, code, uriOf });
}

function fixAll(place: ActionPlace): CodeAction[] {
  const clear = clearFixes(new Trials(place.index), place.file, problemsIn(place.index, place.file.path));
  return clear.length === 0 ? [] : [actionOf(place, 'Fix all spelling mistakes', 'source.fixAll.dataModel', clear)];
}

function problemsIn(index: ModelIndex, path: string): readonly Problem[] {
  return localProblems(index).filter(({ file }) => file === path);
}

function ruleProblemsIn(index: ModelIndex, path: string): readonly Problem[] {
  return ruleProblems(index).filter(({ file }) => file === path);
}

function meets(a: Range, b: Range): boolean {
  const isBefore = (one: Range, other: Range) =>
    one.end.line < other.start.line || (one.end.line === other.start.line && one.end.character < other.start.character);
  return !isBefore(a, b) && !isBefore(b, a);
}

/** A report of the platform has no code of ours: the problem at its place is about the same mistake. */
function isShownBy(problem: Problem, diagnostic: Diagnostic): boolean {
  const isReported = diagnostic.source !== 'data-model' && !isOfRules(problem);
  return meets(problem.range, diagnostic.range) && (diagnostic.code === problem.code || isReported);
}

interface ClearFix {
  problem: Problem;
  change: Change;
}

/** The clear corrections of a file: all of them if they make the model better together, otherwise those that do so one after the other. */
function clearFixes(trials: Trials, file: IndexedFile, problems: readonly Problem[]): Change[] {
  const fixes: ClearFix[] = [];
  for (const problem of problems) {
    const [change, ...others] = replacements(file, problem);
    const isFree = (one: Change) => fixes.every(({ change: { start, end } }) => end <= one.start || one.end <= start);
    if (change && others.length === 0 && isFree(change)) fixes.push({ problem, change });
  }
  if (fixes.length === 0 || isBetter(trials, fixes)) return fixes.map(({ change }) => change);
  const kept: ClearFix[] = [];
  for (const one of fixes.slice(0, mostTrials)) if (isBetter(trials, [...kept, one])) kept.push(one);
  return kept.map(({ change }) => change);
}

function isBetter(trials: Trials, fixes: readonly ClearFix[]): boolean {
  const problems = fixes.map(({ problem }) => problem);
  const changes = fixes.map(({ change }) => change);
  return trials.run(problems, changes) !== undefined;
}
