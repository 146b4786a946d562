/** The problems of a query or test document, with the fixes of those that have one. */

import { checkQueryDocument, inOrder } from '../../model/documents/checkQueryDocument.ts';
import { checkTestDocument } from '../../model/documents/checkTestDocument.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import { documentRuleProblems } from '../../model/lint/checkRules.ts';
import { type Problem, problemsOfText } from '../../model/source/problem.ts';
import { ruleActions } from '../codeActions/ruleActions.ts';
import type { CodeAction, Diagnostic, Range, UriOf } from '../protocol/protocol.ts';
import { type DocumentText, languageDocument, type QueryFiles } from './document.ts';

export function queryProblems(index: ModelIndex, source: DocumentText, { queryAt }: QueryFiles = {}): Problem[] {
  const document = languageDocument(source);
  if (!document) return [];
  const { read } = document;
  const problems = 'tests' in read ? checkTestDocument(index, read, queryAt) : checkQueryDocument(index, read);
  const { path, text, lines, mentions } = document;
  const ofRules = read.broken || !document.isOurs ? [] : documentRuleProblems(index, { path, text, lines, mentions });
  return problemsOfText(path, lines, inOrder([...problems, ...ofRules]));
}

/** Changes a wrong name to those that were probably meant. `diagnostics` are those that the editor shows there. */
export function queryFixes(
  index: ModelIndex,
  source: DocumentText,
  { diagnostics, only }: { diagnostics: readonly Diagnostic[]; only?: readonly string[] },
  uriOf: UriOf,
): CodeAction[] {
  if (only && !only.some((kind) => kind === '' || kind === 'quickfix')) return [];
  const lines = languageDocument(source)?.lines;
  if (!lines) return [];
  const { path, text } = source;
  const language = path.endsWith('.json') ? 'json' : 'yaml';
  return queryProblems(index, source).flatMap((problem): CodeAction[] => {
    const { range, code, fix } = problem;
    const shown = shownBy(problem, diagnostics);
    if (shown.length === 0) return [];
    const offset = lines.offsetAt(range.start);
    const ofRule = ruleActions({ index, path, text, language, offset, code, uriOf });
    const inserted =
      fix?.kind === 'insert'
        ? [
            actionOf(
              problem,
              fix.title,
              fix.edits.map(({ at, text: newText }) => ({ range: lines.rangeOf({ start: at, end: at }), newText })),
              true,
              uriOf,
            ),
          ]
        : [];
    const others = [...inserted, ...ofRule].map((one) => ({ ...one, diagnostics: shown }));
    return [...replaceFixes(problem, diagnostics, uriOf), ...others];
  });
}

/** The texts that belong in place of the marked one. */
export function replaceFixes(problem: Problem, diagnostics: readonly Diagnostic[], uriOf: UriOf): CodeAction[] {
  const { fix, range } = problem;
  const shown = shownBy(problem, diagnostics);
  if (fix?.kind !== 'replace' || shown.length === 0) return [];
  return fix.texts.map((newText) => ({
    ...actionOf(problem, `Change to '${newText}'`, [{ range, newText }], fix.texts.length === 1, uriOf),
    diagnostics: shown,
  }));
}

function shownBy({ code, range }: Problem, diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics.filter((one) => one.code === code && isSame(one.range, range));
}

function actionOf(
  { file }: Problem,
  title: string,
  edits: { range: Range; newText: string }[],
  isPreferred: boolean,
  uriOf: UriOf,
): CodeAction {
  return {
    title,
    kind: 'quickfix',
    ...(isPreferred ? { isPreferred } : {}),
    edit: { documentChanges: [{ textDocument: { uri: uriOf(file), version: null }, edits }] },
  };
}

function isSame(a: Range, b: Range): boolean {
  const numbers = ({ start, end }: Range) => [start.line, start.character, end.line, end.character].join();
  return numbers(a) === numbers(b);
}
