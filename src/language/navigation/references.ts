/** The places that name a symbol, in the model and in one file. */

import { type ModelSymbol, type Occurrence, occurrenceAt, occurrencesOf } from '../../model/index/lookup.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import { locationOf } from '../protocol/links.ts';
import type { DocumentHighlight, Location, Position, UriOf } from '../protocol/protocol.ts';

export interface ReferenceContext {
  includeDeclaration: boolean;
}

/** Also under its other names in views. `CUBE` does not count as a name of the cube. The declaration comes first. */
export function references(
  index: ModelIndex,
  path: string,
  position: Position,
  { includeDeclaration }: ReferenceContext,
  uriOf: UriOf,
): Location[] {
  const found = occurrenceAt(index, path, position);
  return found ? referencesTo(index, found.symbol, { includeDeclaration }, uriOf) : [];
}

export function referencesTo(
  index: ModelIndex,
  symbol: ModelSymbol,
  { includeDeclaration }: ReferenceContext,
  uriOf: UriOf,
): Location[] {
  const all = occurrencesOf(index, symbol).filter(({ role }) => role !== 'self');
  const isName = ({ role }: Occurrence) => role === 'name';
  const names = includeDeclaration ? all.filter(isName) : [];
  return [...names, ...all.filter((one) => !isName(one))].map((one) => locationOf(index, one, uriOf));
}

/** The places in the file itself. */
export function documentHighlights(index: ModelIndex, path: string, position: Position): DocumentHighlight[] {
  const found = occurrenceAt(index, path, position);
  if (!found) return [];
  return occurrencesOf(index, found.symbol, path).map(({ span, role }) => ({
    range: index.rangeOf(path, span),
    kind: role === 'name' || role === 'alias' ? 3 : 2,
  }));
}
