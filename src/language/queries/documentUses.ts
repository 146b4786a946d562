/** The places in query and test documents that name cubes, views and members. */

import { inRuns } from '../../model/documents/documentNames.ts';
import { memberNamed } from '../../model/documents/queryMembers.ts';
import type { MentionRole } from '../../model/documents/shape.ts';
import type { Member } from '../../model/index/definitions.ts';
import { isSameSymbol, type ModelSymbol, occurrenceAt } from '../../model/index/lookup.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import { withSources } from '../../model/lint/usedMembers.ts';
import type { Span } from '../../model/source/range.ts';
import type { DocumentUse, DocumentUses } from '../hover/usage.ts';
import type { Location, Position, UriOf } from '../protocol/protocol.ts';
import { type DocumentText, type LanguageDocument, languageDocument } from './document.ts';
import { queryPaths } from './files.ts';
import { occurrenceIn, occurrencesIn } from './occurrences.ts';

/** Reads the documents once, for many symbols. */
export function documentUses(index: ModelIndex, documents: readonly DocumentText[], uriOf: UriOf): DocumentUses {
  const byPart = new Map<object, { symbol: ModelSymbol; use: DocumentUse }[]>();
  const read = documents.flatMap((source) => languageDocument(source) ?? []);
  const queries = new Map(read.filter(({ kind }) => kind === 'query').map((one) => [one.path, one]));
  const tested = new Set<Member>();
  for (const document of read) {
    for (const { symbol, span } of [...occurrencesIn(index, document), ...hiddenUses(index, document, queries)]) {
      const location = { uri: uriOf(document.path), range: document.rangeOf(span) };
      const one = { symbol, use: { kind: document.kind, location } };
      const same = byPart.get(partOf(symbol));
      if (same) same.push(one);
      else byPart.set(partOf(symbol), [one]);
      if (document.kind === 'test' && 'member' in symbol) tested.add(symbol.member);
    }
  }
  let reached: ReadonlySet<Member> | undefined;
  return {
    of: (symbol) => {
      const all = byPart.get(partOf(symbol)) ?? [];
      return all.filter((one) => isSameSymbol(one.symbol, symbol)).map(({ use }) => use);
    },
    isTested: (symbol) => {
      reached ??= withSources(index, tested);
      return 'member' in symbol && reached.has(symbol.member);
    },
  };
}

/** The uses of a test at texts that do not have the name: a text with a placeholder, and the path of a query document. */
function hiddenUses(
  index: ModelIndex,
  document: LanguageDocument,
  queries: ReadonlyMap<string, LanguageDocument>,
): { symbol: ModelSymbol; span: Span }[] {
  const { read } = document;
  if (!('tests' in read)) return [];
  const symbolsOf = (name: string, role: MentionRole): ModelSymbol[] => {
    const { definition, member } = memberNamed(index, name, role);
    return [...(definition ? [{ definition }] : []), ...(member ? [{ member }] : [])];
  };
  const unique = (span: Span, symbols: readonly ModelSymbol[]) =>
    [...new Map(symbols.map((one) => [partOf(one), one])).values()].map((symbol) => ({ symbol, span }));
  const filled = read.tests.flatMap(({ mentions, each }) =>
    mentions
      .filter(({ name }) => name.includes('{'))
      .flatMap(({ start, end, name, role }) =>
        unique(
          { start, end },
          inRuns(name, each).flatMap((one) => symbolsOf(one, role)),
        ),
      ),
  );
  const run = queryPaths(document).flatMap(({ span, path }) => {
    const names = queries.get(path)?.mentions ?? [];
    return unique(
      span,
      names.flatMap(({ name, role }) => symbolsOf(name, role)),
    );
  });
  return [...filled, ...run];
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
