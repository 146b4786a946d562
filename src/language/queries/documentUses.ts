/** The places in query and test documents that name cubes, views and members. */

import { isSameSymbol, type ModelSymbol, occurrenceAt } from '../../model/index/lookup.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import type { DocumentUse, DocumentUses } from '../hover/usage.ts';
import type { Location, Position, UriOf } from '../protocol/protocol.ts';
import { type DocumentText, languageDocument } from './document.ts';
import { occurrenceIn, occurrencesIn } from './occurrences.ts';

/** Reads the documents once, for many symbols. */
export function documentUses(index: ModelIndex, documents: readonly DocumentText[], uriOf: UriOf): DocumentUses {
  const byPart = new Map<object, { symbol: ModelSymbol; use: DocumentUse }[]>();
  for (const source of documents) {
    const document = languageDocument(source);
    for (const { symbol, span } of document ? occurrencesIn(index, document) : []) {
      const location = { uri: uriOf(source.path), range: document!.rangeOf(span) };
      const one = { symbol, use: { kind: document!.kind, location } };
      const same = byPart.get(partOf(symbol));
      if (same) same.push(one);
      else byPart.set(partOf(symbol), [one]);
    }
  }
  return {
    of: (symbol) => {
      const all = byPart.get(partOf(symbol)) ?? [];
      return all.filter((one) => isSameSymbol(one.symbol, symbol)).map(({ use }) => use);
    },
  };
}

function partOf(symbol: ModelSymbol): object {
  if ('definition' in symbol) return symbol.definition;
  if ('member' in symbol) return symbol.member;
  return 'template' in symbol ? symbol.template : symbol.dimension;
}

/** The places that name what is at a position. `at` is a source of the index or one of the documents. */
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
