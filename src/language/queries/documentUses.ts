/** The uses of cubes, views and members in query and test documents. */

import { isSameSymbol, type ModelSymbol } from '../../model/index/lookup.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import type { DocumentUse, DocumentUses } from '../hover/usage.ts';
import type { UriOf } from '../protocol/protocol.ts';
import { type DocumentText, languageDocument } from './document.ts';
import { occurrencesIn } from './occurrences.ts';

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
