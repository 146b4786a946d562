/** The places in query and test documents that name what is at a position of a source or of such a document. */

import { isSameSymbol, type ModelSymbol, occurrenceAt } from '../../model/index/lookup.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import type { Location, Position, UriOf } from '../protocol/protocol.ts';
import { type DocumentText, languageDocument } from './document.ts';
import { occurrenceIn, occurrencesIn } from './occurrences.ts';

/** `at` is a source of the index or one of the documents. */
export function documentReferences(
  index: ModelIndex,
  at: DocumentText | { path: string },
  position: Position,
  documents: Iterable<DocumentText>,
  uriOf: UriOf,
): Location[] {
  const symbol = symbolAt(index, at, position);
  if (!symbol) return [];
  return [...documents].flatMap((source) => {
    const document = languageDocument(source);
    if (!document) return [];
    return occurrencesIn(index, document)
      .filter((one) => isSameSymbol(one.symbol, symbol))
      .map(({ span }) => ({ uri: uriOf(document.path), range: document.rangeOf(span) }));
  });
}

function symbolAt(index: ModelIndex, at: DocumentText | { path: string }, position: Position): ModelSymbol | undefined {
  if (!('text' in at)) return occurrenceAt(index, at.path, position)?.symbol;
  const document = languageDocument(at);
  return document && occurrenceIn(index, document, document.offsetAt(position))?.symbol;
}
