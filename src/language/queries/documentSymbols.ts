/** The outline of a test document: its tests with what they expect. */

import { contains } from '../../model/source/range.ts';
import type { DocumentSymbol } from '../protocol/protocol.ts';
import { type DocumentText, languageDocument } from './document.ts';

export function testSymbols(source: DocumentText): DocumentSymbol[] {
  const document = languageDocument(source);
  if (!document || !('tests' in document.read)) return [];
  return document.read.tests
    .filter(({ span, nameSpan }) => contains(span, nameSpan))
    .map(({ name, span, nameSpan, expectSpans, each }) => ({
      name: name.trim() || '?',
      ...(each.length > 1 ? { detail: `${each.length} runs` } : {}),
      kind: 12,
      range: document.rangeOf(span),
      selectionRange: document.rangeOf(nameSpan),
      children: Object.entries(expectSpans)
        .filter(([, inner]) => contains(span, inner))
        .map(([key, inner]) => {
          const keyRange = { start: inner.start, end: inner.start + key.length };
          return {
            name: key || '?',
            kind: 8 as const,
            range: document.rangeOf(inner),
            selectionRange: document.rangeOf(contains(inner, keyRange) ? keyRange : inner),
            children: [],
          };
        }),
    }));
}
