/** The problems of a query or test document, with the fixes of those that have one. */

import { checkQueryDocument } from '../../model/documents/checkQueryDocument.ts';
import { checkTestDocument } from '../../model/documents/checkTestDocument.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import { type Problem, problemsOfText } from '../../model/source/problem.ts';
import type { CodeAction, Diagnostic, Range, UriOf } from '../protocol/protocol.ts';
import { type DocumentText, languageDocument, type QueryFiles } from './document.ts';

export function queryProblems(index: ModelIndex, source: DocumentText, { queryAt }: QueryFiles = {}): Problem[] {
  const document = languageDocument(source);
  if (!document) return [];
  const { read } = document;
  const problems = 'tests' in read ? checkTestDocument(index, read, queryAt) : checkQueryDocument(index, read);
  return problemsOfText(document.path, document.lines, problems);
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
  return queryProblems(index, source).flatMap(({ range, code, fix }) => {
    const shown = diagnostics.filter((one) => one.code === code && isSame(one.range, range));
    if (shown.length === 0 || !lines) return [];
    const action = (title: string, edits: readonly { range: Range; newText: string }[], isPreferred: boolean) => ({
      title,
      kind: 'quickfix' as const,
      diagnostics: shown,
      ...(isPreferred ? { isPreferred } : {}),
      edit: { documentChanges: [{ textDocument: { uri: uriOf(source.path), version: null }, edits: [...edits] }] },
    });
    switch (fix?.kind) {
      case 'replace':
        return fix.texts.map((text) =>
          action(`Change to '${text}'`, [{ range, newText: text }], fix.texts.length === 1),
        );
      case 'insert':
        return [
          action(
            fix.title,
            fix.edits.map(({ at, text }) => ({ range: lines.rangeOf({ start: at, end: at }), newText: text })),
            true,
          ),
        ];
      default:
        return [];
    }
  });
}

function isSame(a: Range, b: Range): boolean {
  const numbers = ({ start, end }: Range) => [start.line, start.character, end.line, end.character].join();
  return numbers(a) === numbers(b);
}
